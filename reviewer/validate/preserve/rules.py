"""The rules of preservation in their order, and an edit's verdicts by them.

They run on the whole proposal of a model, before it is split and before a tutor is asked; of one that a rule rejects
for one of its parts, on each independent part. What recorded replies of
small models made necessary is rejected; what alters what a sentence says asks for attention. ``validation.rules`` says
which: see ``config.PreservationRules``. The rules look at words, not at meaning.
"""

from collections.abc import Container, Sequence

from reviewer.config import PreservationRules
from reviewer.model.edit import Action, EditOp
from reviewer.model.verdict import Verdict
from reviewer.validate.preserve import block_structure, inline_text, intrusions, kind_limits, language, sense, sentences
from reviewer.validate.preserve.around import Around, Rule
from reviewer.validate.preserve.edit_words import Touched, touched
from reviewer.validate.verdicts import approval, objection, refusing, with_verdicts

RULES: tuple[Rule, ...] = (
    *language.RULES,
    *intrusions.RULES,
    *sentences.RULES,
    *kind_limits.RULES,
    *inline_text.RULES,
    *block_structure.RULES,
    *sense.RULES,
)


OF_THE_WHOLE = frozenset((
    "language", "cut_word", "reply_fields", "prompt_text", "sentence_lost", "sentence_doubled", "words_repeated",
    "block_structure", "word_order",
))  # fmt: skip
"""Rules that speak of a proposal as a whole: what one of them rejects is rejected with all its parts."""


def preserve(ops: Sequence[EditOp], around: Around, table: PreservationRules) -> tuple[EditOp, ...]:
    """The ops in order, each with one verdict of every rule that it reached: none follows a rejection.

    Flags change nothing and get none. Work is linear in the chunk for each op.
    """
    judged = []
    for op in ops:
        if op.action is Action.FLAG_ONLY:
            judged.append(op)
            continue
        view = touched(op, around.text, around.chunk)
        verdicts = _verdicts(op, view, around, table)
        if refusing(verdicts) is None:
            around.taken.update(sentences.taken_by(op, view))
        judged.append(with_verdicts(op, verdicts))
    return tuple(judged)


def is_rejected(
    op: EditOp, around: Around, table: PreservationRules, among: Container[str] = PreservationRules.model_fields
) -> bool:
    """Whether a rule that rejects would reject the op; of those ``among`` these keys."""
    view = touched(op, around.text, around.chunk)
    strict = (rule for rule in RULES if rule.key in among and getattr(table, rule.key) == "reject")
    return any(rule.look(op, view, around) is not None for rule in strict)


def _verdicts(op: EditOp, view: Touched, around: Around, table: PreservationRules) -> list[Verdict]:
    verdicts: list[Verdict] = []
    for rule in RULES:
        reason = rule.look(op, view, around)
        if reason is None:
            verdicts.append(approval(rule.key))
            continue
        verdicts.append(objection(rule.key, getattr(table, rule.key), reason))
        if verdicts[-1].decision == "reject":
            break
    return verdicts
