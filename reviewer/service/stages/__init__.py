"""The deterministic stages: kernels with their keys, and the order they run in."""
