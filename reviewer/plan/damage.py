"""What a model's edit must never do, whoever proposes it: rules without a model, before any tutor is asked.

Each refusal is ``REJECT_OTHER`` and its message ends in the rule's name in brackets. The rules are what recorded
replies of small models made necessary; they look at words, not at meaning, and say nothing of an edit that passes.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reviewer.config import ReviewerConfig
from reviewer.markdown.locate import Located
from reviewer.model.edit import Action, EditOp, RejectCode, Rejection
from reviewer.model.position import Span
from reviewer.plan import edit_words
from reviewer.plan.edit_words import Touched, touched
from reviewer.plan.leftovers import is_leftover
from reviewer.plan.refusal import rejection
from reviewer.plan.word_reach import cut_words, is_inside
from reviewer.scan.language import has_function_words

_SENTENCE = 4
"""Words from which something is a sentence that can be lost or doubled."""

_SLIPS = frozenset({"typo", "punctuation", "capitalization", "spacing"})
_TAKES_AWAY = frozenset({"duplicate", "ai_leftover", "transcript"})
_LEFT_BEHIND = _TAKES_AWAY - {"duplicate"}
_CORRECTIONS = _SLIPS | {"grammar"}
"""Kinds of edits that nobody is told about."""

_MARKUP = frozenset("*_`[]<>|#~")
_FIELD = re.compile(
    r"""["'“”]\s*(?:,\s*)+["'“”]?(?:action|line|before|after|kind|severity|confidence|rationale|before_text|after_text"""
    r"""|find|replace|old|new|search|original|section)["'“”]?\s*:"""
)
"""Where a value ends and the next field of a proposal begins."""
_NO_TEXT = re.compile(
    r"[\s(\[<{*_]*"
    r"(?:none|null|nil|n/?a|undefined|nan|empty|nothing|deleted?|removed?|no (?:change|text|replacement)|\.\.\.|…)"
    r"[\s)\]>}*_.]*",
    re.IGNORECASE,
)
_RATIONALE = 3
"""Words from which a rationale says why."""

_LEFTOVERS: tuple[str, ...] = ReviewerConfig().style.ai_leftover_patterns


@dataclass(frozen=True, slots=True)
class _Around:
    """The document's text and the chunk's, the patterns of leftovers, and the repeats that edits before take away."""

    text: str
    passage: str
    leftovers: Sequence[str]
    taken: Counter[str]


Rule = Callable[[EditOp, Touched, _Around], str | None]


def refuse_damage(
    ops: Sequence[EditOp], text: str, chunk: Span, leftovers: Sequence[str] = _LEFTOVERS
) -> tuple[tuple[EditOp, ...], tuple[Rejection, ...]]:
    """Ops that may go on, and a refusal for each other one, both in order. Flags always may.

    ``text`` is what the ops' spans are in, ``chunk`` where they were proposed, ``leftovers`` the configured patterns
    (``style.ai_leftover_patterns``). Work is linear in the chunk for each op.

    - ``sentence-lost``: half the words of a sentence, heading or item would go. May go: a sentence of kind
      ``duplicate`` that, case and white space aside, stands in the chunk once more when all edits are made; one of kind
      ``ai_leftover`` or ``transcript`` that is one (``is_leftover``); what a deletion of another kind takes away that
      is no correction and says why. A sentence of fewer than four words is lost when all of them go and the text has
      fewer sentences.
    - ``cut-word``: it changes an end of what it quotes, which stands inside a word of the text: `is`, quoted from
      `This`, is another word than the one that the model means.
    - ``placeholder``: a word that stands for no text (`None`, `[deleted]`) would take the place of what it quotes.
    - ``unseen-character``: a control character or one that nobody sees would come in (Unicode categories C, Zl and Zp).
    - ``reply-fields``: a field of the reply itself (``", "kind": "style``) would come in, its quote was not closed.
    - ``sentence-doubled``: a sentence would stand in the chunk that stands there already.
    - ``words-repeated``: a run of up to 12 words would stand twice in a row that did not.
    - ``number-changed``: whole numbers or their order would change, in what calls itself a typo, punctuation,
      capitalization, spacing or grammar.
    - ``markup-changed``: marks of emphasis, links, tables or headings would, likewise.
    - ``not-its-kind``: what calls itself a typo (or punctuation, capitalization, spacing) would put a word in the place
      of one that is not like it, add or remove one; function words may. A grammar edit may add or remove one word, or
      change its form as far as the first two letters stay. An insertion, which adds whole lines, corrects nothing.
    """
    kept: list[EditOp] = []
    refused: list[Rejection] = []
    around = _Around(text, text[chunk.start : chunk.end], leftovers, Counter())
    for op in ops:
        view = touched(op, text, chunk)
        reason = None if op.action is Action.FLAG_ONLY else _reason(op, view, around)
        if reason is None:
            kept.append(op)
            if op.kind == "duplicate":
                around.taken.update(_fewer(view))
        else:
            refused.append(rejection(op, RejectCode.OTHER, reason))
    return tuple(kept), tuple(refused)


