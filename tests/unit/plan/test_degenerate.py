"""Which replies are ended early, and which never: those that say something new, however long they are."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.config import Adaptive
from reviewer.plan.degenerate import BLANKS, LOOP, THINKING, DegenerateWatch, nothing_visible

FOLDER = Path(__file__).parents[3] / "fixtures" / "replies"


def streamed(text, passage="", room=2048, step=3):
    """What the watch says of a reply that comes in pieces, and how much of it had come then."""
    watch = DegenerateWatch(Adaptive(), passage, room)
    for end in range(step, len(text) + step, step):
        if (why := watch(text[:end])) is not None:
            return why, min(end, len(text))
    return None, len(text)


@pytest.mark.parametrize(
    ("text", "why", "most"),
    [
        (" " * 9000, BLANKS, 310),
        ("[" + "\n" * 9000, BLANKS, 310),
        ('{"edits": []}' + " \n\t" * 3000, BLANKS, 330),
        ("\u200b" * 9000, BLANKS, 310),
        ("and so on, " * 900, LOOP, 420),
        ("La pompe est. " + "x" * 9000, LOOP, 430),
        ('[{"before": "a", "after": "b", "kind": "typo", "rationale": "a word"}' + ', {"before": "the pump", "after": '
         '"the pumps", "kind": "grammar", "rationale": "the subject is plural here"}' * 60, LOOP, 900),
        ("<think>" + "".join(f"Word {n} may be wrong, or not. " for n in range(900)), THINKING, 6160),
    ],
)  # fmt: skip
def test_a_reply_that_goes_nowhere_is_ended_early(text, why, most):
    said, read = streamed(text)
    assert said == why
    assert read <= most


ROWS = "\n".join(f"| pompe {n} | {n * 7 % 13} bar | ouverte | conforme |" for n in range(200))
EDITS = [
    {"action": "replace", "before": f"word{n} has", "after": f"word{n} have", "kind": "grammar", "rationale": "plural"}
    for n in range(120)
]
CODE = "\n".join(f"{' ' * (4 * (n % 9))}if values[{n}] == limit:\n{' ' * 120}return None" for n in range(60))
SONG = "tra la la, " * 60


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        (json.dumps(EDITS), ""),
        (json.dumps(EDITS, indent=12), ""),
        (ROWS, ""),
        ("| a | b |\n" + "|" + "---|" * 90 + "\n" + ROWS, ""),
        (CODE, ""),
        (json.dumps([{"before": SONG, "after": SONG + "end", "kind": "typo"}] * 3), SONG),
        (json.dumps([{"before": "|  |  |\n" * 90, "after": "| x |  |\n" + "|  |  |\n" * 89}]), "|  |  |\n" * 90),
        ("<think>" + "Is this a word? Perhaps. " * 9 + "</think>" + json.dumps(EDITS), ""),
        (json.dumps([EDITS[0]] * 4), ""),
    ],
)
def test_a_reply_that_says_something_is_never_ended(text, passage):
    assert streamed(text, passage) == (None, len(text))


@pytest.mark.parametrize("reply", sorted(FOLDER.glob("*/*.txt")), ids=lambda path: path.stem)
def test_recorded_replies_that_can_be_read_to_their_end_are_never_ended(reply):
    said, read = streamed(reply.read_text(encoding="utf-8"))
    if "cut = true" not in reply.with_suffix(".toml").read_text(encoding="utf-8"):
        assert (said, read) == (None, len(reply.read_text(encoding="utf-8")))


@given(st.text(max_size=2000), st.integers(1, 200))
def test_text_at_random_never_fails(text, step):
    streamed(text, step=step)


def test_the_cost_of_a_stream_grows_with_its_length_not_faster():
    def seconds(count):
        text = "".join(f"Item {n * n % 9973} is here and the rest is there. " for n in range(count))
        watch, began = DegenerateWatch(Adaptive(), "", 10**6), time.perf_counter()
        for end in range(0, len(text), 16):
            watch(text[:end])
        return time.perf_counter() - began

    seconds(50)
    assert seconds(1600) < 40 * max(seconds(200), 0.002)


@pytest.mark.parametrize(
    ("text", "tokens", "why"),
    [
        ("", 2048, "2048 tokens and no visible text"),
        ("\u200b\n \u2060", 7, "7 tokens and no visible text"),
        ("<think>It is good.</think>\n", 40, THINKING),
        ("<think>It is", 40, ""),
        ("", None, ""),
        ("[]", 2, ""),
    ],
)
def test_a_finished_reply_with_tokens_and_nothing_to_see(text, tokens, why):
    assert nothing_visible(text, tokens) == why
