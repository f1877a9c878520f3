r"""Display math in blocks and lines: what closes it, how far it reaches, and which ``\[`` is a bracket of prose."""

import pytest

from reviewer.markdown.formulas import is_formula
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.parsed import FILLER, ParsedDocument


def read(text: str) -> ParsedDocument:
    return parse(read_document(text.encode(), "x.md"))


def spans(text: str) -> list[tuple[str, str]]:
    parsed = read(text)
    return [(p.kind.value, parsed.document.text[slice(*p.span)]) for p in parsed.protected]


def words(text: str) -> list[str]:
    return read(text).prose.text.replace(FILLER, " ").split()


BEHIND = {
    "a comma": "$$,",
    "a full stop and spaces": "$$ .  ",
    "an attribute": "$$ {#eq:mass}",
    "a label": "$$ \\label{mass}",
    "a comment": "$$ <!-- of mass -->",
    "words": "$$ with mass m",
    "a bracket, a comma": "\\],",
    "a bracket, words": "\\] with mass m",
}


@pytest.mark.parametrize("case", BEHIND)
def test_a_closer_closes_whatever_stands_behind_it_and_later_formulas_keep_their_ends(case: str) -> None:
    closer = BEHIND[case]
    opener = "$$" if closer.startswith("$$") else "\\["
    first = f"{opener}\nE = \\text{{one one}}\n{closer}\n"
    second = f"{opener}\nF = \\text{{two two}}\n{opener.replace('[', ']')}\n"
    text = f"Given\n\n{first}\nand then then\n\n{second}\nthe end.\n"
    assert spans(text) == [("math_block", first), ("math_block", second)]
    assert words(text) == ["Given", "and", "then", "then", "the", "end."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$$ a\nb $$, so\n", "$$ a\nb $$, so\n"),
        ("$$\na\n\nb\n$$.\nso\n", "$$\na\n\nb\n$$.\n"),
        ("$$\na\n\nb\n$$ {#eq:a}\nso\n", "$$\na\n\nb\n$$ {#eq:a}\n"),
        ("$$ a $$ {#eq:a}\nso\n", "$$ a $$ {#eq:a}\n"),
        ("$$ a \\$$ b\nc $$\nso\n", "$$ a \\$$ b\nc $$\n"),
        ("$$ a \\\\$$\nso\n", "$$ a \\\\$$\n"),
        ("$$ a\nb $$ and $$ c\nd $$\nso\n", "$$ a\nb $$ and $$ c\nd $$\n"),
        ("\\[ a \\\\[2pt]\nb \\]\nso\n", "\\[ a \\\\[2pt]\nb \\]\n"),
        ("\\[\nE\n\nF\n\\]\nso\n", "\\[\nE\n\nF\n\\]\n"),
        ("$$\na\n\nb\n$$\nso\n$$\nc\n$$\n", "$$\na\n\nb\n$$\n|$$\nc\n$$\n"),
        ("\\[ a = b \\] (3)\nso\n", "\\[ a = b \\] (3)\n"),
    ],
)
def test_a_block_of_math_is_its_whole_lines(text: str, expected: str) -> None:
    assert spans(text) == [("math_block", block) for block in expected.split("|")]


UNCLOSED = {
    "words behind the opener and a blank line": "$$ is a sign\n\nprose\n\n",
    "an opener alone and a heading": "$$\n\n# Between\n\nprose\n\n",
    "a heading without blank lines": "$$ is a sign\n# Between\nprose\n\n",
    "a code block": "$$ is a sign\n```sh\necho $$\n```\n\n",
    "the mark in code": "`$$` is a sign\nas is `$$`, or ``` $$ ```\n\n",
    "a bracket and a blank line": "\\[ opens it\n\nprose\n\n",
    "a formula that nothing closes": "$$\nx = 1\n\nprose\n\n",
    "a formula that nothing opens": "x = 1\n$$\n\nprose\n\n",
    "another bracket before the closer": "\\[ opens it,\n\\[1\\] does not\n\n",
}


