"""Where a document says that other text comes in."""

from collections.abc import Callable

import pytest
from growth import grows_linearly
from scan_cases import parsed

from reviewer.scan.references.inclusions import inclusions


@pytest.mark.parametrize(
    "line", ["import Part from './part.mdx'", 'import Part, { a } from "../part.md";', "import Part  from  './p.md'"]
)
def test_an_import_of_a_document_is_an_inclusion(line: str) -> None:
    assert len(inclusions(parsed(f"# A\n\n{line}\n\nText.\n"))) == 1


@pytest.mark.parametrize("line", ["import Part from './part.js'", "We import a part from 'part.mdx'"])
def test_other_imports_are_none(line: str) -> None:
    assert inclusions(parsed(f"# A\n\n{line}\n\nText.\n")) == ()


@pytest.mark.parametrize("unit", [" from '", " from   ", "\nimport a from '", "import "])
def test_a_long_import_takes_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        document = parsed(f"# A\n\nimport a{unit * count}\n")
        return lambda: inclusions(document)

    assert grows_linearly(prepare, 4000)
