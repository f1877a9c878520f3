"""Summaries of a document, bottom-up, and the background that a chunk's prompt gets from them (seed §5)."""
