"""An edit may not change the language of its passage: small models translate when they are asked to proofread."""

from collections.abc import Sequence

from reviewer.model.edit import Action, EditOp, RejectCode, Rejection
from reviewer.plan.flag_instead import whole_words
from reviewer.plan.refusal import rejection
from reviewer.scan.language import UNDECIDED, text_language

_HITS = 2
"""Different function words that tell the language of a short text."""


def keep_language(ops: Sequence[EditOp], text: str, language: str) -> tuple[tuple[EditOp, ...], tuple[Rejection, ...]]:
    """Ops that leave the passage in its language, and a refusal (``REJECT_OTHER``) for each that does not.

    ``text`` is what the ops' spans are in. What is put in must speak clearly for another language than the passage's,
    and than what it takes the place of: a quotation in another language may be corrected.
    """
    kept: list[EditOp] = []
    refused: list[Rejection] = []
    for op in ops:
        other = _other_language(op, text, language)
        if other is None:
            kept.append(op)
        else:
            message = f"it would change the language of its passage ({language}) to {other}"
            refused.append(rejection(op, RejectCode.OTHER, message))
    return tuple(kept), tuple(refused)


def _other_language(op: EditOp, text: str, language: str) -> str | None:
    if op.action is Action.FLAG_ONLY or not op.after_text or language in {"", UNDECIDED}:
        return None
    before, after = whole_words(text, op.span, op.after_text)
    found = text_language(after, _HITS)
    if found == UNDECIDED and text_language(before, 1) == language:
        found = text_language(after, 1)  # few words: what was clearly of this language is clearly of another
    if found in {UNDECIDED, language} or found == text_language(before, _HITS):
        return None
    return found
