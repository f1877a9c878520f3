from scan_cases import found, scan, texts

PAIR = "We saw the the cat.\n"


def lines(text: str, rule: str = "doubled-word") -> list[int]:
    return [item.line for item in found(text, rule)]


def test_a_named_rule_is_silent_between_disable_and_enable() -> None:
    text = (
        f"{PAIR}\n<!-- reviewctl-disable doubled-word -->\n\n{PAIR}\n<!-- reviewctl-enable doubled-word -->\n\n{PAIR}"
    )
    assert lines(text) == [1, 9]


def test_no_name_means_all_rules() -> None:
    text = f"<!-- reviewctl-disable -->\n\n{PAIR}\n<!-- reviewctl-enable -->\n\n{PAIR}"
    assert lines(text) == [7]
    assert lines(text, "unclosed-directive") == []


def test_other_rules_still_speak() -> None:
    assert lines(f"<!-- reviewctl-disable misspelling -->\n\n{PAIR}\n<!-- reviewctl-enable misspelling -->\n") == [3]


def test_directives_work_inside_a_line_a_list_and_a_quote() -> None:
    text = (
        "We <!-- reviewctl-disable --> saw the the <!-- reviewctl-enable --> cat of of it.\n\n"
        "- <!-- reviewctl-disable doubled-word --> the the <!-- reviewctl-enable doubled-word --> dog\n\n"
        "> <!-- reviewctl-disable, doubled-word --> the the <!-- reviewctl-enable --> cow\n"
    )
    assert texts(text, "doubled-word") == ["of of"]


def test_directives_in_code_are_text() -> None:
    assert lines(f"`<!-- reviewctl-disable -->` is code.\n\n{PAIR}") == [3]
    assert lines(f"```\n<!-- reviewctl-disable -->\n```\n\n{PAIR}") == [5]


def test_an_unclosed_directive_runs_to_the_end_and_is_reported() -> None:
    text = f"{PAIR}\n<!-- reviewctl-disable doubled-word -->\n\n{PAIR}\n# More\n\n{PAIR}"
    assert lines(text) == [1]
    (report,) = found(text, "unclosed-directive")
    assert (report.line, report.severity, report.repairs) == (3, "minor", ())


def test_a_directive_against_all_rules_cannot_hide_that_it_is_unclosed() -> None:
    assert lines("<!-- reviewctl-disable -->\n", "unclosed-directive") == [1]


def test_an_unknown_rule_name_is_reported_and_disables_nothing() -> None:
    text = f"<!-- reviewctl-disable double-words -->\n\n{PAIR}"
    assert lines(text) == [3]
    (report,) = found(text, "unclosed-directive")
    assert "double-words" in report.message


def test_enabling_one_rule_leaves_the_others_off() -> None:
    text = f"<!-- reviewctl-disable -->\n\n<!-- reviewctl-enable doubled-word -->\n\nteh cat the the end\n\n{'x' * 3}\n"
    assert lines(text) == [5]
    assert lines(text, "misspelling") == []


def test_a_word_that_only_begins_like_a_directive_is_none() -> None:
    assert lines(f"<!-- reviewctl-disabled -->\n\n{PAIR}") == [3]
    assert scan("<!-- reviewctl-disable-next -->\n").findings == ()
