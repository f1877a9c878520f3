"""YAML replies: scalars stay text, nothing is executed, nothing explodes."""

import pytest
from growth import grows_linearly

from reviewer.plan.ladder.levels import extract
from reviewer.plan.ladder.yaml_values import MOST, yaml_values


def yaml(reply):
    read = extract(reply)
    assert read.method == "yaml"
    return list(read.items)


def test_a_list_in_a_fence_among_prose_and_as_the_whole_reply():
    text = "- action: replace\n  before: twoo boats\n  after: two boats\n  kind: typo\n"
    expected = [{"action": "replace", "before": "twoo boats", "after": "two boats", "kind": "typo"}]
    assert yaml(text) == expected
    assert yaml(f"Here you are:\n\n```yaml\n{text}```\n\nAnything else?") == expected
    assert yaml(f"edits:\n{text}") == expected
    assert yaml(f"My list:\n\n{text}") == expected


def test_texts_are_not_turned_into_numbers_dates_or_truth_values():
    (item,) = yaml("- before: no\n  after: 1.10\n  line: 3\n  confidence: 0.8\n  needs_attention: yes\n  rationale:\n")
    expected = {"before": "no", "after": "1.10", "line": "3", "confidence": 0.8, "needs_attention": True}
    assert item == {**expected, "rationale": None}


def test_block_scalars_lose_the_line_end_that_yaml_adds():
    (item,) = yaml("- before: |\n    first line\n    second lin\n  after: |\n    first line\n    second line\n")
    assert item == {"before": "first line\nsecond lin", "after": "first line\nsecond line"}


def test_a_text_with_a_number_sign_is_not_cut_at_a_comment():
    read = extract("- before: see C # sharp\n  after: see C# sharp\n")
    assert read.items == ({"before": "see C # sharp", "after": "see C# sharp"},)
    assert read.method == "plaintext_regex"


def test_a_key_that_is_said_twice_differently_has_both_values():
    assert yaml("- before: a\n  before: b\n  after: c\n") == [{"before": ["a", "b"], "after": "c"}]


@pytest.mark.parametrize(
    "value",
    [
        "!!python/object/apply:os.system ['true']",
        "!!python/name:os.system",
        '"\\UFFFFFFFF"',
        "[" * 100,
        "{a: " * 100,
        "*nowhere",
        "%",
    ],
)
def test_tags_do_nothing_and_bad_yaml_is_none(value):
    found = yaml_values(f"- before: {value}\n  after: x\n")
    assert found is None or all(not callable(part) for item in found.items for part in item.values())


def test_one_alias_and_the_text_is_no_reply():
    bomb = "before: &a [x, x, x, x]\n" + "".join(
        f"k{n}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(9)
    )
    assert yaml_values(bomb) is None


def test_a_text_longer_than_any_reply_is_not_parsed():
    text = "- before: a\n  after: b\n" * (MOST // 10)
    assert yaml_values(text) is None


@pytest.mark.parametrize(
    "piece", ["- before: a\n", "before: [", "before: a\n? ", "before: 'a", "before: |\n a\n", "x: y\n"]
)
def test_the_longest_text_takes_four_times_as_long_as_a_quarter_of_it(piece):
    def prepare(length):
        text = ("before: x\n" + piece * MOST)[:length]
        return lambda: yaml_values(text)

    assert grows_linearly(prepare, MOST // 4)


def test_other_line_separators_are_not_read_as_line_ends():
    assert yaml_values("- before: 'a\u2028b'\n  after: c\n") is None
