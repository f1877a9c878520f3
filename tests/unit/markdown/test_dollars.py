"""Which pair of dollars is math: amounts of money and shell variables are none, in sentences as in table cells."""

import pytest

from reviewer.markdown.formulas import reads_as_words
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.parsed import ParsedDocument
from reviewer.model.structure import ProtectedKind


def read(text: str, unprotected: frozenset[ProtectedKind] = frozenset()) -> ParsedDocument:
    return parse(read_document(text.encode(), "x.md"), unprotected)


def protected(text: str) -> list[str]:
    parsed = read(text)
    return [parsed.document.text[slice(*p.span)] for p in parsed.protected]


def in_cells(row: str) -> list[str]:
    parsed = read(f"| a | b | c |\n|---|---|---|\n{row}\n")
    return [parsed.document.text[slice(*span)] for table in parsed.tables for span in table.math]


NO_MATH = [
    "from $5 to $10",
    "costs $5 (or $6)",
    "costs $5 (or US$6), $5/$6 or $5-$10",
    "costs $5 ($USD), or ($CAD) $7",
    "costs 10$/month, or 15$",
    "costs 10$-15$ here",
    "it is 10$, not 15$.",
    "add $HOME/bin:$PATH",
    "add $home/bin:$path",
    'set "$HOME" and "$PATH"',
    "set '$HOME' or '$PATH'",
    "set **$HOME** and **$PATH**",
    "set ($HOME, $PATH) and [$HOME]($PATH)",
    "set ${X}/lib:${Y}",
    "set ${X:-here}${Y} and ${X}-${Y}",
    "set $HOME$PATH, $HOME-$PATH and $HOME/$x",
    'pass "$1" and "$NAME"',
    "only $PATH",
    'is "$HOME" = "$PATH" or "$HOME"="$PATH"',
    "is $HOME=$PATH, $LOW<=$HIGH, or A=$HOME/bin:B=$PATH",
    "set -o src=$FROM,ro=1,dst=$DEST",
    "set ${X:=y}/lib:${Y}, ${X^^}:${Y} and ${X#\\a}:${Y}",
    "is <$NAME>, <$HOST>",
]

MATH = [
    ("so $a_{b}$ is", ["$a_{b}$"]),
    ("the $n$th, $k$-means and 3$\\times$ 4", ["$n$", "$k$", "$\\times$"]),
    ("at 20$^\\circ$C and 5$\\mu$m", ["$^\\circ$", "$\\mu$"]),
    ("the $k-$nearest, $SU(2)-$invariant", ["$k-$", "$SU(2)-$"]),
    ("where $x,$ and $f(x).$ hold", ["$x,$", "$f(x).$"]),
    ("map $f:$x", ["$f:$"]),
    ("about $5$, $2/3$ and $10^{6}$", ["$5$", "$2/3$", "$10^{6}$"]),
    ("a 2$x$ and 3$-x_1$", ["$x$", "$-x_1$"]),
    ("${n}$ and $\\{a\\}$", ["${n}$", "$\\{a\\}$"]),
    ("add $HOME/bin:$PATH to $x$", ["$x$"]),
    ("so $dx/dt=-\\lambda x.$For all", ["$dx/dt=-\\lambda x.$"]),
    ("in $x_{12},$where", ["$x_{12},$"]),
    ("is $q_{n+1}.$The next", ["$q_{n+1}.$"]),
    ("is $mc^2=E,$which", ["$mc^2=E,$"]),
    ("is $AB=CD,$where", ["$AB=CD,$"]),
    ("is $dx < dt,$where", ["$dx < dt,$"]),
    ("is $ab≤2(c+d),$where", ["$ab≤2(c+d),$"]),
    ("is $2x+y.$The", ["$2x+y.$"]),
    ("is $x_1,$where and $a_{n},$then", ["$x_1,$", "$a_{n},$"]),
    ("is ${n}^2,$where", ["${n}^2,$"]),
    ("is $10^{6}$, or $10^6.$The", ["$10^{6}$", "$10^6.$"]),
]

DOUBTFUL = ["pay $5 and 10$ more", "pay $5 (or 10$)", "is $2 mod 3$", "has $HOME and costs 5$."]


@pytest.mark.parametrize("text", NO_MATH)
def test_money_and_shell_variables_are_no_math(text: str) -> None:
    assert [found for found in protected(text) if "](" not in found and not found.startswith("(")] == []


@pytest.mark.parametrize(("text", "expected"), MATH)
def test_math_is_what_pandoc_says(text: str, expected: list[str]) -> None:
    assert protected(text) == expected


@pytest.mark.parametrize("text", DOUBTFUL)
def test_what_is_doubtful_is_protected(text: str) -> None:
    (found,) = protected(text)
    assert reads_as_words(found[1:-1])


@pytest.mark.parametrize("content", ["x", "a b", "x + yy", "\\alpha beta", "5", "a_{max} of it", "F = mass times"])
def test_a_formula_does_not_read_as_words(content: str) -> None:
    assert not reads_as_words(content)


def test_a_pair_never_crosses_the_border_of_a_cell_or_a_block() -> None:
    assert in_cells("| $5 | 10$ | x |") == []
    assert in_cells("$5 | 10$ | x") == []
    assert protected("- $5a\n- 10$\n") == []
    assert protected("# A $x\n\ny$ z\n") == []


@pytest.mark.parametrize("text", [text for text in NO_MATH if "|" not in text])
def test_a_cell_holds_no_other_math_than_a_sentence(text: str) -> None:
    assert in_cells(f"| {text} | 10$ | $5 |") == []


@pytest.mark.parametrize(("text", "expected"), MATH)
def test_a_table_knows_the_math_of_its_cells(text: str, expected: list[str]) -> None:
    assert in_cells(f"| x | {text} | $5 |") == expected


def test_the_math_of_cells_is_known_whether_tables_are_protected_or_not() -> None:
    text = "| a | $x$ |\n|---|---|\n| `$y$` | \\(z\\) |\n"
    parsed = read(text, frozenset({ProtectedKind.TABLE}))
    assert parsed.tables == read(text).tables
    assert [text[slice(*span)] for span in parsed.tables[0].math] == ["$x$", "\\(z\\)"]
