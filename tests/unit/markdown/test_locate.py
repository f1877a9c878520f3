"""Targets to exact spans. Documents are short enough to count."""

import pytest
from growth import grows_linearly

from reviewer.markdown.haystack import Haystack
from reviewer.markdown.locate import LocateFailure, Quote, locate, resolve
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action
from reviewer.model.position import Span


def doc(text):
    return read_document(text.encode(), "t.md")


def edited(text, action, lines, before="", after=""):
    document = doc(text)
    found = resolve(document, Quote(Action(action), *lines, before, after))
    assert not isinstance(found, LocateFailure), found
    assert document.text[found.span.start : found.span.end] == found.before
    return document.text[: found.span.start] + found.after + document.text[found.span.end :]


def test_a_quote_may_be_part_of_a_line():
    assert locate(doc("a long line has teh error\n"), 1, 1, "teh") == Span(16, 19)


def test_a_quote_in_other_lines_than_the_target_is_not_found():
    failure = locate(doc("teh\n\nok\n"), 3, 3, "teh")
    assert isinstance(failure, LocateFailure)
    assert (failure.reason, failure.matches) == ("missing", 0)


def test_two_matches_are_refused_and_counted_with_their_lines():
    failure = locate(doc("- Total: 12\n- Total: 12\n- Total: 21\n"), 1, 3, "Total: 12")
    assert isinstance(failure, LocateFailure)
    assert (failure.reason, failure.matches, failure.lines) == ("ambiguous", 2, (1, 2))
    assert "2 times" in failure.message


def test_overlapping_matches_count():
    failure = locate(doc("aaa\n"), 1, 1, "aa")
    assert isinstance(failure, LocateFailure)
    assert failure.matches == 2


def test_the_target_lines_choose_between_equal_lines():
    assert locate(doc("x one\nx one\n"), 2, 2, "x") == Span(6, 7)


def test_a_look_alike_is_shown_and_never_taken():
    document = doc("| Item | Link |\n|---|---|\n| Pump A2 | [doc](a2.md) |\n")
    failure = locate(document, 3, 3, "| Pump A2 | doc |")
    assert isinstance(failure, LocateFailure)
    assert "| Pump A2 | [doc](a2.md) |" in failure.message


def test_trimmed_lines_do_not_match_at_another_depth():
    failure = locate(doc("- Early\n  - check\n  - done\n- Target\n"), 1, 4, "- check\n- done")
    assert isinstance(failure, LocateFailure)


def test_an_empty_quote_is_nowhere():
    assert isinstance(locate(doc("abc\n"), 1, 1, ""), LocateFailure)


@pytest.mark.parametrize("lines", [(0, 0), (0, 1), (2, 1), (1, 3), (3, 3), (-1, 1), (1, 10**400)])
def test_lines_outside_the_document_are_a_range_failure(lines):
    failure = locate(doc("a\nb\n"), *lines, "a")
    assert isinstance(failure, LocateFailure)
    assert failure.reason == "range"
    assert len(failure.message) < 120


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lf_in_a_quote_matches_any_line_end(newline):
    text = newline.join(["one", "two", "three", ""])
    found = locate(doc(text), 1, 3, "two\nthr")
    assert isinstance(found, Span)
    assert text[found.start : found.end] == f"two{newline}thr"


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u2009"])
def test_a_plain_space_matches_no_break_kinds_and_they_are_kept(space):
    text = f"«{space}Bonjuor{space}!{space}» dit-elle.\n"
    assert edited(text, "replace", (1, 1), "« Bonjuor ! »", "« Bonjour ! »") == text.replace("uo", "ou")


def test_spaces_are_kept_between_two_changes():
    text = "Prxi\u00a0: 10\u202f000\u00a0eruos.\n"
    after = edited(text, "replace", (1, 1), "Prxi : 10 000 eruos", "Prix : 10 000 euros")
    assert after == "Prix\u00a0: 10\u202f000\u00a0euros.\n"


def test_spaces_are_kept_when_a_word_goes_between_two_changes():
    text = "Le le prix\u00a0: 10\u202f000\u00a0eruos.\n"
    after = edited(text, "replace", (1, 1), "Le le prix : 10 000 eruos", "Le prix : 10 000 euros")
    assert after == "Le prix\u00a0: 10\u202f000\u00a0euros.\n"


def test_the_very_characters_win_over_a_likeness():
    assert locate(doc("a\u00a0b, a b\n"), 1, 1, "a b") == Span(5, 8)


def test_a_no_break_space_in_a_quote_matches_only_itself():
    assert isinstance(locate(doc("a b\n"), 1, 1, "a\u00a0b"), LocateFailure)
    assert locate(doc("x\u202fy\u00a0z\n"), 1, 1, "x y\u00a0z") == Span(0, 5)


def wrapped(text, quote):
    document = doc(text)
    return Haystack(document, Span(0, len(document.text))).find_wrapped(quote)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_wrapped_quote_has_spaces_where_lines_end(newline):
    text = newline.join(["The gate opens", "when the level", "falls.", ""])
    assert wrapped(text, "opens when the level falls") == [
        Span(9, 9 + len("opens when the level falls") + 2 * (len(newline) - 1))
    ]


@pytest.mark.parametrize("lead", ["  ", "\t", "> ", ">", "   > > "])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_indent_of_an_item_and_the_marks_of_a_quote_belong_to_the_line_end(lead, newline):
    text = newline.join(["- one", f"{lead}two", f"{lead}three", f"{lead}four", ""])
    for quote in ("one two", "two three", "three four", "one two three", "e two t", "two three f"):
        (span,) = wrapped(text, quote)
        found = text[span.start : span.end].replace(newline, "\n")
        assert found == quote.replace(" ", f"\n{lead}")


