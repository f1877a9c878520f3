"""From findings and foreign ops to located, normalised edit ops."""
