"""The configuration of one document: its keys, its files, and what holds in the end."""
