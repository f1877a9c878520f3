"""The change algebra (DESIGN §5): pieces, replay of an active set, and unified diffs as exports."""