@pytest.mark.parametrize("case", UNCLOSED)
def test_an_unclosed_opener_is_text_and_hides_nothing(case: str) -> None:
    formula = "$$\n\\text{if if} x\n$$\n"
    found = spans(UNCLOSED[case] + formula)
    assert found[-1] == ("math_block", formula)
    assert "math" not in " ".join(kind for kind, _ in found[:-1])


INSIDE = {
    "a display that begins and ends in lines": ("so $$\nq = k\n$$ holds\n", "$$\nq = k\n$$"),
    "brackets that begin and end in lines": ("so \\[ q\n= k \\] holds\n", "\\[ q\n= k \\]"),
    "brackets in a line": ("so \\[ F = m \\text{ for teh mass} \\] holds\n", "\\[ F = m \\text{ for teh mass} \\]"),
    "brackets and a full stop": ("\\[ E = \\sum p \\].\n", "\\[ E = \\sum p \\]"),
    "an environment in a line": ("so \\begin{math} the the \\end{math} holds\n", "\\begin{math} the the \\end{math}"),
    "an environment and words": ("\\begin{math} x \\end{math} is the mass\n", "\\begin{math} x \\end{math}"),
    "an environment in a display": (
        "so $$\n\\begin{aligned}\na &= b\n\\end{aligned}\n$$ holds\n",
        "$$\n\\begin{aligned}\na &= b\n\\end{aligned}\n$$",
    ),
    "environments of one name": (
        "so \\begin{a}\\begin{a} x \\end{a} y\\end{a} holds\n",
        "\\begin{a}\\begin{a} x \\end{a} y\\end{a}",
    ),
}


@pytest.mark.parametrize("case", INSIDE)
def test_math_within_lines_is_inline_math_and_the_words_around_it_are_prose(case: str) -> None:
    text, formula = INSIDE[case]
    later = "$$\nv = q\n$$\n"
    assert spans(f"{text}and this\n\n{later}") == [("inline_math", formula), ("math_block", later)]
    assert words(text) == text.replace(formula, "").split()


def test_a_display_that_ends_at_a_lines_start_does_not_open_another() -> None:
    text = "so $$\nq = k\n$$\nwhere the the letter\n\n$$\nv = q\n$$\n\nand $$\nm\n$$\nend\n"
    assert [kind for kind, _ in spans(text)] == ["inline_math", "math_block", "inline_math"]
    assert words(text) == ["so", "where", "the", "the", "letter", "and", "end"]


def test_two_brackets_that_touch_are_two_formulas() -> None:
    assert spans("so \\[a=b\\]\\[c=d\\] holds\n") == [("inline_math", "\\[a=b\\]"), ("inline_math", "\\[c=d\\]")]


@pytest.mark.parametrize(
    "text",
    ["\\[1\\]: see \\[2\\]\n", "\\[sic\\]\n", "- \\[x\\] done\n- \\[ \\] open\n", "a \\[see page 4\\] b\n",
     "a\\[^1\\] b\n", "\\[see the\nannex\\] for more\n", "> \\[see the\n> annex\\]\n", "\\[a [b](c=d) e\\]\n",
     "a \\[b `c = d` e\\]\n"],
)  # fmt: skip
def test_escaped_brackets_of_prose_are_no_math(text: str) -> None:
    assert not [found for found in spans(text) if "math" in found[0]]


@pytest.mark.parametrize(
    "content", ["x = 1", " E ", "f(x)", "\\alpha", "a_1", "\\text{the mass}", "a^2", "p → q", "a b"]
)
def test_a_sign_or_single_letters_make_a_formula(content: str) -> None:
    assert is_formula(content)


@pytest.mark.parametrize(
    "content", ["", " ", "1", "1, 2", "1-3", "^1", "x", "sic", "Doe 2020", "see below", "file\\_name", "C++", "\\*"]
)
def test_words_and_numbers_make_no_formula(content: str) -> None:
    assert not is_formula(content)
