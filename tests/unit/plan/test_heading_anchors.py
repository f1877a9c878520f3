"""An edit that changes the anchor of a heading asks for attention and says which links break, in every form of link."""

from collections.abc import Callable

import pytest
from growth import grows_linearly
from validators import op

from reviewer.config import ReviewerConfig
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.edit import EditOp, Source
from reviewer.plan.heading_anchors import with_anchors_told

ELSEWHERE = "the anchor #recieve-data becomes #receive-data, which breaks links to it from other files"
NOWHERE = "the link on line 3 of this document would lead nowhere"
SOURCES = [
    Source(type="fixer", rule="misspelling"),
    Source(type="worker", model="m"),
    Source(type="human"),
    Source(type="tool"),
]


def told(text: str, *ops: EditOp) -> list[str]:
    """The note of each op; of a quiet one nothing."""
    parsed = parse(read_document(text.encode(), "guides/guide.md"))
    found = with_anchors_told(ops, parsed, ReviewerConfig())
    assert [one.op_id for one in found] == [one.op_id for one in ops]
    assert all(one.needs_attention == (one.review_note is not None) for one in found)
    return [one.review_note.text if one.review_note else "" for one in found]


def spelt(text: str, **more: object) -> str:
    (note,) = told(text, op(text, "Recieve", "Receive", at=text.rindex("Recieve"), kind="typo", **more))
    return note


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.type)
@pytest.mark.parametrize(
    "heading", ["# Recieve data\n", "Recieve data\n===\n", "> ## *Recieve* data\n", "- # Recieve data"]
)
def test_another_word_in_a_heading_is_never_silent_whoever_asks_for_it(heading, source):
    assert f"[{ELSEWHERE}]" in spelt(heading, source=source)


@pytest.mark.parametrize(
    "link",
    [
        "[a](#recieve-data)",
        "[a](#recieve%2Ddata)",
        "[a](<#recieve-data> 'title')",
        "[x]: #recieve-data",
        '<a href="#recieve-data">a</a>',
        "<A class=b href='#recieve%2Ddata'>a</A>",
        "<a href=#recieve-data>a</a>",
        "[[#Recieve data]]",
        "[[guide#Recieve data|there]]",
        "[[Guide#Other#Recieve data]]",
        "[a](guide.md#recieve-data)",
        "[a](./guide.md#recieve-data)",
    ],
)
def test_the_line_of_a_link_to_it_is_named(link):
    assert NOWHERE in spelt(f"# Guide\n\n{link}\n\n## Recieve data\n")


@pytest.mark.parametrize(
    "line",
    [
        "[a](other.md#recieve-data)",
        "[[Other#Recieve data]]",
        '`<a href="#recieve-data">`',
        "```\n[[#recieve-data]]\n```",
        "[a](#receive-data)",
        "![a](#recieve-data)",
    ],
)
def test_links_to_another_file_and_code_are_not_named(line):
    assert spelt(f"# Guide\n\n{line}\n\n## Recieve data\n").endswith(f"[{ELSEWHERE}]")


def test_many_lines_are_named_up_to_five():
    text = "# Recieve data\n\n" + "[a](#recieve-data)\n\n" * 7
    assert "the links on lines 3, 5, 7, 9, 11 and 2 more of this document would lead nowhere" in spelt(text)


@pytest.mark.parametrize(("before", "after"), [("API", "Api"), ("API", "API."), ("API", "**API**"), ("Use", "use")])
def test_an_edit_that_keeps_the_anchor_stays_quiet(before, after):
    text = "# Use the API\n\n[a](#use-the-api)\n"
    assert told(text, op(text, before, after)) == [""]


def test_an_edit_below_a_heading_or_before_it_stays_quiet():
    text = "one\n\n# Use the API\ntwo\n"
    three = [op(text, "one", "1"), op(text, "two", "2"), op(text, "", "and\n", at=text.index("two"))]
    assert told(text, *three) == [""] * 3


@pytest.mark.parametrize(
    "heading", ["## Recieve data {#get}", "## Recieve data {: #get}", '## <a id="get"></a>Recieve data']
)
def test_a_heading_that_keeps_its_own_id_breaks_nothing(heading):
    assert spelt(f"# Guide\n\n[a](#get)\n\n{heading}\n") == ""
    assert NOWHERE in spelt(f"# Guide\n\n[a](#recieve-data)\n\n{heading}\n")


def test_an_id_that_goes_is_an_anchor_that_goes():
    text = '# Guide\n\n[a](#get)\n\n## <a id="get"></a>Receive data\n'
    (note,) = told(text, op(text, '<a id="get"></a>', "", kind="structure", source=Source(type="human")))
    assert "the anchor #get goes, which breaks links to it from other files" in note
    assert NOWHERE in note


def test_a_new_anchor_that_is_taken_is_told():
    assert "#receive-data is taken, so that one of the two headings gets a number" in spelt(
        "# Guide\n\n## Receive data\n\n## Recieve data\n"
    )


def test_headings_that_lose_or_change_their_number_are_told_with_links_to_them():
    text = "# Guide\n\n[a](#set-up-1)\n\n## Set up\n\n### Set up\n"
    (note,) = told(text, op(text, "Set up", "Start", at=text.index("Set up")))
    assert "the anchor #set-up becomes #start" in note
    assert "#set-up-1 may get another number; see the link on line 3" in note


