"""Documents on disk: reading them, naming them, and which a list of paths means."""
