"""heading-level-skip."""

from found_by import findings, texts

from reviewer.scan.numbering.heading_level import RULES

RULE = "heading-level-skip"


def test_each_step_of_more_than_one_level_down_is_found() -> None:
    text = "# A\n\n### C\n\n## B\n\n### D\n\n# E\n\n##### F\n"
    assert texts(RULES, RULE, text) == ["### C", "##### F"]


def test_the_first_heading_may_have_any_level_and_going_up_is_free() -> None:
    assert texts(RULES, RULE, "#### A\n\n## B\n\n# C\n\nD\n---\n\n### E\n") == []


def test_a_heading_with_code_or_a_link_is_found_at_its_marks() -> None:
    (found,) = findings(RULES, RULE, "# A\n\n   #### `run` [x](y)\n")
    assert (found.text, found.line, found.column) == ("####", 3, 4)


def test_headings_in_quotes_lists_and_code_do_not_count() -> None:
    assert texts(RULES, RULE, "# A\n\n> #### B\n\n- ##### C\n\n```\n#### D\n```\n\n<!--\n#### E\n-->\n\n## F\n") == []


def test_a_habit_is_told_once_with_its_number() -> None:
    text = "".join(f"## T{i}\n\n#### Why\n\n" for i in range(12))
    (found,) = findings(RULES, RULE, text)
    assert "12 places" in found.message
