"""From bytes to a parsed document, by a CommonMark parser; no regular expression over lines decides structure."""
