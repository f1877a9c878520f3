"""The append-only ledger, the commit, and what replays and repairs them."""
