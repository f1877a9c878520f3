"""Review Markdown documents so that every change is identified, explained and reversible."""

__version__ = "0.1.0"
