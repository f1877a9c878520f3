"""What an undo brings up to date is what is made when everything derived was thrown away, over random histories."""

import shutil
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from review_desk import apply, insert, replace, tree, workspace_of
from undo_desk import fits, reapply, revert

from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.report.notes import annotate
from reviewer.service.files import documents
from reviewer.service.workspace.derive import notes_of
from reviewer.service.workspace.history import read_history

TEXT = "# Title\n\nSome plain words\n\n- an item\n- another\n\nUnder\nlined words\n\n```\ncode\n```\n\nThe last words\n"
WORDS = {3: "plain", 5: "item", 6: "another", 8: "Under", 9: "words", 15: "last"}
NEW = ("", "other", "`x`", "two\n\nparts", "# no heading", "<!-- reviewctl-disable -->", "{++ x", "$$")
OPS = st.lists(
    st.tuples(st.sampled_from(sorted(WORDS)), st.sampled_from(NEW)), min_size=1, max_size=4, unique_by=lambda o: o[0]
)
STEPS = st.lists(st.tuples(st.booleans(), st.integers(0, 50), st.booleans()), max_size=6)


def forget():
    """As a new process begins."""
    documents._memo.clear()
    documents._outlines.clear()


def as_parsed(path):
    """The annotated copy, made from a full parse."""
    history, _ = read_history(workspace_of(path))
    return annotate(parse(read_document(history.bytes, "t.md")), notes_of(history, None)).text


@settings(max_examples=40, deadline=None)
@given(OPS, st.sampled_from(("", "A new line.\n", "\n## More\n\n", "===\n")), STEPS)
def test_everything_derived_is_as_if_made_anew(chosen, new_lines, steps):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "doc.md")
        path.write_text(TEXT)
        apply(path, *(replace(line, WORDS[line], new) for line, new in chosen))
        apply(path, insert(3, new_lines)) if new_lines else None
        for on, number, cascade in steps:
            forget()
            history, _ = read_history(workspace_of(path))
            names = list(history.replay.records)
            if names:
                undo = reapply if on else revert
                undo(path, names[number % len(names)], cascade=cascade, keep_going=True)
                assert workspace_of(path).annotated.read_text() == as_parsed(path)
        forget()
        apply(path)
        kept = tree(workspace_of(path).root)
        shutil.rmtree(workspace_of(path).patches, ignore_errors=True)
        shutil.rmtree(workspace_of(path).stage3)
        workspace_of(path).report.unlink()
        forget()
        apply(path)
        assert tree(workspace_of(path).root) == kept
        assert fits(path)
