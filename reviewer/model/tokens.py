"""The token estimate: every budget's but that of a prompt's background, which the backend counts where it can."""


def estimate_tokens(text: str) -> int:
    """``len(text) // 4`` (seed: Utility Functions). Budgets of chunks and summaries use it, whatever the model."""
    return len(text) // 4
