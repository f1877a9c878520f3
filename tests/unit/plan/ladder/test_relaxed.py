"""JSON as models write it: what is mended, and what is not."""

import json

import pytest

from reviewer.plan.ladder.levels import extract

EDIT = {"find": "l'eau est froid", "replace": "l'eau est froide"}


def relaxed(reply):
    read = extract(reply)
    assert read.method == "json_relaxed"
    return list(read.items)


@pytest.mark.parametrize(
    "reply",
    [
        """[{"find": "l'eau est froid", "replace": "l'eau est froide",}]""",
        """[{'find': 'l'eau est froid', 'replace': 'l'eau est froide'}]""",
        """[{find: "l'eau est froid", replace: "l'eau est froide"}]""",
        """[{"find" : "l'eau est froid" /* wrong */, "replace": "l'eau est froide"}] // done""",
        """[{"find": "l'eau est froid"\n "replace": "l'eau est froide"}]""",
        """{“find”: “l'eau est froid”, “replace”: “l'eau est froide”}""",
        """{« find »: "l'eau est froid", "replace": "l'eau est froide"}""".replace("« find »", "«find»"),
        """{"find": "l'eau est froid", "replace": "l'eau est froide"}""",
        """[{"find": "l\\'eau est froid", "replace": "l\\'eau est froide"}]""",
        """[{"find": `l'eau est froid`, "replace": `l'eau est froide`}]""",
        """[{"find" => "l'eau est froid", "replace" => "l'eau est froide"}]""",
    ],
)
def test_the_same_edit_in_loose_json(reply):
    assert relaxed(reply) == [EDIT]


def test_literals_of_other_languages_and_numbers_that_are_none():
    (item,) = relaxed('[{find: "a", replace: "b", x: None, y: True, confidence: NaN, z: -Infinity, line: 3, w: 0.5,}]')
    expected = {"find": "a", "replace": "b", "x": None, "y": True, "confidence": None, "line": 3, "w": 0.5}
    assert {key: item[key] for key in expected} == expected


def test_quotes_inside_a_text_are_text():
    (item,) = relaxed('[{"find": "He said "go" and left", "replace": "He said "go", and left"}]')
    assert item == {"find": 'He said "go" and left', "replace": 'He said "go", and left'}
    (item,) = relaxed('{"find": "dit “oui” puis", "replace": "dit “oui”, puis"}')
    assert item == {"find": "dit “oui” puis", "replace": "dit “oui”, puis"}


def test_line_ends_inside_a_text_are_text():
    assert relaxed('[{"find": "one\ntwo", "replace": "one\n\ttwo"}]') == [{"find": "one\ntwo", "replace": "one\n\ttwo"}]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"$\mathrm{Pr}_2$ is", r"$\mathrm{Pr}_2$ is"),
        (r"$\frac{a}{b}$ is", r"$\frac{a}{b}$ is"),
        (r"$\beta$ is", r"$\beta$ is"),
        (r"$\rho \times \theta$ \alpha", r"$\rho \times \theta$ \alpha"),
        (r"$\alpha$\nand \nabla f", "$\\alpha$\nand \\nabla f"),
        (r"C:\dir and \u00e9t\u00e9", "C:\\dir and été"),
        (r"smile \d \ud83d\ude00", "smile \\d 😀"),
    ],
)
def test_a_backslash_that_json_does_not_know_stays(written, meant):
    assert relaxed(f'[{{"find": "{written}", "replace": "x"}}]') == [{"find": meant, "replace": "x"}]


def test_ordinary_escapes_are_read():
    assert relaxed(r'[{"find": "a\tb\nc \"d\" e\/f \\ g", "replace": "x",}]')[0]["find"] == 'a\tb\nc "d" e/f \\ g'


def test_a_key_that_is_said_twice_differently_has_both_values():
    strict, loose = '[{"find": "a", "find": "b", "replace": "c"}]', '[{"find": "a", "find": "b", "replace": "c",}]'
    for reply in (strict, loose):
        (item,) = extract(reply).items
        assert item == {"find": ["a", "b"], "replace": "c"}
    assert extract('[{"find": "a", "find": "a", "replace": "c"}]').items == ({"find": "a", "replace": "c"},)


def test_a_text_that_does_not_end_makes_no_proposal():
    reply = '{"ops": [{"op": "replace", "find": "adress", "replace": "address"}, {"op": "delete", "find": "This line is'
    read = extract(reply)
    assert (read.items, read.cut) == (({"op": "replace", "find": "adress", "replace": "address"},), True)


def test_a_list_cut_at_a_legal_place_is_cut():
    read = extract('[{"find": "a", "replace": "b"},')
    assert (len(read.items), read.cut) == (1, True)
    read = extract('[{"find": "a", "replace": "b"}')
    assert (len(read.items), read.cut) == (1, True)


def test_an_object_without_its_brace_is_none_and_what_follows_is_read():
    reply = '[{"find": "a", "replace": "b"}, {"find": , "replace": "d"}, {"find": "e", "replace": "f"}]'
    read = extract(reply)
    assert [item["find"] for item in read.items] == ["a", "e"]
    assert read.dropped == 1


def test_a_reply_that_runs_empty_keeps_what_was_closed():
    read = extract(
        '{"ops": [{"find": "aa", "replace": "ab"}, ' + "\n  " * 500 + '{"op": "note", "text": "see, see, see, '
    )
    assert (len(read.items), read.cut) == (1, True)


def test_what_a_proposal_holds_is_not_taken_for_another_one():
    inner = '{"find": "a", "replace": "b", "like": {"find": "x", "replace": "y"}'
    assert len(relaxed(f"[{inner},}}]")) == 1
    assert extract(f"[{inner}").items == ()


def test_numbers_too_long_to_be_numbers_and_halves_of_characters_are_carried_as_text():
    (item,) = extract('[{"find": "a", "replace": "\\ud800", "line": ' + "9" * 5000 + "}]").items
    assert item == {"find": "a", "replace": "\ud800", "line": "9" * 5000}
    (item,) = extract('[{"find": "a", "replace": "b", "confidence": 1e999}]').items
    assert item["confidence"] is None


def test_strict_and_loose_reading_agree_on_good_json():
    good = {"find": 'say "x, y": {1} [2]', "replace": "tab\there\nand\\there", "line": 2, "n": None}
    text = json.dumps([good])
    assert extract(text).items == extract(text[:-1] + ",]").items == (good,)
