"""Plain replies: [RVW] blocks, labelled lines, SEARCH/REPLACE blocks, sentences."""

import pytest

from reviewer.plan.ladder.levels import extract
from reviewer.plan.ladder.search_replace import search_replace


def plain(reply):
    read = extract(reply)
    assert read.method == "plaintext_regex", read
    return list(read.items)


# -- blocks with marks


def test_a_block_has_its_fields_on_lines_of_their_own():
    reply = '[RVW] action=replace\nlines=4-4\nbefore="the the boat"\nafter="the boat"\nkind=typo\n'
    assert plain(reply) == [
        {"action": "replace", "lines": "4-4", "before": "the the boat", "after": "the boat", "kind": "typo"}
    ]


def test_a_block_may_be_one_line_and_carry_marks():
    reply = '1. **[RVW 1]** action=replace lines=4-4 before="a" after="b" kind=typo\n- [rvw] action=delete before=“c”\n'
    assert plain(reply) == [
        {"action": "replace", "lines": "4-4", "before": "a", "after": "b", "kind": "typo"},
        {"action": "delete", "before": "c"},
    ]


def test_a_text_may_hold_quotes_line_ends_and_names_of_fields():
    reply = (
        '[RVW] action=replace\nbefore="He said "go" at line: 3\nand left"\nafter="He said "go"\nand left"\nEND_EDIT_OPS'
    )
    assert plain(reply) == [
        {"action": "replace", "before": 'He said "go" at line: 3\nand left', "after": 'He said "go"\nand left'}
    ]


def test_a_text_without_quotes_runs_to_the_end_of_its_line():
    assert plain("[RVW] action=replace\nbefore=see line: 3 of it\nafter=see line 3 of it\nconfidence=0.7") == [
        {"action": "replace", "before": "see line: 3 of it", "after": "see line 3 of it", "confidence": 0.7}
    ]


def test_a_block_whose_text_does_not_end_is_cut_when_last_and_dropped_before_others():
    good = '[RVW] action=replace\nbefore="a"\nafter="b"\n'
    bad = '[RVW] action=replace\nbefore="a long text that\n'
    read = extract(good + bad)
    assert (len(read.items), read.cut, read.dropped) == (1, True, 0)
    read = extract(bad + good)
    assert (len(read.items), read.cut, read.dropped) == (1, False, 1)
    assert extract(bad).method == "none"


def test_brackets_in_a_block_are_no_json():
    edit = '[RVW] action=replace\nbefore="a [ ] b {x: 1}"\nafter="a [x] b {x: 1}"\n'
    assert plain(edit) == [{"action": "replace", "before": "a [ ] b {x: 1}", "after": "a [x] b {x: 1}"}]


# -- labels


def test_labelled_lines_in_english_and_french():
    assert plain('1. **Original:** "an hour to late"\n   **Corrected:** "an hour too late"\n   Reason: too\n') == [
        {"before": "an hour to late", "after": "an hour too late", "rationale": "too"}
    ]
    assert plain("Avant : « une heures »\nAprès : « une heure »\n".replace(" :", ":")) == [
        {"before": "une heures", "after": "une heure"}
    ]


def test_labels_with_the_text_below_them():
    reply = "Before:\n```\nfirst line\n\nthird lin\n```\nAfter:\n```\nfirst line\n\nthird line\n```\n"
    assert plain(reply) == [{"before": "first line\n\nthird lin", "after": "first line\n\nthird line"}]
    assert plain("Before:\n> two boat\n\nAfter:\n> two boats\n") == [{"before": "two boat", "after": "two boats"}]


def test_replace_with_and_delete_are_read():
    reply = '- Replace: `colour are`\n- With: `colours are`\n\nDelete: "again and again"'
    assert plain(reply) == [
        {"before": "colour are", "after": "colours are"},
        {"action": "delete", "before": "again and again", "rationale": None},
    ]


def test_a_last_text_without_a_mark_of_its_end_counts_only_when_the_model_stopped_by_itself():
    for reply in (
        "Before: a boats\nAfter: a bo",
        "- before: a boats\n  after: a bo",
        "[RVW] before=a boats\nafter=a bo",
    ):
        assert len(extract(reply).items) == 1
        read = extract(reply, ended=False)
        assert (read.items, read.cut) == ((), True)
        assert len(extract(reply + "\nEND_EDIT_OPS", ended=False).items) == 1


