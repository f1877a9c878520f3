"""The token estimate that every budget uses."""


def estimate_tokens(text: str) -> int:
    """``len(text) // 4`` (seed: Utility Functions). Never a backend's count: budgets must not depend on a model."""
    return len(text) // 4
