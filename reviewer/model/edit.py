"""Edit ops, as in the seed's EditOp schema, plus what DESIGN §4 adds."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from reviewer.model.finding import Severity
from reviewer.model.frozen import Frozen
from reviewer.model.position import Span
from reviewer.model.verdict import Verdict

EDIT_KINDS = (
    "typo", "punctuation", "capitalization", "spacing", "grammar", "terminology", "style", "logic_flow", "factual",
    "numbering", "link", "structure", "ai_leftover", "duplicate", "transcript",
)  # fmt: skip
"""Known kinds (DESIGN §4); an unknown one becomes ``style``."""


class Action(StrEnum):
    """Allowed actions (seed §6)."""

    REPLACE = "replace"
    INSERT = "insert"
    DELETE = "delete"
    FLAG_ONLY = "flag_only"


class Target(Frozen):
    """Where an op applies. Lines are 1-based inclusive; ``node_path`` is ``S2.3.p5``."""

    chunk_id: str = ""
    anchor: str = ""
    node_path: str = ""
    line_start: int
    line_end: int


class ReviewNote(Frozen):
    """The text of a GitHub alert; starts with ``REVIEWER: RVW-NNNN``."""

    alert: Literal["NOTE", "TIP", "WARNING", "CAUTION", "IMPORTANT"]
    text: str


class Source(Frozen):
    """Who proposed an op."""

    type: Literal["fixer", "worker", "tutor", "human", "tool"]
    rule: str = ""
    model: str = ""
    digest: str = ""
    prompt_hash: str = ""
    run_id: str = ""


MODELS = frozenset({"worker", "tutor"})
"""Sources that are models."""

PEOPLE = frozenset({"human", "tool"})
"""Sources of ops made elsewhere (``apply --ops``): a protected span always rejects them."""


class EditOp(Frozen):
    """A proposal that the kernel has located and normalised.

    ``span`` is what is replaced (empty for an insertion) and ``after_text`` what stands there afterwards, both exact:
    line ends are already the document's own. ``id`` is empty until commit. ``group`` ties ops that stand or fall
    together (a renumbered heading and the references to it). ``proposal`` is the op id of the whole of which this op is
    a part that stands alone: a model wrote a passage anew, and each of its independent corrections is an op; ``whole``
    are how many characters of what the whole quoted stand before and after ``span``. Of an op that was read from a
    file, ``index`` is its place there (from 1), ``quote`` what it quoted, shortened, and ``around`` how many characters
    of that stand before and after ``span``. ``verdicts`` are what validators said of it, in the order of their chain.
    """

    id: str = ""
    op_id: str
    action: Action
    target: Target
    span: Span
    before_hash: str
    before_text: str
    after_text: str
    needs_attention: bool
    kind: str
    severity: Severity
    silent: bool
    review_note: ReviewNote | None = None
    rationale: str = ""
    source: Source
    confidence: float | None = None
    fingerprint: str = ""
    group: str = ""
    proposal: str = ""
    whole: tuple[int, int] = (0, 0)
    index: int = 0
    quote: str = ""
    around: tuple[int, int] = (0, 0)
    verdicts: tuple[Verdict, ...] = ()
    salvaged: bool = Field(default=False, description="made from prose in which no proposal could be read")


class RejectCode(StrEnum):
    """Why an op was not applied (seed: funnel taxonomy; ``REJECT_OVERLAP`` is ours)."""

    SCHEMA_ID = "REJECT_SCHEMA_ID"
    LEDGER = "REJECT_LEDGER"
    HASH = "REJECT_HASH"
    SCHEMA_NOTE = "REJECT_SCHEMA_NOTE"
    RANGE = "REJECT_RANGE"
    PROTECTED = "REJECT_PROTECTED"
    OVERLAP = "REJECT_OVERLAP"
    OTHER = "REJECT_OTHER"


class Rejection(Frozen):
    """An op that was not applied. ``id`` is the id it came with, if any; ``op`` is the op as it was given.

    ``index`` and ``quote`` are as in ``EditOp``. ``before`` and ``after`` are what would become of which words,
    shortened; ``line`` is where, 0 where that is not known. ``verdicts`` are those that the op had.
    """

    op_id: str = ""
    id: str = ""
    code: RejectCode
    message: str
    op: dict[str, object] | None = None
    index: int = 0
    quote: str = ""
    line: int = 0
    before: str = ""
    after: str = ""
    verdicts: tuple[Verdict, ...] = ()


class Overlapped(Frozen):
    """An op that gave way to the op with the id ``winner``. It is taken after all when that one is refused.

    ``otherwise``: not its own words, but others of its sentence are written otherwise by the winner.
    """

    op: EditOp
    winner: str
    otherwise: bool = False


class Judged(Frozen):
    """An edit that validators saw and that is neither planned nor refused, with what they said of it.

    ``equals`` is the op id of the planned op that asks for the same, ``fingerprint`` that of what this one was about.
    """

    op_id: str
    kind: str
    verdicts: tuple[Verdict, ...]
    equals: str = ""
    fingerprint: str = ""


class EditPlan(Frozen):
    """Ops for one document state, and those already refused. A commit refuses when the document has changed.

    ``also_judged``: edits of which an equal one is planned, and candidates of a proofreader that were left.
    """

    doc_hash: str
    ledger_head: str
    ops: tuple[EditOp, ...] = ()
    overlapped: tuple[Overlapped, ...] = ()
    rejected: tuple[Rejection, ...] = ()
    also_judged: tuple[Judged, ...] = ()
