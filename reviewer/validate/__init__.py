"""Is a proposed edit safe to make? A chain of validators, one verdict each; rules of words first, then models."""
