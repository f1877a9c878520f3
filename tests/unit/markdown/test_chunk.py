"""The chunk plan on single cases. Expectations are read off the documents."""

from reviewer.config import ChunkConfig
from reviewer.hashing import content_hash
from reviewer.markdown.chunk import chunk_plan, context_after, context_before
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document

SMALL = ChunkConfig(max_chunk_tokens=50, min_chunk_tokens=0)
LIMIT = 4 * 50 + 3


def plan(text, config=SMALL):
    parsed = parse(read_document(text.encode(), "t.md"))
    return [(c, text[c.span.start : c.span.end]) for c in chunk_plan(parsed, config)]


def test_an_empty_document_has_no_chunks():
    assert plan("") == []


def test_text_before_the_first_heading_is_a_chunk_of_section_s0_with_anchor_top():
    (first, text), *_ = plan("Intro.\n\n# One\n\nBody.\n")
    assert (first.section_id, text) == ("S0", "Intro.\n\n")
    assert first.chunk_id == "top_" + content_hash("Intro.\n\n")[7:15]
    assert (first.line_start, first.line_end) == (1, 2)


def test_headings_and_introductions_of_sections_with_subsections_are_in_chunks():
    texts = [text for _, text in plan("# A\n\nIntro of A.\n\n## B\n\n## C\n\nBody.\n")]
    assert texts == ["# A\n\nIntro of A.\n\n", "## B\n\n", "## C\n\nBody.\n"]


def test_equal_sections_get_different_ids():
    ids = [c.chunk_id for c, _ in plan("# A\n\nx\n# A\n\nx\n", ChunkConfig())]
    assert len(set(ids)) == 2


def test_equal_pieces_of_one_section_are_numbered_from_2():
    block = "word " * 39 + "end.\n\n"
    ids = [c.chunk_id for c, _ in plan(block * 3)]
    assert ids == [ids[0], f"{ids[0]}-2", f"{ids[0]}-3"]


def test_a_long_section_is_cut_before_blocks_and_blank_lines_stay_with_the_block_before():
    first, second = "a" * 120 + "\n", "b" * 120 + "\n"
    assert [text for _, text in plan(f"{first}\n\n{second}")] == [f"{first}\n\n", second]


def test_a_long_paragraph_is_cut_after_a_sentence():
    sentences = ["One sentence of some length stands here, it is the first. "] * 5
    pieces = [text for _, text in plan("".join(sentences).rstrip() + "\n")]
    assert pieces[0] == sentences[0] * 3
    assert len(pieces) == 2


def test_a_french_exclamation_mark_before_a_closing_guillemet_does_not_end_the_piece():
    text = "« " + "mot " * 40 + "! » dit-elle en partant vers la gare du village. " + "Encore " * 10 + "\n"
    assert not any(piece.startswith("»") for _, piece in plan(text))


def test_a_paragraph_without_sentences_is_cut_at_white_space():
    assert all(text.endswith((" ", "\n")) for _, text in plan("word " * 100 + "end\n"))


def test_a_cut_never_falls_inside_inline_code():
    code = "`" + "a b " * 20 + "`"
    pieces = [text for _, text in plan(f"{'w' * 150} {code} tail\n")]
    assert pieces == ["w" * 150 + " ", f"{code} tail\n"]


def test_a_protected_span_over_the_budget_is_oversize_and_alone():
    fence = "```\n" + "code line\n" * 40 + "```\n"
    chunks = plan(f"# T\n\nBefore.\n\n{fence}\nAfter.\n")
    assert [(c.oversize, text) for c, text in chunks] == [
        (False, "# T\n\nBefore.\n\n"),
        (True, fence + "\n"),
        (False, "After.\n"),
    ]


def test_a_small_rest_is_not_left_alone_when_the_minimum_can_be_met():
    config = ChunkConfig(max_chunk_tokens=50, min_chunk_tokens=20)
    pieces = [text for _, text in plan("# T\n\n" + "word " * 60 + "\n", config)]
    assert all(len(piece) >= 80 for piece in pieces)


def test_the_budget_is_a_hard_limit_for_a_word_without_white_space():
    pieces = [text for _, text in plan("x" * 1000)]
    assert [len(piece) for piece in pieces] == [LIMIT, LIMIT, LIMIT, LIMIT, 1000 - 4 * LIMIT]


def test_context_is_beside_the_chunk_and_ends_with_the_document():
    text = "# A\n\nalpha\n# B\n\nbeta\n# C\n\ngamma\n"
    parsed = parse(read_document(text.encode(), "t.md"))
    config = ChunkConfig(overlap_tokens=2)
    chunks = chunk_plan(parsed, config)
    middle = chunks[1]
    assert text[slice(*context_before(parsed, middle, config))] == "\n\nalpha\n"
    assert text[slice(*context_after(parsed, middle, config))] == "# C\n\ngam"
    assert context_before(parsed, chunks[0], config) == (0, 0)
