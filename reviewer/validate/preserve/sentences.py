"""No sentence is lost, none said twice, no words stammered: small models do that when they write a paragraph anew."""

from collections import Counter
from collections.abc import Sequence

from reviewer.model.edit import Action, EditOp
from reviewer.validate.preserve import edit_words
from reviewer.validate.preserve.around import CORRECTIONS, TAKES_AWAY, Around, Rule
from reviewer.validate.preserve.edit_words import Touched
from reviewer.validate.preserve.leftovers import is_leftover

_SENTENCE = 4
"""Words from which something is a sentence that can be lost or doubled."""

_LEFT_BEHIND = TAKES_AWAY - {"duplicate"}

_RATIONALE = 3
"""Words from which a rationale says why."""


def _sentence_lost(op: EditOp, view: Touched, around: Around) -> str | None:
    if op.action is Action.DELETE and op.kind not in CORRECTIONS | TAKES_AWAY and _says_why(op):
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
        return f"it would take away most of “{_shown(sentence)}”"
    return None


def _fewer(view: Touched) -> Counter[str]:
    """Sentences that would stand less often, and how many times less."""
    return edit_words.counted_sentences(view.before) - edit_words.counted_sentences(view.after)


def _spared(op: EditOp, view: Touched, around: Around) -> set[str]:
    """Sentences that stay, and, of an edit that takes away repeats, those that would still stand once more."""
    gone = _fewer(view)
    stood = edit_words.counted_sentences(around.passage) if op.kind == "duplicate" else Counter[str]()
    stay = edit_words.counted_sentences(view.before).keys() - gone.keys()
    return stay | {sentence for sentence, times in gone.items() if stood[sentence] - around.taken[sentence] > times}


def _common(gone: Counter[str], sentence: Sequence[str]) -> int:
    return sum(min(gone[word], times) for word, times in Counter(sentence).items())


def _sentence_doubled(_: EditOp, view: Touched, around: Around) -> str | None:
    stood, old, new = (Counter(edit_words.sentences(text)) for text in (around.passage, view.before, view.after))
    for sentence in new:
        times = stood[sentence] - old[sentence] + new[sentence]
        if len(sentence) >= _SENTENCE and times > max(stood[sentence], 1):
            return f"“{_shown(sentence)}” would stand twice"
    return None


def _words_repeated(_: EditOp, view: Touched, __: Around) -> str | None:
    before, after = edit_words.repeats(view)
    return "words would stand twice in a row" if after > before else None


def _says_why(op: EditOp) -> bool:
    return len(edit_words.words(op.rationale)) >= _RATIONALE


def _shown(sentence: Sequence[str]) -> str:
    return " ".join(sentence[:8]) + ("…" if len(sentence) > 8 else "")


def taken_by(op: EditOp, view: Touched) -> Counter[str]:
    """Sentences that an edit takes away as repeats: they no longer stand once more for the edits behind it."""
    return _fewer(view) if op.kind == "duplicate" else Counter()


RULES = (
    Rule("sentence_lost", _sentence_lost),
    Rule("sentence_doubled", _sentence_doubled),
    Rule("words_repeated", _words_repeated),
)
"""``sentence_lost``: half the words of a sentence, heading or item would go. May go: a sentence of kind ``duplicate``
that, case and white space aside, stands in the chunk once more when all edits are made; one of kind ``ai_leftover`` or
``transcript`` that is one (``is_leftover``); what a deletion of another kind takes away that is no correction and says
why. A sentence of fewer than four words is lost when all of them go and the text has fewer sentences.

``sentence_doubled``: a sentence would stand in the chunk that stands there already. ``words_repeated``: a run of up to
12 words would stand twice in a row that did not."""
