"""One writing command on a workspace: what comes before its own work, and what follows from it (DESIGN §6).

Before: finish what a killed run left, then record edits made by hand. After: append the transaction, write every file
that holds the document, derive the rest, and write the run record last of all. Call it under the workspace's lock.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from reviewer import __version__
from reviewer.config import ReviewerConfig
from reviewer.endpoint import refuse_secrets
from reviewer.errors import ReviewError
from reviewer.file_kinds import read_regular
from reviewer.hashing import bytes_hash
from reviewer.ledger.entries import Stamp, Transaction
from reviewer.ledger.fold import History
from reviewer.ledger.patches import add_patches, write_patches
from reviewer.ledger.torn import Output
from reviewer.ledger.transaction import commit, write_checked, write_documents
from reviewer.model.ports import Clock
from reviewer.service.outcomes import Facts
from reviewer.service.repairs import clear_temporary, complete_repair
from reviewer.service.workspace.derive import annotated_hash, derive
from reviewer.service.workspace.folder import Workspace, told_when_unwritable
from reviewer.service.workspace.followers import brought_along, shown_in_place
from reviewer.service.workspace.hand_edits import absorb_hand_edits, set_aside_edited_copies
from reviewer.service.workspace.history import read_history, read_snapshot
from reviewer.service.workspace.output_file import annotated_copy
from reviewer.service.workspace.run_record import RunRecord, announce, read_record, write_record
from reviewer.service.workspace.unfinished import refuse_unwritable_places, told_when_behind


@dataclass(frozen=True, slots=True)
class Session:
    """A writing command. ``in_place`` and ``outputs`` are files that it brings to the present state."""

    workspace: Workspace
    facts: Facts
    clock: Clock
    in_place: bool = False
    outputs: tuple[Path, ...] = ()

    @property
    def config(self) -> ReviewerConfig:
        """The configuration of this run."""
        return self.facts.config

    def with_facts(self, facts: Facts) -> "Session":
        """The same command, which knows more of its run by now."""
        return replace(self, facts=facts)

    def begin(self) -> "Opened":
        """Repair, read, record hand edits.

        Raises:
            IntegrityError: ledger, snapshot and documents do not fit together.
            UserError: ``unwritable``; a file that should hold the document is no UTF-8 text; ``secret-in-endpoint``.
        """
        refuse_secrets(self.config.llm)  # before anything is stored: the record holds the configuration
        with told_when_unwritable(self.workspace):
            record = read_record(self.workspace)
            snapshot = read_snapshot(self.workspace)
            repaired = complete_repair(self.workspace, snapshot, record)
            history, notes = repaired.history, repaired.notes
            clear_temporary(self.workspace, record)
            history, found = absorb_hand_edits(self.workspace, history, record, self.stamp(history))
        return Opened(history, record, (*notes, *found))

    def preview(self) -> "Opened":
        """What ``begin`` would give, with nothing written. Raises as ``begin``."""
        record = read_record(self.workspace)
        history, _ = read_history(self.workspace)
        history, found = absorb_hand_edits(self.workspace, history, record, self.stamp(history), dry=True)
        return Opened(history, record, found)

    def stamp(self, history: History) -> Stamp:
        """Who commits, when; transactions are numbered by their first entry."""
        return Stamp(
            doc=self.workspace.document.name,
            timestamp=self.clock.now(),
            txn=f"T{history.next_seq:06}",
            operator=self.config.operator,
            tool=f"reviewctl {__version__}",
            in_place=self.in_place,
        )

    def finish(self, opened: "Opened", transaction: Transaction | None) -> "Finished":
        """Commit, write documents, derive. Without a transaction files are brought to the present state all the same.

        Raises:
            UserError, IntegrityError: as ``ledger.transaction.commit``; ``unwritable``.
            ResultsNotWrittenError: the transaction is in the ledger, and something that follows from it is not written.
        """
        try:
            return self._finish(opened, transaction)
        except ReviewError as error:
            error.facts.setdefault("notes", list(opened.notes))
            raise

    def _finish(self, opened: "Opened", transaction: Transaction | None) -> "Finished":
        with told_when_unwritable(self.workspace):
            before = self._before(opened, transaction)
            if transaction is None:
                return self._complete(opened, opened.history, before)
            commit(self.workspace.ledger, opened.history.head, transaction)
        with told_when_behind(self.workspace, transaction, (*opened.notes, *before.kept)):
            write_documents(self._targets(), transaction.raw)
            return self._complete(opened, transaction.history, before)

    def _before(self, opened: "Opened", transaction: Transaction | None) -> "_Before":
        """What is looked at, kept and announced while the files have the earlier state."""
        history = opened.history
        followed = self._follows(opened.record, history)
        own = (*self.outputs, *self._annotated_copies())
        if transaction is not None:
            refuse_unwritable_places(self.workspace, own)
        kept = set_aside_edited_copies(self.workspace, opened.record, own, self._ours(opened))
        noted, since = opened.record, _finished_at(self.workspace, opened)
        shown = shown_in_place(self.workspace, history) if self.in_place else None
        if transaction is not None:
            hashes = {str(path): transaction.history.doc_hash for path in self.outputs}
            noted = announce(self.workspace, noted, hashes)
        return _Before(noted, since, tuple(kept), shown, followed)

    def _complete(self, opened: "Opened", history: History, before: "_Before") -> "Finished":
        """Everything that follows from the ledger, which has ``history``."""
        for target in self._targets():
            if not target.path.exists() or bytes_hash(read_regular(target.path)) != history.doc_hash:
                write_checked(target.path, history.bytes)
        record = self._record(history, opened.record)
        followed = before.followed and self._follows(opened.record, history)
        record = record.model_copy(update={"in_place": self.in_place or followed})
        if not add_patches(opened.history, history, self.workspace.patches, before.since):
            write_patches(history, self.workspace.patches)
        tell = partial(announce, self.workspace, before.noted)
        copies = derive(self.workspace, history, record, self._annotated_copies(), tell)
        write_record(self.workspace, record.model_copy(update={"files": {**record.files, **copies}}))
        moved = brought_along(self.workspace.document, before.shown, opened.history, history)
        return Finished(history, (*opened.notes, *before.kept, *moved), self._written(history))

    def _written(self, history: History) -> tuple[str, ...]:
        """Files of the person's own that now hold the edited document, and the annotated copies beside them."""
        in_place = [self.workspace.document] if self.in_place and history.entries else []
        return tuple(map(str, [*in_place, *self.outputs, *self._annotated_copies()]))

    def _ours(self, opened: "Opened") -> Collection[str]:
        """Hashes of what the ledger gives: without a record of the last run nothing else says what we wrote."""
        history = opened.history
        lost = opened.record is None and self.workspace.annotated.is_file()
        return (*history.recorded, *((annotated_hash(history, self.workspace),) if lost else ()))

    def _follows(self, record: RunRecord | None, history: History) -> bool:
        """Whether the document, written in place by an earlier run, stands at this state."""
        path = self.workspace.document
        return record is not None and record.in_place and bytes_hash(read_regular(path)) == history.doc_hash

    def _targets(self) -> Sequence[Output]:
        """Every file that is to hold the edited document."""
        places = [Output(self.workspace.edited)]
        if self.in_place:
            places.append(Output(self.workspace.document, in_place=True))
        return [*places, *(Output(path) for path in self.outputs)]

    def _annotated_copies(self) -> tuple[Path, ...]:
        return tuple(annotated_copy(path, self.config.output_suffix) for path in self.outputs)

    def _record(self, history: History, last: RunRecord | None) -> RunRecord:
        facts = self.facts
        on_disk = bytes_hash(read_regular(self.workspace.document))
        files = dict(last.files) if last else {}
        files.update({str(path): history.doc_hash for path in (self.workspace.edited, *self.outputs)})
        files[str(self.workspace.document)] = on_disk
        reviewed = bool(facts.kernels) or last is None
        return RunRecord(
            document=str(self.workspace.document),
            created=last.created if last else self.clock.now(),
            tool_version=__version__,
            doc_hash=facts.doc_hash if reviewed or last is None else last.doc_hash,
            head=history.head,
            config=self.config.model_dump(mode="json"),
            kernels=dict(facts.kernels) if reviewed or last is None else last.kernels,
            command=facts.command,
            not_reviewed=facts.not_reviewed if reviewed or last is None else last.not_reviewed,
            refused_whole=facts.refused_whole if reviewed or last is None else last.refused_whole,
            asked_again=facts.asked_again if reviewed or last is None else last.asked_again,
            proofreading=facts.proofreading if reviewed or last is None else last.proofreading,
            models=dict(facts.models) if reviewed or last is None else last.models,
            validation=facts.validation if reviewed or last is None else last.validation,
            failures=facts.failures,
            files=files,
            plan=facts.plan if reviewed or last is None else last.plan,
            not_chosen=facts.not_chosen if reviewed or last is None else last.not_chosen,
            unfound=facts.unfound if facts.unfound is not None else last.unfound if last else (),
            context=facts.context or (last.context if last else None),
        )


@dataclass(frozen=True, slots=True)
class Opened:
    """The state that a command begins with."""

    history: History
    record: RunRecord | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Before:
    """What is known before the append.

    ``noted`` is the record with what is announced, ``since`` as ``_finished_at``; ``shown`` are the changes in the
    document that is written in place, ``followed`` says whether it stood at the ledger's state.
    """

    noted: RunRecord | None
    since: int
    kept: tuple[str, ...]
    shown: frozenset[str] | None
    followed: bool


@dataclass(frozen=True, slots=True)
class Finished:
    """The state that a command left; ``notes`` say what a person should know; ``written`` are files of the person's."""

    history: History
    notes: tuple[str, ...]
    written: tuple[str, ...] = ()


def _finished_at(workspace: Workspace, opened: Opened) -> int:
    """When the run that left this history came to its end, in nanoseconds; 0 when none did, or one of another version.

    Another version may have written patches in another form.
    """
    last = opened.record
    if last is None or last.begun or (last.head, last.tool_version) != (opened.history.head, __version__):
        return 0
    return workspace.run_json.stat().st_mtime_ns