def _reason(op: EditOp, view: Touched, around: _Around) -> str | None:
    return next((reason for rule in _RULES if (reason := rule(op, view, around)) is not None), None)


def _sentence_lost(op: EditOp, view: Touched, around: _Around) -> str | None:
    if op.action is Action.DELETE and op.kind not in _CORRECTIONS | _TAKES_AWAY and _says_why(op):
        return None
    gone = edit_words.lost(view.before, view.after)
    spared = _spared(op, view, around)
    fewer = len(edit_words.sentences(view.after)) < len(edit_words.sentences(view.before))
    for text in edit_words.sentence_texts(view.before):
        sentence = edit_words.words(text)
        least = len(sentence) / 2 if len(sentence) >= _SENTENCE else len(sentence)
        spoken = len(sentence) >= _SENTENCE or (fewer and any(len(word) > 2 for word in sentence))
        if not spoken or _common(gone, sentence) < least or edit_words.same_sentence(text) in spared:
            continue
        if op.kind in _LEFT_BEHIND and is_leftover(text, op.kind, around.leftovers):
            continue
        return f"it would take away most of “{_shown(sentence)}” (sentence-lost)"
    return None


def _fewer(view: Touched) -> Counter[str]:
    """Sentences that would stand less often, and how many times less."""
    return edit_words.counted_sentences(view.before) - edit_words.counted_sentences(view.after)


def _spared(op: EditOp, view: Touched, around: _Around) -> set[str]:
    """Sentences that stay, and, of an edit that takes away repeats, those that would still stand once more."""
    gone = _fewer(view)
    stood = edit_words.counted_sentences(around.passage) if op.kind == "duplicate" else Counter[str]()
    stay = edit_words.counted_sentences(view.before).keys() - gone.keys()
    return stay | {sentence for sentence, times in gone.items() if stood[sentence] - around.taken[sentence] > times}


def _cut_word(op: EditOp, _: Touched, around: _Around) -> str | None:
    text, (start, end), (left, right) = around.text, op.span, op.around
    ends = (at for at, beside in ((start, left), (end, right)) if not beside and is_inside(text, at))
    at = next(ends, None)
    if at is None:
        return None
    word = cut_words(text, Located(Span(at, at), "", ""))
    return f"what it quotes ends inside the word “{text[word.start : word.end]}” (cut-word)"


def _placeholder(op: EditOp, _: Touched, around: _Around) -> str | None:
    (start, end), (left, right) = op.span, op.around
    quoted = around.text[start - left : end + right]
    put = around.text[start - left : start] + op.after_text + around.text[end : end + right]
    if not _NO_TEXT.fullmatch(put) or _NO_TEXT.fullmatch(quoted) or not quoted.strip():
        return None
    if edit_words.alike(quoted.strip(), put.strip()):  # a slip in one of these words
        return None
    return f"it would put “{put.strip()}”, which stands for no text, in the place of what it quotes (placeholder)"


