"""Words: misspellings, doubled words, terms."""
