"""Deterministic rules, one a file; a fixer lives beside its detector. No model, no I/O."""