@pytest.mark.parametrize("text", ["one\n\ntwo\n", "one\n>\ntwo\n", "one  \ntwo\n", "one\\\ntwo\n"])
def test_blank_lines_and_hard_breaks_are_no_spaces(text):
    assert wrapped(text, "one two") == []


def test_lines_of_white_space_alone_cost_what_they_are():
    def prepare(size):
        text = f"ab cd\n{' ' * size}\nend\n{'> ' * size}\nend\n"
        return lambda: wrapped(text, "no such thing")

    assert prepare(100)() == []
    assert grows_linearly(prepare, 20_000)


def test_a_line_end_in_a_quote_is_no_space_of_the_text():
    assert wrapped("one two three\nfour\n", "one\ntwo three four") == []


def test_only_who_asks_for_it_finds_a_wrapped_quote():
    failure = locate(doc("one\ntwo\n"), 1, 2, "one two")
    assert isinstance(failure, LocateFailure)
    assert failure.reason == "missing"


def test_a_quote_never_ends_between_a_letter_and_its_accent():
    assert isinstance(locate(doc("cafe\u0301\n"), 1, 1, "cafe"), LocateFailure)
    assert locate(doc("cafe\u0301 cafe\n"), 1, 1, "cafe") == Span(6, 10)


def test_unicode_line_separators_do_not_end_a_line():
    text = "# T\n\nun\u2028deux\u0085trois\x0bquatre\fcinq\n\ncible\n"
    assert edited(text, "replace", (5, 5), "cible", "cible ok") == text.replace("cible", "cible ok")


def test_a_replacement_in_a_crlf_file_keeps_and_takes_crlf():
    assert edited("a\r\nb\r\nc\r\n", "replace", (1, 3), "a\nb\nc", "a\nX\nY\nc") == "a\r\nX\r\nY\r\nc\r\n"


def test_in_a_mixed_file_each_line_keeps_its_own_end():
    assert edited("a\nb\r\nc\rd\n", "replace", (1, 4), "a\nb\nc\nd", "a\nB\nC\nd") == "a\nB\r\nC\rd\n"


def test_in_a_mixed_file_a_new_line_is_like_the_one_before_it():
    assert edited("a\nb\r\nc\n", "replace", (1, 3), "a\nb\nc", "a\nb\nX\nc") == "a\nb\r\nX\r\nc\n"


def test_a_line_that_is_split_gives_its_own_end_to_the_new_one():
    assert edited("a\none two\r\n", "replace", (2, 2), "one two", "one\ntwo") == "a\none\r\ntwo\r\n"


def test_insert_adds_whole_lines_after_the_target():
    assert edited("a\nb\n", "insert", (1, 1), after="x\ny") == "a\nx\ny\nb\n"
    assert edited("a\nb\n", "insert", (1, 1), after="x\n") == "a\nx\nb\n"
    assert edited("a\nb\n", "insert", (1, 2), after="\nx") == "a\nb\n\nx\n"


def test_insert_after_a_last_line_without_newline_writes_it_first():
    assert edited("a\r\nb", "insert", (2, 2), after="x") == "a\r\nb\r\nx\r\n"
    assert edited("a", "insert", (1, 1), after="x") == "a\nx\n"


def test_insert_takes_the_line_end_of_the_preceding_line():
    assert edited("a\nb\r\nc\n", "insert", (2, 2), after="x\ny") == "a\nb\r\nx\r\ny\r\nc\n"


def test_insert_at_line_0_stands_before_the_first_line_also_of_an_empty_document():
    assert edited("a\r\nb\r\n", "insert", (0, 0), after="x") == "x\r\na\r\nb\r\n"
    assert edited("", "insert", (0, 0), after="x") == "x\n"


def test_insert_with_a_quote_that_is_not_there_is_refused():
    assert isinstance(resolve(doc("a\n"), Quote(Action.INSERT, 1, 1, "b", "x")), LocateFailure)


def test_delete_of_whole_lines_takes_their_terminators():
    assert edited("a\r\nb\r\nc\r\n", "delete", (2, 2), "b") == "a\r\nc\r\n"
    assert edited("a\nb\nc\n", "delete", (1, 2), "a\nb") == "c\n"
    assert edited("a\nb\nc\n", "delete", (2, 2), "b\n") == "a\nc\n"
    assert edited("a\nb", "delete", (2, 2), "b") == "a\n"


def test_delete_of_part_of_a_line_takes_exactly_the_quote():
    assert edited("a bc d\n", "delete", (1, 1), "bc ") == "a d\n"
    assert edited("ab\ncd\n", "delete", (1, 2), "b\ncd") == "a\n"


def test_a_flag_covers_the_quote_or_the_lines():
    document = doc("one two\nthree\n")
    assert resolve(document, Quote(Action.FLAG_ONLY, 1, 1, "two", "")).span == Span(4, 7)
    assert resolve(document, Quote(Action.FLAG_ONLY, 1, 2, "", "")).span == Span(0, 14)
    assert resolve(document, Quote(Action.FLAG_ONLY, 1, 1, "o", "")).span == Span(0, 8)
    assert isinstance(resolve(document, Quote(Action.FLAG_ONLY, 1, 1, "four", "")), LocateFailure)


@pytest.mark.parametrize("unit", ["a", " ", "\r\n", "a\u00a0"])
def test_periodic_text_does_not_take_quadratic_time(unit):
    def prepare(count):
        document = doc(unit * count)
        quote = unit.replace("\r\n", "\n") * (count // 2)
        return lambda: found.append(locate(document, 1, document.line_count, quote))

    found = []
    assert grows_linearly(prepare, 25_000)
    assert all(isinstance(failure, LocateFailure) for failure in found)
    assert {failure.matches for failure in found} == {100}
