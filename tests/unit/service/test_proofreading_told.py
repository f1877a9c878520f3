"""How much was proofread is said in plain counts, also where it is one or nothing."""

import pytest
from proofread_desk import COPY, Words

from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.chunk_edits import ChunkEdits, ChunkMetrics, Outcome
from reviewer.model.edit import RejectCode, Rejection
from reviewer.service.models.proofreading import left_out_lines, proofreading_lines

BLOCKS = parse(read_document(b"# One\n\nText.\n", "doc.md")).blocks


def chunk(read: int, weighed: int = 0, *refused: str, **left_out: int) -> ChunkEdits:
    return ChunkEdits(
        chunk_id="c",
        outcome=Outcome.CLEAN,
        offered=COPY,
        refused=tuple(Rejection(code=RejectCode.OTHER, message=message) for message in refused),
        metrics=ChunkMetrics(paragraphs=read, ops_proposed=weighed, left_out=left_out),
    )


@pytest.mark.parametrize(
    ("chunks", "said"),
    [
        ([chunk(1)], ["1 paragraph was proofread", "there was no place where the model would write something else"]),
        ([chunk(1, 1, "no"), chunk(2)], ["3 paragraphs were proofread", "1 place was looked at where the model would "
          "write something else", "0 of these are proposed as edits; all others are in stage2/proofread with the "
          "reason", "1 left", ]),
        ([chunk(1, 0, "rewrites too much")], ["1 paragraph was proofread", "there was no place where the model would "
          "write something else", "1 left"]),
        ([chunk(0)], ["No paragraph was proofread; what was not, and why, is under “Not reviewed”."]),
        ([], []),
    ],
)  # fmt: skip
def test_what_was_read_and_weighed(chunks, said):
    assert [line.partition(":")[0] for line in proofreading_lines(chunks)] == said


def test_what_was_left_out_is_summed_over_chunks_and_the_short_ones_are_no_exception():
    lines = left_out_lines([chunk(1, short=2), chunk(1, short=1, cut=1)], BLOCKS, Words())
    assert [line.partition(" not ")[0] for line in lines] == [
        "1 paragraph was", "3 paragraphs were", "1 heading was",
    ]  # fmt: skip


def test_where_nobody_proofreads_nothing_is_said_of_it():
    assert left_out_lines([], BLOCKS, Words(languages=())) == []
