"""A review's folder: where it lies, what is recorded in it, and what is derived from the ledger."""
