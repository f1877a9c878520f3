"""Tables: columns, percentages, and what the text says about their rows."""