def test_links_that_would_lead_to_the_next_heading_of_the_same_words_are_told_so():
    text = "# Guide\n\n[a](#set-up)\n\n## Set up\n\n### Set up\n"
    (note,) = told(text, op(text, "Set up", "Start", at=text.index("Set up")))
    assert "the link on line 3 of this document would lead to the next heading of the same words" in note
    assert "nowhere" not in note
    last = told(text, op(text, "Set up", "Start", at=text.rindex("Set up")))[0]
    assert "next heading" not in last


def test_headings_above_keep_their_number():
    text = "# Guide\n\n[a](#set-up) [[#Set up]]\n\n## Set up\n\n### Set up\n"
    (note,) = told(text, op(text, "Set up", "Start", at=text.rindex("Set up")))
    assert "the anchor #set-up-1 becomes #start" in note
    assert "another number" not in note
    assert "line" not in note


def test_links_that_the_same_group_rewrites_do_not_break():
    text = "# 1 Guide\n\n[a](#3-set-up)[b](#3-set-up)\n\n# 3 Set up\n"
    rule = {"source": Source(type="fixer", rule="heading-number"), "group": "g"}
    number = op(text, "# 3 ", "# 2 ", kind="numbering", **rule)
    first = op(text, "[a](#3", "[a](#2", kind="link", **rule)
    assert NOWHERE in told(text, number, first)[0]
    second = op(text, "[b](#3", "[b](#2", kind="link", **rule)
    assert told(text, number, first, second)[0] == ""
    assert ELSEWHERE.split(",", 1)[1] in told(text, number.model_copy(update={"kind": "typo"}), first, second)[0]


def test_a_heading_that_goes_whole_is_told():
    text = "# Guide\n\n[a](#data)\n\n## Data\n\nText.\n"
    (note,) = told(text, op(text, "## Data\n\nText.\n", "Text.\n", kind="structure"))
    assert "the anchor #data goes" in note
    assert NOWHERE in note


def test_a_heading_with_a_link_by_reference_is_read_with_its_definition():
    text = "# See [the guide][g] recieved\n\n[g]: https://example.org\n"
    (note,) = told(text, op(text, "recieved", "received"))
    assert "the anchor #see-the-guide-recieved becomes #see-the-guide-received" in note


@pytest.mark.parametrize("heading", ["# Teh {}\n\n[a](#teh-{}) [[#Teh {}]]\n\n", "# Teh\n\n[a](#teh) [b](#teh-{})\n\n"])
def test_many_edits_of_headings_take_linear_time(heading: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        text = "".join(heading.replace("{}", str(number)) for number in range(count))
        starts = [at for at in range(len(text)) if text.startswith("# Teh", at) and text[at - 1 : at] in ("", "\n")]
        ops = [op(text, "Teh", "The", at=start + 2) for start in starts]
        parsed = parse(read_document(text.encode(), "doc.md"))
        return lambda: with_anchors_told(ops, parsed, ReviewerConfig())

    assert grows_linearly(prepare, 40)


LINKED = "# A\n\n[x](#setup)\n\nSome text.\n\nSetup\n\n## Setup\n\nText.\n"
NEW = (
    "the new heading takes the anchor #setup; the one further down gets a number; "
    "the link on line 3 of this document would lead to the new one"
)


@pytest.mark.parametrize(
    ("at", "before", "after"),
    [
        ("Some", "", "## Setup\n\n"),
        ("## Setup", "", "## Setup\n\n"),
        ("Setup", "", "### "),
        ("\n## Setup", "", "===\n"),
        ("Some", "Some text.", "> # *Set*up"),
        ("# A", "", "# Setup\n\n"),
    ],
)
def test_a_heading_that_takes_the_anchor_of_one_further_down_is_told(at: str, before: str, after: str) -> None:
    (note,) = told(LINKED, op(LINKED, before, after, at=LINKED.index(at), kind="structure"))
    assert f"[{NEW}]" in note


@pytest.mark.parametrize(
    ("at", "after"),
    [("Text", "## Setup\n\n"), ("Some", "## Other\n\n"), ("Some", "```\n# Setup\n```\n\n"), ("Some", "Setup\n\n")],
)
def test_a_heading_that_takes_no_anchor_stays_quiet(at: str, after: str) -> None:
    assert told(LINKED, op(LINKED, "", after, at=LINKED.index(at), kind="structure")) == [""]


def test_a_line_of_code_is_no_heading() -> None:
    text = "```sh\nrun\n```\n\n## Setup\n"
    assert told(text, op(text, "", "# setup\n", at=text.index("run"), source=Source(type="human"))) == [""]


def test_of_two_headings_of_the_same_words_that_go_with_one_op_both_are_told() -> None:
    text = "# A\n\n[x](#setup-1)\n\n[y](#setup)\n\n## Setup\n\nfoo\n\n## Setup\n"
    old, new = "## Setup\n\nfoo\n\n## Setup", "## Start\n\nfoo\n\n## Begin"
    (note,) = told(text, op(text, old, new))
    assert "the anchors #setup, #setup-1 become #begin, #start, which breaks links to them from other files" in note
    assert "the links on lines 3, 5 of this document would lead nowhere" in note
    assert "another number" not in note


def test_of_many_headings_that_get_another_number_it_is_told_how_many() -> None:
    text = "## Setup\n\n" * 9
    (note,) = told(text, op(text, "Setup", "Start", at=3))
    assert "#setup-1, #setup-2, #setup-3, #setup-4, #setup-5 and 3 more may get another number" in note
