"""Frozen data and protocols. No I/O, no behaviour beyond reading one's own fields."""
