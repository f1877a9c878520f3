"""Notes stand beside the block of their change, render as alerts, and come off without a trace."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.parsed import BlockKind, ParsedDocument
from reviewer.model.position import Span
from reviewer.report.notes import Annotated, Note, annotate, strip_notes


def read(text: str) -> ParsedDocument:
    return parse(read_document(text.encode(), "t.md"))


def told(change_id: str, explanation: str) -> str:
    return f"REVIEWER: {change_id} — {explanation}"


def note_on(text: str, word: str, *, explanation: str = "why") -> Annotated:
    start = text.index(word)
    note = Note("RVW-0001", "WARNING", told("RVW-0001", explanation), Span(start, start + len(word)))
    return annotate(read(text), [note])


QUOTE = "> [!WARNING]\n> REVIEWER: RVW-0001 — why\n"


def test_a_note_follows_the_paragraph_of_its_change() -> None:
    assert note_on("One word.\n\nNext.\n", "word").text == f"One word.\n\n{QUOTE}\nNext.\n"


def test_a_note_is_kept_apart_from_a_line_that_follows_at_once() -> None:
    assert note_on("One word.\n# Next\n", "word").text == f"One word.\n\n{QUOTE}\n# Next\n"


def test_a_note_for_a_list_item_follows_the_whole_list() -> None:
    assert note_on("- one word\n- two\n\nNext.\n", "word").text == f"- one word\n- two\n\n{QUOTE}\nNext.\n"


def test_a_note_for_a_cell_follows_the_table() -> None:
    table = "| a |\n|---|\n| word |\n"
    assert note_on(table + "\nNext.\n", "word").text == f"{table}\n{QUOTE}\nNext.\n"


def test_a_note_for_a_quote_follows_the_quote_and_does_not_join_it() -> None:
    annotated = note_on("> a word\n\nNext.\n", "word")
    assert annotated.text == f"> a word\n\n{QUOTE}\nNext.\n"
    assert [block.kind for block in read(annotated.text).blocks if block.depth == 0] == [
        BlockKind.QUOTE,
        BlockKind.ALERT,
        BlockKind.PARAGRAPH,
    ]


def test_the_note_of_a_deleted_block_follows_the_block_before_it() -> None:
    text = "# T\n\nKeep.\n\n## Next\n\nText.\n"
    start = text.index("## Next")
    note = Note("RVW-0001", "WARNING", told("RVW-0001", "why"), Span(start, start), lines_gone=True)
    assert annotate(read(text), [note]).text == f"# T\n\nKeep.\n\n{QUOTE}\n## Next\n\nText.\n"


def test_the_note_of_a_deleted_first_block_comes_first() -> None:
    text = "## Next\n\nText.\n"
    note = Note("RVW-0001", "WARNING", told("RVW-0001", "why"), Span(0, 0), lines_gone=True)
    assert annotate(read(text), [note]).text == f"{QUOTE}\n{text}"


@pytest.mark.parametrize(
    "text",
    [
        "Before.\n\n<pre>\n<b>bold</b> word\n",
        'Before.\n\n<script>\nvar a = "</div> word";\n\nb\n',
        "Before.\n\n<!DOCTYPE html word\n\nmore\n",
        "Before.\n\n```\nword\n  ",
        "Before.\n\n<!-- word\n\t",
    ],
)
def test_a_last_block_that_only_looks_closed_gets_its_note_before_it(text: str) -> None:
    annotated = note_on(text, "word")
    assert annotated.text.index("REVIEWER") < annotated.text.index("word")
    assert strip_notes(annotated) == text


@pytest.mark.parametrize("opener", ["```\n", "~~~~ text\n", "<!--\n", "$$\n"])
def test_a_block_that_runs_unclosed_to_the_end_gets_its_note_before_it(opener: str) -> None:
    text = f"Before.\n\n{opener}word\n"
    annotated = note_on(text, "word")
    if read(text).blocks[-1].kind is BlockKind.PARAGRAPH:  # an unclosed $$ is a paragraph
        assert annotated.text == f"{text}\n{QUOTE}"
    else:
        assert annotated.text == f"Before.\n\n{QUOTE}\n{opener}word\n"


def test_the_note_of_a_deleted_block_follows_the_previous_block() -> None:
    text = "First.\n\nNext.\n"
    note = Note("RVW-0001", "CAUTION", told("RVW-0001", "gone"), Span(7, 7))
    annotated = annotate(read(text), [note])
    assert annotated.text == "First.\n\n> [!CAUTION]\n> REVIEWER: RVW-0001 — gone\n\nNext.\n"


def test_two_notes_of_one_block_stay_two_alerts_in_order() -> None:
    text = "One word.\n"
    notes = [Note(f"RVW-000{n}", "NOTE", told(f"RVW-000{n}", "x"), Span(0, 3)) for n in (1, 2)]
    annotated = annotate(read(text), notes)
    alerts = [block for block in read(annotated.text).blocks if block.kind is BlockKind.ALERT]
    assert len(alerts) == 2
    assert annotated.text.index("RVW-0001") < annotated.text.index("RVW-0002")


@pytest.mark.parametrize(
    "hostile",
    ["```\nrm -rf", "<!-- open", "</details>", "{++ added", "line\n\n# heading", "> [!NOTE]", "$$ x", "a\u2028# b",
     "@everyone"],
)  # fmt: skip
def test_a_notes_text_can_open_and_close_nothing(hostile: str) -> None:
    text = "One word.\n\nNext.\n\n<!-- c -->\n\nLast ++} line -->.\n"
    before = [block.kind for block in read(text).blocks if block.depth == 0]
    after = read(note_on(text, "word", explanation=hostile).text)
    kinds = [block.kind for block in after.blocks if block.depth == 0]
    assert kinds == [before[0], BlockKind.ALERT, *before[1:]]
    assert len(after.sections) == 1
    assert {span.kind.value for span in after.protected} == {"review_note", "html_block"}


WHY = "[“not” is gone (negation); <b>\n> [!NOTE]\n] it says `more` (editorial_review)]"


@pytest.mark.parametrize("length", [3, 500, 599, 5000])
def test_why_a_person_is_told_survives_a_text_of_any_length_in_one_alert(length: int) -> None:
    note = Note("RVW-0001", "NOTE", told("RVW-0001", "x" * length), Span(4, 8), why=WHY)
    after = annotate(read("One word.\n\nNext.\n"), [note]).text
    assert [b.kind for b in read(after).blocks if b.depth == 0] == [
        BlockKind.PARAGRAPH, BlockKind.ALERT, BlockKind.PARAGRAPH,
    ]  # fmt: skip
    (line,) = [line for line in after.split("\n") if "RVW-0001" in line]
    assert line.endswith("\\] it says \\`more\\` (editorial\\_review)\\]")
    assert line.startswith("> REVIEWER: RVW-0001 — xxx")


@pytest.mark.parametrize(
    ("explanation", "says"),
    [
        ("the same paragraph as on line 3", True),
        ("Not applied: it would touch the table on line 12.", True),
        ("lines 3-4 are not as the table on line 9 has them", True),
        ("“Table 4” in line 8 may mean 5", True),
        ("the deadline 3 days later; the line is long", False),
        ("Proposed: “on line 4” → “on line 5”.", False),
        ("`line 4` is code", False),
    ],
)
def test_a_note_that_names_a_line_says_of_which_text(explanation: str, says: bool) -> None:
    text = note_on("One word.\n\nNext.\n", "word", explanation=explanation).text
    assert ("Lines are counted in the document as it was reviewed, not in this copy" in text) is says


def test_of_which_text_a_line_is_survives_a_long_note_and_stands_before_the_reasons() -> None:
    explanation = "x" * 900 + " as on line 3"
    note = Note("RVW-0001", "NOTE", told("RVW-0001", explanation), Span(4, 8), why="[negation]")
    after = annotate(read("One word.\n\nNext.\n"), [note]).text
    assert "not in this copy.) \\[negation\\]\n" in after


def test_a_line_that_only_the_reason_names_is_told_too() -> None:
    note = Note("RVW-0001", "NOTE", told("RVW-0001", "why"), Span(4, 8), why="[a cell of the table on line 3 is gone]")
    assert "not in this copy" in annotate(read("One word.\n\nNext.\n"), [note]).text


def test_reasons_without_end_leave_room_for_what_was_said() -> None:
    note = Note("RVW-0001", "NOTE", told("RVW-0001", "x" * 5000), Span(4, 8), why="y" * 5000)
    (line,) = [line for line in annotate(read("One word.\n"), [note]).text.split("\n") if "RVW-0001" in line]
    assert (line.count("x") > 100, line.count("y") > 300, len(line) <= 602) == (True, True, True)


def test_crlf_and_a_missing_last_newline_survive() -> None:
    annotated = note_on("One.\r\n\r\nA word", "word")
    assert annotated.text == "One.\r\n\r\nA word\r\n\r\n> [!WARNING]\r\n> REVIEWER: RVW-0001 — why"
    assert strip_notes(annotated) == "One.\r\n\r\nA word"


def test_an_empty_document_takes_a_note() -> None:
    annotated = annotate(read(""), [Note("RVW-0001", "NOTE", told("RVW-0001", "x"), Span(0, 0))])
    assert strip_notes(annotated) == ""
    assert annotated.text == "> [!NOTE]\n> REVIEWER: RVW-0001 — x\n"


PIECES = [
    "Some text here.\n", "# Title\n", "- item\n", "  - nested\n", "> quoted\n", "```\ncode\n```\n", "\n", "\n\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n", "    indented\n", "<div>\nx\n</div>\n", "<!-- note -->\n", "$$\nx\n$$\n",
    "[l]: https://example.org\n", "[^1]: foot\n", "1. one\n", "Setext\n======\n", "***\n", "text\r\n",
    "```\nunclosed\n", "end",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.data())
def test_notes_leave_every_block_as_it_was_and_come_off_byte_for_byte(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    parsed = read(text)
    places = data.draw(st.lists(st.integers(0, len(text)), max_size=3).map(sorted))
    notes = [
        Note(f"RVW-{n:04}", "NOTE", told(f"RVW-{n:04}", "why"), Span(place, min(place + 1, len(text))))
        for n, place in enumerate(places, 1)
    ]
    annotated = annotate(parsed, notes)
    assert strip_notes(annotated) == text
    after = read(annotated.text)
    assert len([span for span in after.protected if span.kind.value == "review_note"]) == len(notes)
    outside = [block for block in after.blocks if not _inside_note(after, block.span)]
    kept = [block for block in outside if block.kind is not BlockKind.ALERT]
    shape = [(block.kind, block.level, block.depth, _text(parsed, block.span)) for block in parsed.blocks]
    assert [(block.kind, block.level, block.depth, _text(after, block.span)) for block in kept] == shape


def _inside_note(parsed: ParsedDocument, span: Span) -> bool:
    return any(protected.kind.value == "review_note" for protected in parsed.protected_in(span))


def _text(parsed: ParsedDocument, span: Span) -> str:
    return parsed.document.text[span.start : span.end].strip()
