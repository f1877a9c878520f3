"""Numbers of headings, figures, tables and equations: sequences, gaps, mentions, renumbering."""
