"""What is not proofread is counted: paragraphs by reason, other blocks by kind."""

from typing import get_args

from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.plan.proofread.left_out import WHY, Why, blocks_told, paragraphs_told

DOCUMENT = """---
title: x
---

# One

Text with words.

## Two

| a | b |
|---|---|
| 1 | 2 |

```
code
```

    more code

> ### In a quote
>
> - Item

***

[x]: y.md
"""


def told(text):
    return [line.partition(" not ")[0] for line in blocks_told(parse(read_document(text.encode(), "doc.md")).blocks)]


def test_blocks_that_are_no_running_text_are_counted_by_kind_also_inside_others():
    assert told(DOCUMENT) == [
        "3 headings were", "1 table was", "2 code blocks were", "1 front matter was", "1 link definition was",
    ]  # fmt: skip


def test_a_document_of_paragraphs_alone_has_nothing_to_tell():
    assert told("One.\n\n- Two.\n\n> Three.\n\n---\n") == []


def test_every_reason_for_a_paragraph_is_in_words():
    assert WHY.keys() == set(get_args(Why))
    assert [line.partition(":")[0] for line in paragraphs_told({"short": 2, "letters": 1})] == [
        "1 paragraph was not proofread", "2 paragraphs were not proofread",
    ]  # fmt: skip
