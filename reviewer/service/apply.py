"""Commit a plan to a document's ledger and write what follows from it. Used by ``review`` and ``apply``.

Everything happens under the workspace's lock, in the order of DESIGN §6: finish what a killed run left, record edits
made by hand, locate and check the ops against the present state, append the transaction, write the document, then
derive the rest. Safe to repeat: a plan whose ops are all in the ledger writes no entry.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from reviewer import __version__
from reviewer.config import ReviewerConfig
from reviewer.errors import IntegrityError, StaleHead
from reviewer.hashing import bytes_hash
from reviewer.ledger.commit import CommitContext, CommitPolicy, CommitResult, plan_commit
from reviewer.ledger.entries import Stamp, build_transaction
from reviewer.ledger.fold import History, load
from reviewer.ledger.lock import workspace_lock
from reviewer.ledger.transaction import Output, commit, write_checked
from reviewer.markdown.safety import structure_violations
from reviewer.markdown.source import read_document
from reviewer.model.document import Document
from reviewer.model.edit import EditPlan
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.ports import Clock
from reviewer.service.derive import derive, write_rejected
from reviewer.service.documents import load_document, parsed
from reviewer.service.hand_edits import absorb_hand_edits, set_aside_edited_copies
from reviewer.service.outcomes import Facts, Result, outcome_of, without_applied
from reviewer.service.repairs import complete_repair
from reviewer.service.run_record import RunRecord, read_record, write_record
from reviewer.service.workspace import Workspace


@dataclass(frozen=True, slots=True)
class ApplyOptions:
    """Where results go beside the workspace, and what is allowed."""

    allow_empty: bool = False
    output: Path | None = None


def apply_plan(
    workspace: Workspace,
    plan: EditPlan,
    facts: Facts,
    *,
    clock: Clock,
    options: ApplyOptions = ApplyOptions(),
) -> ReviewOutcome:
    """Commit ``plan`` and write edited document, notes, patches and report.

    Raises:
        StaleHead: ``document-changed`` when the document is not the one that the plan was made on.
        Busy: another process holds the workspace for longer than ``config.lock_timeout``.
        IntegrityError: ledger, snapshot and documents do not fit together; nothing was written.
    """
    with workspace_lock(workspace.root, facts.command, facts.config.lock_timeout):
        return _Run(workspace, facts, clock, options).apply(plan)


@dataclass(frozen=True, slots=True)
class _Run:
    """One apply under the lock."""

    workspace: Workspace
    facts: Facts
    clock: Clock
    options: ApplyOptions

    @property
    def config(self) -> ReviewerConfig:
        return self.facts.config

    def apply(self, plan: EditPlan) -> ReviewOutcome:
        document = self._document(plan)
        record = read_record(self.workspace)
        snapshot = read_document(self.workspace.snapshot.read_bytes(), document.source_id)
        notes = list(complete_repair(self.workspace, snapshot, record))
        history, _ = load(self.workspace.ledger, snapshot)
        history = absorb_hand_edits(self.workspace, history, record, self._stamp(history))
        result = self._plan_commit(history, plan, document)
        history = self._commit(history, result)
        notes += set_aside_edited_copies(self.workspace, record)
        refused, already = without_applied((*plan.rejected, *result.rejected), history)
        write_rejected(self.workspace, refused)
        self._derive(history, record, document)
        already = tuple(dict.fromkeys((*result.already_applied, *already)))
        return outcome_of(self.workspace, self.facts, Result(history, result, refused, already, tuple(notes)))

    def _document(self, plan: EditPlan) -> Document:
        document = load_document(self.workspace.document)
        if document.doc_hash != plan.doc_hash:
            raise StaleHead(
                "document-changed",
                f"{str(self.workspace.document)!r} has changed since the plan was made",
                "run the command again",
            )
        return document

    def _stamp(self, history: History) -> Stamp:
        return Stamp(
            doc=self.workspace.document.name,
            timestamp=self.clock.now(),
            txn=f"T{history.next_seq:06}",
            operator=self.config.operator,
            tool=f"reviewctl {__version__}",
            in_place=self.config.in_place,
        )

    def _plan_commit(self, history: History, plan: EditPlan, document: Document) -> CommitResult:
        view = history.view_of(document)
        if view is None:
            raise IntegrityError(
                "unknown-state",
                f"{str(self.workspace.document)!r} is in a state that the ledger does not know",
                "run: reviewctl verify " + str(self.workspace.document),
            )
        unprotected = self.config.style.unprotected
        context = CommitContext(
            current=parsed(read_document(history.bytes, document.source_id), unprotected),
            view=None if view == history.active else view,
            policy=CommitPolicy(
                strict=self.config.strict,
                allow_empty=self.options.allow_empty,
                silent_allowlist=frozenset(self.config.style.silent_allowlist),
            ),
            parse=partial(parsed, unprotected=unprotected),
            refused=plan.rejected,
            structure=partial(structure_violations, silent=self.config.style.silent_allowlist),
        )
        return plan_commit(history, plan.ops, context)

    def _commit(self, history: History, result: CommitResult) -> History:
        """Append and write the document; files that are not in the present state are brought to it in any case."""
        targets = self._targets()
        transaction = build_transaction(history, result, self._stamp(history))
        if transaction is not None:
            commit(self.workspace.ledger, history.head, transaction, targets)
            return transaction.history
        for target in targets:
            if not target.path.exists() or bytes_hash(target.path.read_bytes()) != history.doc_hash:
                write_checked(target.path, history.bytes)
        return history

    def _targets(self) -> Sequence[Output]:
        """Every file that is to hold the edited document."""
        targets = [Output(self.workspace.edited)]
        if self.config.in_place:
            targets.append(Output(self.workspace.document, in_place=True))
        if self.options.output is not None:
            targets.append(Output(self.options.output))
        return targets

    def _derive(self, history: History, record: RunRecord | None, document: Document) -> None:
        """Write what follows from the ledger, and the record of this run last of all."""
        now = self._record(history, record, document)
        copies = derive(self.workspace, history, now, self._annotated_copy())
        write_record(self.workspace, now.model_copy(update={"files": {**now.files, **copies}}))

    def _annotated_copy(self) -> Path | None:
        """Beside the ``--output`` file stands its annotated copy: ``out.md`` → ``out.REVIEWED.md``."""
        if self.options.output is None:
            return None
        return self.options.output.with_name(self.options.output.stem + self.config.output_suffix)

    def _record(self, history: History, record: RunRecord | None, document: Document) -> RunRecord:
        in_place = history.doc_hash if self.config.in_place else document.doc_hash
        files = dict(record.files) if record else {}
        files[str(self.workspace.document)] = in_place
        files.update({str(target.path): history.doc_hash for target in self._targets() if not target.in_place})
        return RunRecord(
            document=str(self.workspace.document),
            created=record.created if record else self.clock.now(),
            tool_version=__version__,
            doc_hash=document.doc_hash,
            head=history.head,
            config=self.config.model_dump(mode="json"),
            kernels=dict(self.facts.kernels),
            command=self.facts.command,
            not_reviewed=self.facts.not_reviewed if self.facts.kernels or not record else record.not_reviewed,
            failures=self.facts.failures,
            files=files,
        )
