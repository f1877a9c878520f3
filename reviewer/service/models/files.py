"""What model calls leave in a workspace, written as each ends: raw replies, ops, a status line; then the pyramid."""

import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from reviewer.file_kinds import read_regular
from reviewer.json_text import read_json
from reviewer.model.chunk_edits import KEPT, ChunkEdits, Template
from reviewer.model.pyramid import Pyramid, PyramidNode
from reviewer.service.files.names import fitted
from reviewer.service.workspace.artifacts import plain, write_bytes, write_json
from reviewer.service.workspace.folder import Workspace

STATUS = "status.jsonl"

PYRAMID = ("pyramid.json", "pyramid.md")
CHUNK_FOLDERS = OPS, PROOFREAD, MASKS, EXEMPLARS = ("ops", "proofread", "masks", "exemplars")
"""Files of the summaries, and in these folders of ``stage2``, are written while no lock is held."""


@dataclass(frozen=True, slots=True)
class ChunkFiles:
    """Files of one run below ``stage2``. ``settings`` names what recorded templates depend on."""

    workspace: Workspace
    run: str
    settings: str

    def write(self, edits: ChunkEdits) -> None:
        """Replies, ops where there are any, and a status line; of a proofreading in a folder of its own."""
        proofread = edits.template == "proofread"
        folder = self.workspace.stage2 / (PROOFREAD if proofread else OPS)
        folder.mkdir(parents=True, exist_ok=True)
        (_reply_lines if proofread else _reply_files)(folder, edits)
        ops = folder / fitted(edits.chunk_id, ".json")
        if edits.ops or (proofread and edits.refused):
            write_json(ops, {"ops": plain(edits.ops), "refused": plain(edits.refused)})
        else:
            ops.unlink(missing_ok=True)
        self._masks(edits)
        _append(folder / STATUS, json.dumps(self._status(edits), ensure_ascii=False).encode() + b"\n")

    def _masks(self, edits: ChunkEdits) -> None:
        """What masks hid, and a chunk that stayed degenerate; one that does not any more is no exemplar."""
        masks, exemplars = self.workspace.stage2 / MASKS, self.workspace.stage2 / EXEMPLARS
        stem = fitted(edits.chunk_id, "")
        for path in exemplars.iterdir() if exemplars.is_dir() else ():
            if path.name.startswith((f"{stem}.", f"{stem}_")):
                path.unlink(missing_ok=True)
        for folder, files in ((masks, edits.masks), (exemplars, edits.exemplars)):
            for file in files:
                folder.mkdir(parents=True, exist_ok=True)
                write_bytes(folder / fitted(edits.chunk_id, file.name), file.text.encode("utf-8", "replace"))

    def templates(self) -> dict[str, Template]:
        """The template that each chunk had last, under the same settings: a resume does not choose again."""
        found: dict[str, Template] = {}
        for line in _lines(self.workspace.stage2 / OPS):
            template = line.get("template")
            if self._same(line) and template in get_args(Template):
                found[line["chunk_id"]] = cast("Template", template)
        return found

    def kept(self) -> frozenset[str]:
        """Chunks whose last review under the same settings was one that is stored."""
        return self._kept(OPS)

    def proofread(self) -> frozenset[str]:
        """Chunks whose last proofreading under the same settings was one that is stored."""
        return self._kept(PROOFREAD)

    def _kept(self, folder: str) -> frozenset[str]:
        lines = _lines(self.workspace.stage2 / folder)
        last = {line["chunk_id"]: line.get("outcome") for line in lines if self._same(line)}
        return frozenset(name for name, outcome in last.items() if isinstance(outcome, str) and outcome in KEPT)

    def _same(self, line: dict[str, str]) -> bool:
        return line.get("settings") == self.settings

    def _status(self, edits: ChunkEdits) -> dict[str, object]:
        metrics = edits.metrics.model_dump(mode="json")
        return {
            "run": self.run,
            "chunk_id": edits.chunk_id,
            "outcome": edits.outcome.value,
            "reason": edits.reason,
            "template": edits.template,
            "form": edits.form,
            "attempts": edits.metrics.worker_calls + edits.metrics.tutor_calls,
            "ops": len(edits.ops),
            "refused": len(edits.refused),
            **metrics,
            "content_recipe": list(edits.recipes),
            "adaptive_escalation": [entry.model_dump(mode="json") for entry in edits.escalations],
            "settings": self.settings,
        }


def _reply_files(folder: Path, edits: ChunkEdits) -> None:
    """Raw replies: ``.raw.txt``, later attempts ``.2.raw.txt`` …"""
    counts: Counter[str] = Counter()
    for reply in edits.replies:
        if reply.failed and not reply.text:
            continue
        counts[reply.part] += 1
        part, number = f"_{reply.part}" if reply.part else "", counts[reply.part]
        name = f"{part}.raw.txt" if number == 1 else f"{part}.{number}.raw.txt"
        write_bytes(folder / fitted(edits.chunk_id, name), reply.text.encode("utf-8", "replace"))


def _reply_lines(folder: Path, edits: ChunkEdits) -> None:
    """All replies about a chunk as lines of one file: there is one for each paragraph and doubt, with probabilities."""
    lines = [json.dumps(plain(reply), ensure_ascii=False) for reply in edits.replies]
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
    write_bytes(folder / fitted(edits.chunk_id, ".replies.jsonl"), data)


def _append(path: Path, line: bytes) -> None:
    """A further line; what a killed run left of its last one is cut off first, so that it spoils no other."""
    with path.open("ab+") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(max(end - 1, 0))
        if file.read(1) not in {b"", b"\n"}:
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)
        file.write(line)


def _lines(folder: Path) -> Iterable[dict[str, str]]:
    """Status lines that can be read; a torn last one is none."""
    try:
        data = read_regular(folder / STATUS)
    except OSError:
        return
    for raw in data.split(b"\n"):
        try:
            line = read_json(raw)
        except ValueError:
            continue
        if isinstance(line, dict) and isinstance(line.get("chunk_id"), str):
            yield line


def write_pyramid(workspace: Workspace, pyramid: Pyramid) -> None:
    """``stage2/pyramid.json`` and ``pyramid.md``."""
    data, text = PYRAMID
    write_json(workspace.stage2 / data, pyramid)
    write_bytes(workspace.stage2 / text, pyramid_text(pyramid).encode())


def pyramid_text(pyramid: Pyramid) -> str:
    """The summaries for people, the abstract first, then as the document goes; then its terms."""
    lines = ["# Summaries", ""]
    for node in pyramid.nodes:
        lines += [_heading(node), "", node.summary or "(nothing to summarise)", ""]
    if pyramid.glossary:
        lines += ["## Terms", ""]
        lines += [
            f"- {entry.name}" + (f": {entry.definition}" if entry.definition else "") for entry in pyramid.glossary
        ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _heading(node: PyramidNode) -> str:
    title = " ".join(node.heading.split()) or ("Abstract" if node.level == 0 else node.node_id)
    mark = " (taken from the text: no model answered)" if node.degraded else ""
    return f"{'#' * (node.level + 2)} {node.node_id} {title}{mark}"
