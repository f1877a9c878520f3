"""A set of our own: documents made of clean sentences, with one error planted in each second paragraph or so."""
