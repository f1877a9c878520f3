"""What each rule reports, in one sentence for people: for SARIF and for the rule list in the documentation."""

RULE_TEXTS = {
    "ai-leftover": "A paragraph begins with a phrase that chat assistants leave behind.",
    "duplicate-paragraph": "A paragraph stands in the document twice.",
    "broken-reference": "An English reference names a section that the document does not have.",
    "broken-reference-fr": "A French reference names a section that the document does not have.",
    "number-contradiction": "A sentence counts other things than the table after it has rows.",
    "table-columns": "A table row has more or fewer cells than its header.",
    "table-percent-sum": "The percentages of a table column do not add up.",
    "term-drift": "A section mixes two words for one thing, or spells a glossary term otherwise.",
    "heading-level-skip": "A heading is more than one level below the one that it stands under.",
    "section-numbering": "A section number is missing, repeated or out of order.",
    "figure-sequence": "A figure caption's number is missing, repeated or out of order.",
    "table-sequence": "A table caption's number is missing, repeated or out of order.",
    "equation-sequence": "An equation's number is missing, repeated or out of order.",
    "dangling-figure": "The text names a figure that no caption has.",
    "dangling-table": "The text names a table that no caption has.",
    "dangling-equation": "The text names an equation that the document does not have.",
    "broken-anchor": "A link leads to an anchor that the document does not have.",
    "misspelling": "An English word is a known misspelling.",
    "doubled-word": "A word stands twice in a row.",
    "unclosed-directive": "A reviewctl-disable comment is never closed, or names a rule that does not exist.",
}