def _unseen_character(op: EditOp, _: Touched, __: _Around) -> str | None:
    come = Counter(filter(_is_unseen, op.after_text)) - Counter(filter(_is_unseen, op.before_text))
    if not come:
        return None
    return f"it would put in the character U+{ord(min(come)):04X}, which nobody sees (unseen-character)"


def _reply_fields(op: EditOp, _: Touched, __: _Around) -> str | None:
    come = len(_FIELD.findall(op.after_text)) - len(_FIELD.findall(op.before_text))
    return "it would put fields of the reply into the text (reply-fields)" if come > 0 else None


def _is_unseen(character: str) -> bool:
    category = unicodedata.category(character)
    return (category[0] == "C" or category in {"Zl", "Zp"}) and character not in "\n\r\t"


def _common(gone: Counter[str], sentence: Sequence[str]) -> int:
    return sum(min(gone[word], times) for word, times in Counter(sentence).items())


def _sentence_doubled(_: EditOp, view: Touched, around: _Around) -> str | None:
    stood, old, new = (Counter(edit_words.sentences(text)) for text in (around.passage, view.before, view.after))
    for sentence in new:
        times = stood[sentence] - old[sentence] + new[sentence]
        if len(sentence) >= _SENTENCE and times > max(stood[sentence], 1):
            return f"“{_shown(sentence)}” would stand twice (sentence-doubled)"
    return None


def _words_repeated(_: EditOp, view: Touched, __: _Around) -> str | None:
    before, after = edit_words.repeats(view)
    return "words would stand twice in a row (words-repeated)" if after > before else None


def _number_changed(op: EditOp, view: Touched, _: _Around) -> str | None:
    if op.action is Action.INSERT or op.kind not in _CORRECTIONS:
        return None
    if edit_words.numbers(view.before) == edit_words.numbers(view.after):
        return None
    return f"it would change a number, and says that it is about {op.kind} (number-changed)"


def _markup_changed(op: EditOp, view: Touched, _: _Around) -> str | None:
    if op.action is Action.INSERT or op.kind not in _CORRECTIONS:
        return None
    old, new = (sorted(mark for mark in text if mark in _MARKUP) for text in (view.before, view.after))
    return None if old == new else f"it would change markup, and says that it is about {op.kind} (markup-changed)"


def _not_its_kind(op: EditOp, view: Touched, _: _Around) -> str | None:
    if op.kind not in _CORRECTIONS:
        return None
    if op.action is Action.INSERT:
        reason = f"it says that it is about {op.kind}, and would put in whole lines (not-its-kind)"
        return reason if edit_words.words(op.after_text) else None
    if edit_words.same_letters(view.old, view.new):
        return None
    gone, come = (_contents(found, view) for found in edit_words.unmatched(edit_words.once(view.old), view.new))
    if (not gone and not come) or (op.kind == "grammar" and _one_word(gone, come)):
        return None
    done = [f"{verb} “{word}”" for verb, found in (("take away", gone), ("put in", come)) for word in found[:1]]
    return f"it says that it is about {op.kind}, and would {' and '.join(done)} (not-its-kind)"


def _one_word(gone: Sequence[str], come: Sequence[str]) -> bool:
    if len(gone) == len(come) == 1:
        return gone[0][:2].casefold() == come[0][:2].casefold()
    return len(gone) + len(come) == 1


def _contents(found: Sequence[str], view: Touched) -> list[str]:
    """Words that carry content: no function words, and none that only repeats its neighbour."""
    beside = {word.casefold() for word in (*view.lead[-1:], *view.tail[:1])}
    return [word for word in found if not has_function_words(word) and word.casefold() not in beside]


def _says_why(op: EditOp) -> bool:
    return len(edit_words.words(op.rationale)) >= _RATIONALE


def _shown(sentence: Sequence[str]) -> str:
    return " ".join(sentence[:8]) + ("…" if len(sentence) > 8 else "")


_RULES: tuple[Rule, ...] = (
    _cut_word,
    _placeholder,
    _unseen_character,
    _reply_fields,
    _sentence_lost,
    _sentence_doubled,
    _words_repeated,
    _number_changed,
    _markup_changed,
    _not_its_kind,
)
