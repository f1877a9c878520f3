"""Edits made elsewhere: reading them, knowing them again, and choosing between them."""
