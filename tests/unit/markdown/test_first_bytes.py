"""A byte-order mark, and other people's alerts and masks, are what they are and nothing else."""

import pytest

from reviewer.markdown.parse import parse
from reviewer.markdown.source import encode, read_document
from reviewer.model.parsed import BlockKind
from reviewer.model.structure import ProtectedKind

BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("# First\n\nText.\n", BlockKind.HEADING),
        ("First\n=====\n\nText.\n", BlockKind.HEADING),
        ("```\nx\n```\n", BlockKind.CODE_FENCE),
        ("---\na: 1\n---\n", BlockKind.FRONT_MATTER),
        ("| a |\n|---|\n| b |\n", BlockKind.TABLE),
    ],
)
def test_a_mark_before_the_first_block_changes_nothing_of_it(text: str, kind: BlockKind) -> None:
    document = read_document(BOM + text.encode(), "d.md")
    assert parse(document).blocks[0].kind is kind
    assert encode(document.text, bom=document.bom) == BOM + text.encode()


def test_front_matter_of_a_document_whose_lines_end_in_cr_alone() -> None:
    found = parse(read_document(b"---\rlang: fr\r---\rTexte.\r", "d.md"))
    assert [block.kind for block in found.blocks] == [BlockKind.FRONT_MATTER, BlockKind.PARAGRAPH]


def test_a_persons_alert_is_no_review_note() -> None:
    found = parse(
        read_document(b"> [!NOTE]\n> Look here.\n\n> [!NOTE]\n> REVIEWER: RVW-0001 \xe2\x80\x94 why\n", "d.md")
    )
    notes = [span for span in found.protected if span.kind is ProtectedKind.REVIEW_NOTE]
    assert [span.line_start for span in notes] == [4]


@pytest.mark.parametrize("mask", ["@@CODE0@@", "{{MASK_1}}", "[[TABLE_BLOCK_1]]", "[MATH_1]"])
def test_text_that_looks_like_a_mask_is_prose(mask: str) -> None:
    found = parse(read_document(f"Before {mask} after.\n".encode(), "d.md"))
    assert mask in found.prose.text
    assert not found.protected
