"""Flows: order, concurrency, final states, artifacts. No text logic.

Prefect reports its first uses to its makers from an interactive terminal unless ``DO_NOT_TRACK`` is set before it is
imported; importing this package sets it, because nothing may leave the machine unasked (DESIGN §7).
"""

import os

os.environ.setdefault("DO_NOT_TRACK", "1")
