"""Lines that are put behind a last line without a line end: the missing one comes once, and no blank line with it."""

from itertools import combinations, permutations
from pathlib import Path

import pytest
from review_desk import apply, delete, edited, insert, replace
from undo_desk import blocked, fits, reapply, revert


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    return tmp_path / "doc.md"


def put(doc: Path, text: bytes, *texts: str, line: int = 1, **options) -> bytes:
    doc.write_bytes(text)
    assert apply(doc, *(insert(line, new) for new in texts), **options).rejected == ()
    assert fits(doc)
    return edited(doc)


@pytest.mark.parametrize(
    ("text", "line", "texts", "result"),
    [
        (b"a", 1, ("one", "two", "three"), b"a\none\ntwo\nthree\n"),
        (b"a\n", 1, ("one", "two", "three"), b"a\none\ntwo\nthree\n"),
        (b"a", 1, ("one",), b"a\none\n"),
        (b"a\r\nb", 2, ("one\n", "two\n"), b"a\r\nb\r\none\r\ntwo\r\n"),
        (b"a\rb", 2, ("one", "two"), b"a\rb\rone\rtwo\r"),
        (b"- a", 1, ("- one", "- two"), b"- a\n- one\n- two\n"),
        (b"> a", 1, ("> one", "> two"), b"> a\n> one\n> two\n"),
        (b"a", 1, ("\none", "\ntwo\n\n", "three"), b"a\n\none\n\ntwo\n\nthree\n"),  # blank lines that were asked for
        (b"a", 1, ("\n", "\n"), b"a\n\n"),  # an equal op is a duplicate
        ("\ufeffa".encode(), 1, ("one", "two"), "\ufeffa\none\ntwo\n".encode()),
    ],
)
def test_lines_behind_an_unended_line_stand_as_they_were_given(
    doc: Path, text: bytes, line: int, texts: tuple[str, ...], result: bytes
) -> None:
    assert put(doc, text, *texts, line=line) == result


def test_the_last_line_may_be_replaced_in_the_same_run(doc: Path) -> None:
    doc.write_bytes(b"a")
    apply(doc, insert(1, "one"), replace(1, "a", "b"), insert(1, "two"))
    assert edited(doc) == b"b\none\ntwo\n"


def test_each_of_the_lines_can_be_undone_and_put_back_by_itself(doc: Path) -> None:
    put(doc, b"a", "one", "two", "three")
    lines = {"RVW-0001": b"\none", "RVW-0002": b"\ntwo", "RVW-0003": b"\nthree\n"}
    for count in (1, 2, 3):
        for gone in combinations(lines, count):
            for order in permutations(gone):
                assert all(revert(doc, name).failed == () for name in order)
                assert edited(doc) == b"a" + b"".join(text for name, text in lines.items() if name not in gone)
                assert all(reapply(doc, name).failed == () for name in order)
    assert edited(doc) == b"a\none\ntwo\nthree\n"
    assert fits(doc)


def test_a_later_run_puts_its_line_behind_the_earlier_ones_and_stands_on_the_last(doc: Path) -> None:
    put(doc, b"a", "one")
    assert put(doc, b"a", "two") == b"a\none\ntwo\n"
    assert put(doc, b"a", "three", "four") == b"a\none\ntwo\nthree\nfour\n"
    assert blocked(revert(doc, "RVW-0001")) == {"RVW-0001": ("RVW-0002", "RVW-0003", "RVW-0004")}
    assert revert(doc, "RVW-0002").failed == ()
    assert edited(doc) == b"a\none\nthree\nfour\n"


def test_behind_a_fence_that_an_earlier_run_put_there_a_line_is_still_taken(doc: Path) -> None:
    put(doc, b"a", "\n```\ncode\n```")
    assert put(doc, b"a", "two").startswith(b"a\n\n```\ncode\n```\n")
    assert edited(doc).endswith(b"two\n")


def test_when_the_last_of_the_lines_is_refused_the_one_before_ends_the_text(doc: Path) -> None:
    doc.write_bytes(b"# T\n\na")
    outcome = apply(doc, insert(3, "one"), insert(3, "two"), insert(3, "three", id="RVW-01"))
    assert len(outcome.applied) == 2
    assert edited(doc) == b"# T\n\na\none\ntwo\n"
    doc.write_bytes(b"# T\n\na")
    grouped = [insert(3, "x", group="g"), delete(1, 1, "no such line", group="g")]
    outcome = apply(doc, insert(3, "three"), *grouped)
    assert len(outcome.applied) == 1
    assert edited(doc) == b"# T\n\na\none\ntwo\nthree\n"


def test_the_same_file_again_in_place_changes_nothing(doc: Path) -> None:
    assert put(doc, b"a", "one", "two", in_place=True) == b"a\none\ntwo\n"
    again = apply(doc, insert(1, "one"), insert(1, "two"), in_place=True)
    assert (again.applied, again.rejected) == ((), ())
    assert doc.read_bytes() == b"a\none\ntwo\n"
