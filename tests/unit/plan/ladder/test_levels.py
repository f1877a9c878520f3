"""The extraction ladder: which level reads a reply, in which order, and what an empty answer is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.plan.ladder.levels import extract

FERRY = {"find": "The fery leaves", "replace": "The ferry leaves"}
PIER = {"find": "at pear two", "replace": "at pier two"}
BOTH = json.dumps([FERRY, PIER])


def items(reply):
    return list(extract(reply).items)


@pytest.mark.parametrize(
    ("reply", "method"),
    [
        (BOTH, "json_strict"),
        (f"```json\n{BOTH}\n```", "json_strict"),
        (f"~~~\n{BOTH}\n~~~", "json_strict"),
        (f'{{"edits": {BOTH}}}', "json_strict"),
        (f"Two mistakes:\n\n{BOTH}\n\nI hope that is of use.", "json_strict"),
        (BOTH.replace("}]", "},]"), "json_relaxed"),
        (BOTH.replace('"', "'"), "json_relaxed"),
        (BOTH.replace("}, {", "}, // the second\n{"), "json_relaxed"),
        (f"{json.dumps(FERRY)}\n{json.dumps(PIER)}", "json_relaxed"),
        (f'{{"1": {json.dumps(FERRY)}, "2": {json.dumps(PIER)}}}', "json_relaxed"),
        ("- find: The fery leaves\n  replace: The ferry leaves\n- find: at pear two\n  replace: at pier two\n", "yaml"),
        (f"BEGIN_EDIT_OPS\n{BOTH}\nEND_EDIT_OPS", "tagged_payload"),
        (f"<EDIT_OPS>{BOTH}</EDIT_OPS>", "tagged_payload"),
        (f"BEGIN_EDIT_OPS\n{BOTH}\n", "tagged_payload"),
        (f"{BOTH}\nEND_EDIT_OPS", "json_strict"),
        (
            '[RVW] action=replace\nfind="The fery leaves"\nreplace="The ferry leaves"\n\n'
            '[RVW] action=replace\nfind="at pear two"\nreplace="at pier two"\n',
            "plaintext_regex",
        ),
        (
            "<<<<<<< SEARCH\nThe fery leaves\n=======\nThe ferry leaves\n>>>>>>> REPLACE\n"
            "<<<<<<< SEARCH\nat pear two\n=======\nat pier two\n>>>>>>> REPLACE\n",
            "plaintext_regex",
        ),
        (
            'Replace "The fery leaves" with "The ferry leaves", and “at pear two” should be “at pier two”.',
            "plaintext_regex",
        ),
    ],
)
def test_the_same_two_edits_in_every_form_and_the_level_that_reads_it(reply, method):
    read = extract(reply)
    assert read.method == method
    pairs = [(item.get("find", item.get("before")), item.get("replace", item.get("after"))) for item in read.items]
    assert pairs == [tuple(FERRY.values()), tuple(PIER.values())]
    assert (read.prose, read.cut, read.dropped, read.clean) == ("", False, 0, False)


@pytest.mark.parametrize(
    ("reply", "method"),
    [
        ("[]", "json_strict"),
        ("```json\n[]\n```", "json_strict"),
        ("I read it twice and it is in order.\n\n[]", "json_strict"),
        ("I read it twice.\n\n```\n[ ]\n```\n", "json_strict"),
        ('{"ops": []}', "json_strict"),
        ('{"corrections": []}', "json_strict"),
        ("BEGIN_EDIT_OPS [] END_EDIT_OPS", "tagged_payload"),
        ("BEGIN_EDIT_OPS\n\nEND_EDIT_OPS", "tagged_payload"),
        ("BEGIN_EDIT_OPS\nNo changes needed.\nEND_EDIT_OPS", "tagged_payload"),
        ("No changes needed.", "freeform_salvage"),
        ("NO CHANGES NEEDED\nEND_EDIT_OPS", "freeform_salvage"),
        ('["No errors found"]', "freeform_salvage"),
        ("Aucune correction n'est nécessaire.", "freeform_salvage"),
    ],
)
def test_an_empty_answer_is_clean_and_differs_from_one_that_cannot_be_read(reply, method):
    read = extract(reply)
    assert (read.method, read.items, read.clean) == (method, (), True)


@pytest.mark.parametrize("reply", ["", " \n\t", "\ufeff\n"])
def test_an_empty_reply_is_no_clean_one(reply):
    read = extract(reply)
    assert (read.method, read.clean) == ("empty_response", False)


@pytest.mark.parametrize(
    "reply",
    [
        '{"answer": 42}',
        '{"name": "x", "items": {"a": 1}}',
        "42",
        "null",
        "???",
        "[1, 2, 3]",
        '["teh", 7]',
        "{}",
        "[[]]"[:3],
    ],
)
def test_values_that_are_no_proposals_are_no_answer(reply):
    read = extract(reply)
    assert (read.method, read.items, read.prose, read.clean) == ("none", (), "", False)


def test_other_prose_is_kept_for_a_person_and_not_clean():
    read = extract("The second paragraph\nsounds a little   stiff to me.")
    assert (read.method, read.items, read.clean) == ("freeform_salvage", (), False)
    assert read.prose == "The second paragraph sounds a little stiff to me."


def test_members_that_are_no_proposals_are_counted_and_do_not_stop_the_rest():
    read = extract(f'["all good", 7, null, {json.dumps(FERRY)}, {{"note": "x"}}, [{json.dumps(PIER)}]]')
    assert (list(read.items), read.dropped) == ([FERRY, PIER], 4)
    assert extract('["rubbish", 7]').dropped == 2


# -- markers


def test_brackets_before_the_begin_marker_are_not_the_answer():
    assert items(f'See [1] and ["quoted"], also\n[]\nBEGIN_EDIT_OPS\n{BOTH}\nEND_EDIT_OPS') == [FERRY, PIER]


def test_what_stands_behind_the_end_marker_is_not_read():
    read = extract(
        f"BEGIN_EDIT_OPS {json.dumps([FERRY])} END_EDIT_OPS BEGIN_EDIT_OPS {json.dumps([PIER])} END_EDIT_OPS"
    )
    assert (list(read.items), read.short_circuited) == ([FERRY], True)
    assert items(f"{json.dumps([FERRY])} END_EDIT_OPS {json.dumps([PIER])}") == [FERRY]


def test_a_pair_of_markers_that_holds_nothing_readable_lets_the_next_one_be_read():
    reply = f"I write between BEGIN_EDIT_OPS and END_EDIT_OPS.\nBEGIN_EDIT_OPS\n{BOTH}\nEND_EDIT_OPS"
    assert items(reply) == [FERRY, PIER]


def test_a_marker_inside_a_quoted_text_ends_nothing():
    edit = {"find": "print END_EDIT_OPS and [stop", "replace": "print END_EDIT_OPS, and [stop"}
    read = extract(f"BEGIN_EDIT_OPS\n{json.dumps([edit])}\nEND_EDIT_OPS")
    assert (list(read.items), read.cut) == ([edit], False)


def test_only_an_end_marker_says_that_the_reply_is_over():
    assert extract(f"BEGIN_EDIT_OPS\n{BOTH}\nEND_EDIT_OPS").short_circuited
    assert not extract(f"BEGIN_EDIT_OPS\n{BOTH}").short_circuited
    assert not extract(BOTH).short_circuited


def test_a_list_that_only_lacks_its_bracket_before_the_end_marker_is_whole():
    read = extract(f"BEGIN_EDIT_OPS\n{BOTH[:-1]}\nEND_EDIT_OPS")
    assert (list(read.items), read.cut) == ([FERRY, PIER], False)
    read = extract('BEGIN_EDIT_OPS\n{"find": "a", "replace": "b"\nEND_EDIT_OPS')
    assert (read.items, read.clean) == ((), False)
    assert not extract("BEGIN_EDIT_OPS\n[\nEND_EDIT_OPS").clean


def test_a_proposal_that_does_not_end_before_the_end_marker_is_cut():
    read = extract(f'BEGIN_EDIT_OPS\n[{json.dumps(FERRY)}, {{"find": "at pear two"\nEND_EDIT_OPS')
    assert (list(read.items), read.cut) == ([FERRY], True)


# -- thinking


def test_nothing_is_taken_from_thinking():
    thinking = f"Weights [0.3, 0.7]; perhaps {json.dumps([{'op': 'delete', 'find': 'Costs'}])}, no. [TODO]"
    assert items(f"<think>\n{thinking}\n</think>\n{json.dumps([FERRY])}") == [FERRY]
    assert items(f"{thinking}\n</think>\n\n{json.dumps([FERRY])}") == [FERRY]
    assert items(f"<reasoning>{thinking}</reasoning><think>again</think>{json.dumps([FERRY])}") == [FERRY]


def test_thinking_that_never_ends_is_no_answer():
    read = extract(f"<think>\nmaybe {json.dumps([FERRY])}")
    assert (read.method, read.items, read.cut, read.clean) == ("none", (), True, False)
    read = extract('First I look at the sum: 12, not 21, so {"op": "replace", "find": "21"')
    assert (read.method, read.items, read.cut, read.clean) == ("none", (), True, False)
    assert extract("<think>nothing</think>\n").method == "none"


def test_a_whole_reply_in_json_may_speak_of_thinking_tags():
    edit = {"find": "the </think> tag close", "replace": "the </think> tag closes"}
    assert items(json.dumps([edit])) == [edit]


# -- order


def test_a_strict_value_is_final():
    edit = {"find": r"\begin{pmatrix} a\\b \end{pmatrix} are", "replace": r"\begin{pmatrix} a\\b \end{pmatrix} is"}
    assert items(json.dumps([edit])) == [edit]


def test_a_fence_inside_a_text_does_not_end_the_answer():
    edit = {"find": "Start:\n\n```sh\nrun tset\n```\n\nWait.", "replace": "Start:\n\n```sh\nrun test\n```\n\nWait."}
    assert items(f"The edits:\n\n```json\n{json.dumps({'ops': [edit]}, indent=1)}\n```\n\nSay if you need more.") == [
        edit
    ]


def test_every_list_counts_and_a_list_comes_before_single_objects():
    assert items(f"{json.dumps([FERRY])}\nand then\n{json.dumps([PIER])}") == [FERRY, PIER]
    read = extract(f"An idea: {json.dumps(PIER)}, but no.\n{json.dumps([FERRY])}")
    assert (list(read.items), read.dropped) == ([FERRY], 1)
    assert extract(f"First {json.dumps(FERRY)}.\nSo:\n{json.dumps([FERRY])}").dropped == 0
    assert items(f"[]\nNo, wait:\n{json.dumps([FERRY])}") == [FERRY]


ONE, TWO = json.dumps(FERRY, indent=1), json.dumps(PIER)
IN_PIECES = {
    "a fence for each": f"The first:\n```json\n{ONE}\n```\nThe second:\n```json\n{TWO}\n```\n",
    "nothing but fences": f"```json\n{ONE}\n```\n```json\n{TWO}\n```",
    "a fenced list for each": f"```json\n[{ONE}]\n```\n\n```json\n[{TWO}]\n```",
    "an empty fence, then one": f"```json\n[]\n```\nWait, I found two:\n```json\n[{ONE}, {TWO}]\n```",
    "bullets": f"- {json.dumps(FERRY)}\n- {TWO}",
    "a numbered list": f"1. {json.dumps(FERRY)}\n2. {TWO}",
    "two names": json.dumps({"edits": [FERRY], "corrections": [PIER]}),
    "two names, sorted": json.dumps({"errors": [FERRY], "suggestions": [PIER]}),
}


@pytest.mark.parametrize("reply", IN_PIECES.values(), ids=IN_PIECES)
def test_a_reply_in_pieces_is_read_whole(reply: str):
    read = extract(reply)
    assert (list(read.items), read.cut, read.dropped) == ([FERRY, PIER], False, 0)


@pytest.mark.parametrize(
    ("behind", "unread"),
    [
        ('Also "the quay" should be "the quays".', 1),
        ('I changed "The fery leaves" to "The ferry leaves".', 0),
        ("The rest is fine.", 0),
    ],
)
def test_what_is_said_behind_a_list_and_is_not_in_it_is_counted(behind: str, unread: int):
    list_ = json.dumps([{"find": "The fery leaves", "replace": "The ferry leaves"}])
    read = extract(f"Here:\n{list_}\n{behind}")
    assert (len(read.items), read.dropped) == (1, unread)


def test_a_list_beside_blocks_is_counted():
    block = "<<<<<<< SEARCH\nThe fery leaves\n=======\nThe ferry leaves\n>>>>>>> REPLACE\n"
    read = extract(f"{block}\n{TWO}\n")
    assert (len(read.items), read.dropped) == (1, 1)


def test_a_reply_in_pieces_of_which_the_last_was_cut():
    read = extract(f"```json\n{ONE}\n```\nThe second:\n```json\n{TWO[:-8]}", ended=False)
    assert (list(read.items), read.cut) == ([FERRY], True)


def test_empty_brackets_in_prose_are_no_empty_list():
    assert not extract("The task `- [ ] paint the boat` reads oddly to me, and so does the one below.").clean


def test_proposals_in_two_halves_are_joined():
    read = extract('Sure! In the second line:\n\n- find: "its a test"\n- replace: "it\'s a test"\n')
    assert list(read.items) == [{"find": "its a test", "replace": "it's a test"}]


def test_a_reply_that_is_a_string_of_json_is_read():
    assert items(json.dumps(BOTH)) == [FERRY, PIER]


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)
EDITS = st.lists(st.fixed_dictionaries({"find": TEXT, "replace": TEXT}), min_size=1, max_size=4)


@given(EDITS, st.booleans(), st.sampled_from(["", "Here:\n", "<think>hm</think>", "```json\n", "BEGIN_EDIT_OPS\n"]))
def test_a_valid_list_is_read_to_the_letter_wherever_it_stands(edits, plain, before):
    text = json.dumps(edits, ensure_ascii=plain)
    assert items(before + text) == edits


@given(EDITS, st.data())
def test_a_reply_that_is_cut_anywhere_holds_a_beginning_of_its_list_and_nothing_else(edits, data):
    before, indent = (
        data.draw(st.sampled_from(["", "Here:\n", "BEGIN_EDIT_OPS\n"])),
        data.draw(st.sampled_from([None, 2])),
    )
    whole = before + json.dumps(edits, indent=indent)
    read = extract(whole[: data.draw(st.integers(0, len(whole) - 1))], ended=False)
    assert list(read.items) == edits[: len(read.items)]
    assert not read.clean
    assert read.cut or not read.items


WORD = st.text("abc é", min_size=1, max_size=12).map(str.strip).filter(bool)
WORDS = st.lists(st.tuples(WORD, WORD), min_size=1, max_size=4)
FORMS = {
    "yaml": ("- before: {}\n  after: {}\n", ""),
    "fenced yaml": ("- before: {}\n  after: {}\n", "```\n"),
    "labels": ("Before: {}\nAfter: {}\n\n", ""),
    "quoted labels": ('Before: "{}"\nAfter: "{}"\n\n', ""),
    "blocks": ('[RVW] action=replace\nbefore="{}"\nafter="{}"\n\n', ""),
    "bare blocks": ("[RVW] action=replace\nbefore={}\nafter={}\n\n", ""),
    "search and replace": ("<<<<<<< SEARCH\n{}\n=======\n{}\n>>>>>>> REPLACE\n", ""),
    "loose json": ("{{'before': '{}', 'after': '{}',}},\n", ""),
}


@given(WORDS, st.sampled_from(sorted(FORMS)), st.data())
def test_a_cut_reply_of_any_form_never_makes_a_shorter_text_of_a_replacement(words, form, data):
    line, fence = FORMS[form]
    whole = fence + "".join(line.format(*pair) for pair in words) + fence
    read = extract(whole[: data.draw(st.integers(0, len(whole)))], ended=False)
    proposed = [(item["before"], item["after"]) for item in read.items if item.get("after") is not None]
    assert proposed == words[: len(proposed)]
