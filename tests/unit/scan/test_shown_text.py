import pytest
from scan_cases import found, parsed, repaired

from reviewer.config import ReviewerConfig
from reviewer.scan.shown import Shown, quotations


def quoted(text: str) -> list[str]:
    return [text[start:end] for start, end in quotations(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Say "a b" now', ['"a b"']),
        ("Say “a b” now", ["“a b”"]),
        ("Dire « a b » ici", ["« a b »"]),
        ("Say “a «b» c” now", ["“a «b» c”"]),
        ('« a "b" c » d', ['« a "b" c »']),
        ("Say 'a b' now", ["'a b'"]),
        ("Say ‘a b’ now", ["‘a b’"]),
        ("The users' own 'thing' here", ["'thing'"]),
        ("It's one that's fine", []),
        ('a 5" disk and a 3" disk', []),
        ("“Never closed", ["“Never closed"]),
        ('Il dit " a b " ici', ['" a b "']),
        ('Il dit " a b " et " c "', ['" a b "', '" c "']),
        ('One " alone here', []),
        ("Say ``a b'' now", ["``a b''"]),
        ("Say ''a b'' and ''c'' now", ["''a b''", "''c''"]),
        ("Say ''never closed", []),
        ('"a" and "b"', ['"a"', '"b"']),
        ("", []),
    ],
)
def test_quotations(text: str, expected: list[str]) -> None:
    assert quoted(text) == expected


WRONG = "We saw the the cat."


@pytest.mark.parametrize(
    "text",
    [
        f'# A\n\nDo not write "{WRONG}" here.\n',
        f'# A\n\nDo not write " {WRONG} " here.\n',
        f"# A\n\nDo not write ''{WRONG}'' here.\n",
        f"# A\n\nDo not write ``{WRONG}'' here.\n",
        f"# A\n\nDo not write <q>{WRONG}</q> here.\n",
        f"# A\n\n<blockquote cite='x'>\n\n<blockquote>\n\nNo.\n\n</blockquote>\n\n{WRONG}\n\n</blockquote>\n",
        f"# A\n\nÀ éviter : « {WRONG} »\n",
        f"> {WRONG}\n",
        f"# Bad examples\n\n{WRONG}\n",
        f"# Mauvais exemple\n\n## Part\n\n{WRONG}\n",
        f"# 2.1 ❌ Don’t\n\n{WRONG}\n",
        f"**Bad**: {WRONG}\n",
        f"| Bad | Good |\n|---|---|\n| {WRONG} | We saw the cat. |\n",
    ],
)
def test_wrong_text_that_is_shown_on_purpose_is_found_and_never_edited(text: str) -> None:
    assert len(found(text, "doubled-word")) == 1
    assert repaired(text, "doubled-word") == text


@pytest.mark.parametrize(
    "text", [f"> **Note:** {WRONG}\n", f"> [!NOTE]\n> {WRONG}\n", f"# Avoid deadlocks\n\n{WRONG}\n", f"Good: {WRONG}\n"]
)
def test_remarks_alerts_and_other_headings_are_the_writers_own_text(text: str) -> None:
    assert repaired(text, "doubled-word") == text.replace("the the", "the")


def test_text_beside_a_quoting_tag_is_the_writers_own() -> None:
    text = f"Write `<q>` here. {WRONG} Then </q>. <q>Yes.</q> {WRONG}\n"
    assert repaired(text, "doubled-word") == text.replace("the the", "the")


def test_rows_and_columns_under_bad_headings_are_shown() -> None:
    document = parsed("| | Good | Mauvais |\n|---|---|---|\n| x | one | two |\n| Incorrect | three | four |\n")
    shown = Shown(document, ReviewerConfig())
    answers = {}
    for block in document.prose.blocks:
        word = document.prose.text[block.start : block.end]
        answers[word] = shown.holds(block.start, block.end)
    assert {word for word in ("one", "two", "three", "four") if answers[word]} == {"two", "three", "four"}


def test_bad_headings_are_configuration() -> None:
    text = f"# Schlecht\n\n{WRONG}\n"
    assert repaired(text, "doubled-word", style={"bad_headings": ["schlecht"]}) == text
    assert repaired(text, "doubled-word") != text
