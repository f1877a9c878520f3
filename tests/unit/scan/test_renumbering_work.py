"""Renumbering a document of many faulty sequences costs as much as the document is long."""

from collections.abc import Callable

from found_by import findings, scan_of
from growth import grows_linearly

from reviewer.scan.numbering.section_numbering import RULES

RULE = "section-numbering"
COPY = "# T\n\n## 1. A\n\n### 1.1 B\n\n## 3. C\n\nSee Section 3.\n\n### 3.1 D\n\n"


def scanning(text: str) -> Callable[[], object]:
    scan = scan_of(text)

    def work() -> None:
        assert list(RULES[0].find(scan))

    return work


def test_copies_of_a_numbered_text_take_linear_time() -> None:
    assert grows_linearly(lambda times: scanning(COPY.replace("See Section 3.\n\n", "") * times), 200)


def test_copies_that_refer_to_their_own_numbers_take_linear_time() -> None:
    assert grows_linearly(lambda times: scanning(COPY * times), 200)


def test_a_long_sequence_with_a_table_of_contents_takes_linear_time() -> None:
    def prepare(count: int) -> Callable[[], object]:
        links = "".join(f"- [{i} T](#{i}-t)\n" for i in range(2, count))
        return scanning(f"{links}\n# 0 T\n\n" + "".join(f"# {i} T\n\n" for i in range(2, count)))

    assert grows_linearly(prepare, 240)


def test_in_each_copy_the_subsections_move_with_their_own_section() -> None:
    text = "# T\n\n## 1. A\n\n## 3. C\n\n### 3.1 D\n\n# U\n\n## 1. E\n\n## 2. F\n\n### 2.1 G\n"
    (found,) = findings(RULES, RULE, text)
    assert [(repair.before_text, repair.after_text) for repair in found.repairs] == [("3", "2"), ("3.1", "2.1")]


def test_nothing_is_renumbered_where_a_subsection_stands_under_another_section() -> None:
    text = "# T\n\n## 1. A\n\n### 3.1 D\n\n## 3. C\n"
    by_text = {found.text: found for found in findings(RULES, RULE, text)}
    assert by_text.keys() == {"3", "3.1"}
    assert not any(found.repairs for found in by_text.values())
