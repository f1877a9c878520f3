"""The change algebra and its export as unified diffs."""
