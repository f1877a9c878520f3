"""What a model would change in one paragraph, by the best way of asking that its backend has."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from reviewer.model.chat import ChatMessage, ChatReply, Offers
from reviewer.plan.proofread.calls import ProofreadCalls
from reviewer.plan.proofread.chain import answer_refusal
from reviewer.plan.proofread.edges import with_old_edges
from reviewer.plan.proofread.edit_class import EditClass
from reviewer.plan.proofread.lexicon import Known
from reviewer.plan.proofread.probe import Doubt, completed, doubts, followed, word_at
from reviewer.plan.proofread.tokens import TextEdit, local_edits, tokens

Way = Literal["copy", "alternatives", "completions", "rewrite"]
"""``copy``: the source is scored as the answer, and places of doubt are followed. ``alternatives``: the model rewrites,
and they are followed where it copied. ``completions``: the same where it cannot be asked how an answer goes on; of the
places of doubt those count where the doubt alone completes a word. ``rewrite``: what it wrote, no more."""

_PREAMBLE = re.compile(r"\A[^\n]{0,160}:[ \t]*\n+")
_OF_WRONG_WORDS: tuple[EditClass, ...] = ("unknown", "repeat")
_OF_GOOD_WORDS: tuple[EditClass, ...] = ("inflection", "slip", "function", "rewrite")


class Found(NamedTuple):
    """An edit that a model would make; ``alt``: how probable what it puts in was, None where it wrote that."""

    edit: TextEdit
    alt: float | None = None


@dataclass(frozen=True, slots=True)
class Finds:
    """What was found in a paragraph, in order; ``refusal``: why nothing of the answer is taken, if so."""

    found: tuple[Found, ...]
    refusal: str = ""


def way_of(offers: Offers) -> Way:
    """How paragraphs are asked about, by what a backend does for the model."""
    if offers.scores and offers.continues:
        return "copy"
    if not offers.logprobs:
        return "rewrite"
    return "alternatives" if offers.continues else "completions"


def find_edits(calls: ProofreadCalls, messages: Sequence[ChatMessage], text: str, known: Known) -> Finds:
    """The edits of a paragraph that the model would make, or might have made, each of them local.

    Raises:
        BackendError: as the client's.
    """
    way = way_of(calls.job.offers)
    if way == "copy":
        reply = calls.copy(messages, text)
        return Finds(_in_order(text, _followed(calls, messages, text, reply, known)))
    reply = calls.rewrite(messages, text)
    written, refusal = _written(calls, text, reply)
    might = () if way == "rewrite" else _followed(calls, messages, text, reply, known)
    return Finds(_in_order(text, [*written, *might]), refusal)


def without_preamble(answer: str, source: str) -> str:
    """The answer without white space around it, and without a first line that announces it."""
    stripped = answer.strip()
    return stripped if "\n" in source else _PREAMBLE.sub("", stripped).strip()


def _written(calls: ProofreadCalls, text: str, reply: ChatReply) -> tuple[list[Found], str]:
    if reply.finish_reason != "stop":
        return [], "the answer broke off (whole-answer)"
    answer = without_preamble(reply.text, text)
    edits = local_edits(text, answer)
    refusal = answer_refusal(text, answer, edits, calls.job.settings.changed_share) or ""
    return ([] if refusal else [Found(edit) for edit in edits]), refusal


def _followed(
    calls: ProofreadCalls, messages: Sequence[ChatMessage], text: str, reply: ChatReply, known: Known
) -> Iterator[Found]:
    """The doubts that are worth a call, followed, from the end of the paragraph to its beginning.

    Where nobody can be asked how an answer goes on, only those that complete a word.
    """
    worth = [
        doubt for doubt in doubts(text, reply.text, reply.tokens) if doubt.alt >= _least(calls, text, doubt, known)
    ]
    most = sorted(worth, key=lambda doubt: -doubt.alt)[: calls.job.settings.most_doubts]
    for doubt in worth:
        if doubt not in most:
            continue
        edit = completed(text, doubt, known.word)
        if edit is None and calls.job.offers.continues:
            answer = calls.go_on(messages, text[: doubt.at] + doubt.text)
            edit = followed(text, doubt, answer.text, ended=answer.finish_reason == "stop")
        if edit is not None:
            yield Found(edit, doubt.alt)


def _least(calls: ProofreadCalls, text: str, doubt: Doubt, known: Known) -> float:
    """The probability from which a doubt can become an edit: a lower one where the word may be a slip."""
    start, end = word_at(text, doubt.at)
    word = text[start:end]
    doubtful = not known.word(word) or _repeats(text, start, end)
    kinds = (*_OF_WRONG_WORDS, *_OF_GOOD_WORDS) if doubtful else _OF_GOOD_WORDS
    return calls.job.policy.least_alt(known.language, kinds)


def _repeats(text: str, start: int, end: int) -> bool:
    """Whether the word beside is the same one."""
    word = text[start:end].casefold()
    beside = [token.casefold() for token in (*tokens(text[:start])[-2:], *tokens(text[end:])[:2])]
    return word.isalpha() and word in beside


def _in_order(text: str, found: Iterable[Found]) -> tuple[Found, ...]:
    """Each change once, with its greatest probability, in the order of the text; white space beside it stays."""
    best: dict[str, Found] = {}
    for raw in found:
        one = raw._replace(edit=with_old_edges(raw.edit, text))
        made = one.edit.applied(text)
        had = best.get(made)
        if had is None or (had.alt is not None and (one.alt is None or one.alt > had.alt)):
            best[made] = one
    return tuple(sorted(best.values(), key=lambda one: (one.edit.start, one.edit.end, one.edit.new)))
