"""``protected_terms``: no term of the glossary is lost, and those of the configuration keep their spelling.

Counted are names, aliases and plurals as one identity, in the segment before and after. More of them may come: that is
how a misspelt name is mended.
"""

from collections import Counter
from collections.abc import Collection

from reviewer.model.edit import PEOPLE, Action
from reviewer.model.verdict import Verdict
from reviewer.validate.candidate import Candidate, Known
from reviewer.validate.letter_case import lines_around, may_be_written
from reviewer.validate.preserve.edit_words import tokens, without_repeats
from reviewer.validate.spared import spared_sentences
from reviewer.validate.verdicts import approval, objection

KEY = "protected_terms"


def judge(candidate: Candidate, known: Known) -> Verdict:
    """Exceptions: capitals, title case and host names (``letter_case``); a deletion of a whole segment is judged by the
    deletion policy; words that only repeat the ones before them are no occurrence, nor are sentences that stand twice
    or are a model's leftovers and go whole (``spared``); in chain ``spoken_word`` an identity
    may be said less often as long as it is still said (audita-validators, Protected-Name Repetition). People may rename
    a term: it is told, not refused.
    """
    reason = _lost(candidate, known) if known.names.longest else None
    if reason is None:
        return approval(KEY)
    return objection(KEY, "attention" if candidate.op.source.type in PEOPLE else "reject", reason)


def _lost(candidate: Candidate, known: Known) -> str | None:
    if candidate.op.action is Action.DELETE and not candidate.after.strip():
        return None
    before, after = _beside(candidate, known)
    for written, identity in known.names.misspelt(after) - known.names.misspelt(before):
        if not may_be_written(written, *_lines(candidate), known.names.forms(identity)):
            return f"it would write “{written}”, which the glossary writes otherwise"
    gone = known.names.counted(before) - known.names.counted(after)
    lost = _without_spared(gone, candidate, known) if gone else ()
    if not lost:
        return None
    return f"it would lose the term “{known.names.entries[min(lost)].name}”"


def _without_spared(gone: Counter[int], candidate: Candidate, known: Known) -> Collection[int]:
    if without_repeats(tokens(candidate.before)) == without_repeats(tokens(candidate.after)):
        return ()
    gone = gone - known.names.counted_in(spared_sentences(candidate.op, known))
    if candidate.chain != "spoken_word":
        return gone
    return gone.keys() - known.names.counted(candidate.after).keys()


def _lines(candidate: Candidate) -> tuple[str, str]:
    """The lines that the edit touches, before and after."""
    start = candidate.op.span.start - candidate.place.start
    old, new = len(candidate.op.before_text), len(candidate.op.after_text)
    return lines_around(candidate.before, start, start + old), lines_around(candidate.after, start, start + new)


def _beside(candidate: Candidate, known: Known) -> tuple[str, str]:
    """The part of the segment in which a name can have changed, before and after: the rest is the same."""
    reach, (start, end) = known.names.longest + 1, candidate.op.span
    left = known.text[max(start - reach, candidate.place.start) : start]
    right = known.text[end : min(end + reach, candidate.place.end)]
    return left + known.text[start:end] + right, left + candidate.op.after_text + right
