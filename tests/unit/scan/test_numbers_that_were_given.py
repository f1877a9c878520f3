"""A renumbering gives no number away that the text has already: in a table, a list, a footnote, a definition, code."""

from collections.abc import Callable

import pytest
from found_by import findings, scan_of
from growth import grows_linearly

from reviewer.scan.numbering.section_numbering import RULES

RULE = "section-numbering"
HEAD = "# 1 A\n\nText.\n\n# 2 B\n\nText.\n\n# 4 C\n\nText.\n\n"


def is_renumbered(tail: str, head: str = HEAD) -> bool:
    items = findings(RULES, RULE, f"{head}{tail}\n")
    assert len(items) == 1
    return items[0].repairs != ()


@pytest.mark.parametrize(
    "tail",
    [
        "| No | State |\n|---|---|\n| 3 | withdrawn |",
        "| No | State |\n|---|---|\n| 3 | in preparation |",
        "| State | No. |\n|---|---|\n| old | 3 |",
        "| State | Number |\n|---|---|\n| withdrawn | 3 |",
        "| No | State |\n|---|---|\n| 1 | valid |\n| 2 | valid |\n| 3 | withdrawn |\n| 4 | valid |",
        "| § | Title |\n|---|---|\n| **3** | Old terms |",
        "| Title | Section |\n|---|---|\n| Old terms | 3. |",
        "| a | b |\n|---|---|\n| 2 to 3 | withdrawn |",
        "<table><tr><td>3</td><td>withdrawn</td></tr></table>",
        "Text.[^1]\n\n[^1]: Withdrawn: 3.",
        "Text.[^1]\n\n[^1]: 3 was withdrawn.",
        "3\n: withdrawn",
        "3. withdrawn",
        "1. in force\n2. in force\n3. withdrawn\n4. in force",
        "- 3 withdrawn",
        "- withdrawn: 3",
        "Withdrawn: 3.",
        "There is no 3.",
        "Three is withdrawn.",
        "III was withdrawn.",
        "Le 3 a été abrogé.",
        "`3` is withdrawn.",
        "```text\n3 withdrawn\n```",
        "```text\n1 A\n2 B\n3 Old\n4 C\n```",
        "# (withdrawn) 3",
    ],
)
def test_a_number_that_stands_in_the_text_is_not_given_again(tail: str) -> None:
    assert not is_renumbered(tail)


def test_neither_is_one_that_front_matter_calls_withdrawn() -> None:
    assert not is_renumbered("", f"---\nwithdrawn: 3\n---\n\n{HEAD}")


@pytest.mark.parametrize(
    "tail",
    [
        "It has 3 valves.",
        "1. a\n2. b\n3. c\n4. d",
        "| Step | Do |\n|---|---|\n| 1 | go |\n| 2 | stop |\n| 3 | end |",
        "| Item | Count |\n|---|---|\n| Valves | 3 |",
        "Use `3`.",
        "```c\nint x = 3;\n```",
        "On 3 May 2021.",
        "In 2020, 3 requests were withdrawn.",
        "See Figure 3.",
        "- 3 valves were removed",
        "Version 3 was withdrawn.",
        "We dropped Python 3.",
        "Text.[^3]\n\n[^3]: A note.",
    ],
)
def test_amounts_counted_rows_and_other_numbers_do_not_hold_it(tail: str) -> None:
    assert is_renumbered(tail)


@pytest.mark.parametrize("cell", ["4", "2, 4", "**4**", "4.1"])
def test_a_column_of_section_numbers_holds_the_old_ones(cell: str) -> None:
    assert not is_renumbered(f"| Owner | Section |\n|---|---|\n| Legal | {cell} |")


@pytest.mark.parametrize("unit", ["| 3 | withdrawn |\n", "- 3 withdrawn\n", "withdrawn 3, ", "| 1 | x |\n"])
def test_many_withdrawn_numbers_take_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of(f"{HEAD}| No | State |\n|---|---|\n{unit * count}\n")
        return lambda: [list(rule.find(scan)) for rule in RULES]

    assert grows_linearly(prepare, 300)
