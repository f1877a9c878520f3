"""An edit may not change the language of its passage: small models translate when they are asked to proofread."""

import re
from collections.abc import Mapping, Sequence

from reviewer.model.edit import Action, EditOp
from reviewer.scan.language import UNDECIDED, text_language
from reviewer.scan.word_language import Speaks, speaks_for
from reviewer.validate.preserve import edit_words
from reviewer.validate.preserve.around import Around, Rule
from reviewer.validate.preserve.edit_words import Touched, whole_words

_HITS = 2
"""Different function words that tell the language of a short text."""

_SHORT = 12
"""Words of the longest sentence that is judged by single words; a longer one has function words."""

_OTHER: Mapping[str, Speaks] = {"en": "fr", "fr": "en"}
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def _language(op: EditOp, view: Touched, around: Around) -> str | None:
    language = around.language
    other = _other_language(op, around.text, language) or _translated(op, view, language)
    return None if other is None else f"it would change the language of its passage ({language}) to {other}"


def _other_language(op: EditOp, text: str, language: str) -> str | None:
    if op.action is Action.FLAG_ONLY or not op.after_text or language in {"", UNDECIDED}:
        return None
    before, after = whole_words(text, op.span, op.after_text)
    found = text_language(after, _HITS)
    if found == UNDECIDED and text_language(before, 1) == language:
        alone = text_language(after, 1)  # few words: what was clearly of this language is clearly of another
        found = alone if alone == _OTHER.get(language) else UNDECIDED  # "non" and "dos" are no Italian, no Portuguese
    if found in {UNDECIDED, language} or found == text_language(before, _HITS):
        return None
    return found


def _translated(op: EditOp, view: Touched, language: str) -> str | None:
    other = _OTHER.get(language)
    if other is None or op.action is not Action.REPLACE:
        return None
    old, new = (_WORD.findall(side) for side in (view.before, view.after))
    if not 0 < len(old) <= _SHORT or not 1 < len(new) <= 2 * _SHORT:
        return None
    gone, come = edit_words.unmatched(old, new)
    was = [speaks_for(word) for word in old]
    stay = len(old) - len(gone)
    if len(come) < 2 or other in was or stay > len(old) * (1 / 2 if language in was else 1 / 3):
        return None
    return other if _speak(come, other, language) else None


def _speak(come: Sequence[str], other: Speaks, language: str) -> bool:
    """Whether three tenths of the words put in are of the other language, and none is of the passage's.

    Names are not asked: words with a capital, but for the first one among others without.
    """
    asked = [word for number, word in enumerate(come) if number == 0 or not word[0].isupper()]
    if len(asked) == 1 and come[0][0].isupper():
        return False
    said = [speaks_for(word) for word in asked]
    return language not in said and said.count(other) >= max(1, len(said) * 3 / 10)


RULES = (Rule("language", _language),)
"""What is put in must not speak clearly for another language than the passage's, and than what it takes the place of: a
quotation in another language may be corrected. Of a short sentence, heading or item in English or French, most words
must have been replaced, and those put in must be of the other language as far as single words can tell
(``speaks_for``)."""
