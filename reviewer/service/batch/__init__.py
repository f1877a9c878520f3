"""Many documents reviewed in one go: which, by whom, what became of each."""