def test_lines_of_a_list_that_was_cut_are_no_labels():
    read = extract('[\n  {\n    "before": "a boats leaves",\n    "after": "a boat le')
    assert (read.method, read.items, read.cut) == ("none", (), True)
    assert extract('Before: "a boats leaves"\nAfter: "a boat le').items == ()


def test_labels_with_one_side_only_propose_nothing():
    assert extract("Before: the boat leaves early in the morning.\nThat is all I can say about it.").items == ()


# -- SEARCH/REPLACE


def test_blocks_quote_parts_of_lines_and_may_stand_in_a_fence():
    reply = "Two:\n```\n<<<<<<< SEARCH\ncostumer keys\n=======\ncustom keys\n>>>>>>> REPLACE\n```\nand\n" + (
        "<<<<<<< SEARCH\na\n\nb\n=======\n>>>>>>> REPLACE\n"
    )
    assert plain(reply) == [
        {"action": "replace", "before": "costumer keys", "after": "custom keys"},
        {"action": "replace", "before": "a\n\nb", "after": ""},
    ]


def test_an_underlined_heading_in_both_halves_does_not_divide():
    reply = "<<<<<<< SEARCH\nTitel\n=======\n=======\nTitle\n=======\n>>>>>>> REPLACE"
    assert plain(reply) == [{"action": "replace", "before": "Titel\n=======", "after": "Title\n======="}]


def test_an_unclear_divider_drops_the_block():
    found = search_replace(
        "<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n<<<<<<< SEARCH\na\n=======\nb\n=======\n>>>>>>> REPLACE\n"
    )
    assert (found.items, found.dropped, found.cut) == ((), 2, False)


def test_a_block_that_does_not_end_is_cut():
    whole = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"
    read = extract(whole + "<<<<<<< SEARCH\nc\n=======\nd")
    assert (len(read.items), read.cut) == (1, True)
    read = extract("<<<<<<< SEARCH\nc\n=======\nd")
    assert (read.items, read.cut, read.method) == ((), True, "none")


def test_line_ends_of_windows_are_line_ends():
    assert plain("<<<<<<< SEARCH\r\na\r\nb\r\n=======\r\nc\r\n>>>>>>> REPLACE\r\n")[0]["before"] == "a\nb"


# -- sentences


@pytest.mark.parametrize(
    "reply",
    [
        'You should replace "recieve" with "receive" in the third sentence.',
        "Change the word `recieve` to `receive`.",
        "“recieve” should be “receive”.",
        "I corrected 'recieve' to 'receive'.",
        'replace: "recieve" -> "receive"',
        "- « recieve » → « receive »",
        "Il faut remplacer « recieve » par « receive ».",
    ],
)
def test_a_sentence_with_both_texts_quoted_is_an_edit_of_just_these_words(reply):
    assert plain(reply) == [{"action": "replace", "before": "recieve", "after": "receive"}]


def test_an_apostrophe_does_not_end_a_quoted_word():
    assert plain("I would change 'its cold' to 'it's cold' here.") == [
        {"action": "replace", "before": "its cold", "after": "it's cold"}
    ]


def test_one_line_directives_delete_and_flag():
    assert plain('delete: "twice twice"\nflag: "12 MW" - contradicts the table\n') == [
        {"action": "delete", "before": "twice twice", "rationale": None},
        {"action": "flag_only", "before": "12 MW", "rationale": "contradicts the table"},
    ]


@pytest.mark.parametrize(
    "reply",
    [
        'I would not replace "data is" with "data are" in this text.',
        'There is no need to change "on line" to "online" here.',
        "Ne pas remplacer « clef » par « clé ».",
        'Replace recieve with receive "everywhere".',
    ],
)
def test_a_sentence_that_says_no_or_does_not_quote_is_no_edit(reply):
    read = extract(reply)
    assert (read.items, read.method) == ((), "freeform_salvage")
    assert read.prose


def test_sentences_of_a_reply_that_was_cut_in_a_list_are_not_taken():
    read = extract('I could replace "a" with "b". Then: [{"find": "a", "rep')
    assert (read.items, read.cut) == ((), True)
