"""The part of a review that asks models: open clients, kernels that call them, and what they leave behind."""
