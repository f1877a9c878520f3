"""Whole paragraphs: leftovers of a language model, duplicates."""
