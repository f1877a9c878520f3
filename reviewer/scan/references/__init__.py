"""References to sections and anchors: what they name, and whether it is there."""
