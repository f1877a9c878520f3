"""A renumbered heading takes its entry in a table of contents along, number and target."""

from pathlib import Path

import pytest
from review_desk import edited, review

TEXT = """# Guide

[1. Scope](#1-scope)
[2. Limits](#2-limits)
[4. Terms](#4-terms)

## 1. Scope

See Section 2.

## 2. Limits

Nothing here.

## 4. Terms

More in Section 4.
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_an_entry_of_a_table_of_contents_goes_with_its_heading(tmp_path: Path, end: str) -> None:
    path = tmp_path / "guide.md"
    path.write_bytes(TEXT.replace("\n", end).encode())
    outcome = review(path)
    assert outcome.rejected == ()
    expected = TEXT.replace("[4. Terms](#4-terms)", "[3. Terms](#3-terms)")
    expected = expected.replace("## 4. Terms", "## 3. Terms").replace("Section 4", "Section 3")
    assert edited(path).decode() == expected.replace("\n", end)
