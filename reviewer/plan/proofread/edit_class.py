"""What an edit does, as the policy tells apart (docs/proofreading.md), and the kind that it has as an op."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from reviewer.plan.proofread.lexicon import Known
from reviewer.plan.proofread.repeats import doubled, takes_one_of_two
from reviewer.plan.proofread.tokens import TextEdit, words
from reviewer.plan.proofread.word_lists import is_function
from reviewer.validate.preserve.edit_words import distance
from reviewer.validate.preserve.irregular_verbs import same_verb

EditClass = Literal["unknown", "repeat", "inflection", "slip", "function", "rewrite"]
"""``unknown``: a word that no list has becomes a known one, by two letters at most. ``repeat``: a word, or a phrase,
goes that stands twice. ``inflection``: a known word gets another ending. ``slip``: a known word becomes another one, of
which it is a letter away (*bond*, *bound*). ``function``: function words come, go or change. ``rewrite``: any other."""

_SLIP = 2
_STEM = 0.6
_SLIP_LETTERS = 4
_ENDING = 4
"""Two words of one stem share six tenths of the shorter one at least; behind that they have four letters at most."""


@dataclass(frozen=True)
class Seen:
    """An edit of a text, with what the checks ask about it."""

    edit: TextEdit
    text: str
    known: Known

    @cached_property
    def old(self) -> str:
        """What goes, as it is written."""
        return self.edit.old(self.text)

    @property
    def new(self) -> str:
        """What comes, as it is written."""
        return self.edit.new

    @cached_property
    def before(self) -> list[str]:
        """Words that stood there, in lower case."""
        return _folded(self.old)

    @cached_property
    def after(self) -> list[str]:
        """Words that stand there afterwards."""
        return _folded(self.new)

    @cached_property
    def gone(self) -> list[str]:
        """Words that stand there less often afterwards, in order."""
        return _without(self.before, self.after)

    @cached_property
    def come(self) -> list[str]:
        """Words that stand there more often afterwards."""
        return _without(self.after, self.before)

    @cached_property
    def repeat(self) -> bool:
        """Whether all that it does is to take away words that stand beside it once more."""
        if self.come or not self.gone or not _letters(self.old):
            return False
        return self.repeats_phrase or doubled(self.text) - doubled(self.edit.applied(self.text)) == len(self.gone)

    @cached_property
    def repeats_phrase(self) -> bool:
        """Whether these are two words or more that stand twice as a whole."""
        return takes_one_of_two(self.edit, self.text)

    @property
    def of_a_name(self) -> bool:
        """Whether one word that no list has becomes a name that the document writes so again and again."""
        old, new = words(self.old), words(self.new)
        if len(old) != 1 or len(new) != 1 or new[0] not in self.known.names:
            return False
        return self.unknown(old[0]) and old[0][:1].isupper() and old[0][1:].islower()

    @cached_property
    def kind(self) -> EditClass:
        """The class of the edit."""
        language = self.known.language
        if self.repeat:
            return "repeat"
        if any(map(self.unknown, self.gone)) and all(map(self.known.word, self.come)) and self._is_slip:
            return "rewrite" if self._is_hyphenated else "unknown"
        if all(is_function(word, language) for word in (*self.gone, *self.come)):
            return "function"
        formed = len(self.gone) == len(self.come) and all(
            _is_form(one, other, language) for one, other in zip(self.gone, self.come, strict=True)
        )
        if formed and all(map(self.known.word, self.gone)):
            return "inflection"
        return "slip" if self._is_another_word else "rewrite"

    @property
    def _is_another_word(self) -> bool:
        """Whether one known word, not a short one, becomes another one by a letter that comes, goes or changes."""
        if len(self.gone) != 1 or len(self.come) != 1 or not all(map(self.known.word, (*self.gone, *self.come))):
            return False
        one, other = self.gone[0], self.come[0]
        return min(len(one), len(other)) >= _SLIP_LETTERS and distance(one, other) == 1

    @property
    def _is_slip(self) -> bool:
        """Whether two letters at most differ, and not the last one of two: else another word, or form, may be meant."""
        one, other = "".join(self.gone), "".join(self.come)
        return distance(one, other) <= (_SLIP if one[-1:] == other[-1:] else 1)

    @property
    def _is_hyphenated(self) -> bool:
        """Whether hyphens are all that comes: how a compound is written is a matter of style."""
        return "".join(self.come).replace("-", "") == "".join(self.gone) and " " not in self.new.strip()

    @property
    def op_kind(self) -> str:
        """The kind of the op: the class as people and the other checks know it."""
        if self.kind in {"unknown", "repeat"}:
            return "typo"
        return "spacing" if "".join(self.before) == "".join(self.after) else "grammar"

    def unknown(self, word: str) -> bool:
        """Whether no list has a word, in whatever language."""
        return not self.known.word(word) and not self.known.foreign(word)


_ENDINGS_TEXT = "s es ed d ing e er r ers ly y ies ied ier iest est n en t's 's '"
_ENDINGS = frozenset(("", *_ENDINGS_TEXT.split()))
"""What English words end in, behind what two forms of one share (*show*, *shown*; *carry*, *carries*)."""


def _is_form(one: str, other: str, language: str) -> bool:
    """Whether a word may have been meant in the form of another one. *Compared* is none of *comparing*: one of the two
    participles in the place of the other says something else (a model did that silently, where nothing was wrong)."""
    participles = {ending for word in (one, other) for ending in ("ed", "ing") if word.endswith(ending)}
    if not same_stem(one, other) or participles == {"ed", "ing"}:
        return False
    return language != "en" or _has_other_ending(one, other) or same_verb(one, other)


def _has_other_ending(one: str, other: str) -> bool:
    """Whether both are one stem with endings of English: *state* and *stage*, *context* and *content* are not."""
    shared = _shared(one, other)
    return any(
        {_ending(one, at), _ending(other, at)} <= _ENDINGS and at >= _STEM * min(len(one), len(other))
        for at in range(shared, max(shared - 2, 0) - 1, -1)
    )


def _ending(word: str, at: int) -> str:
    """What stands behind a stem, without the letter that is doubled before it (*stopped*)."""
    ending = word[at:]
    return ending[1:] if len(ending) > 1 and ending[0] == word[at - 1] and ending[1:] in {"ed", "ing", "er"} else ending


def same_stem(one: str, other: str) -> bool:
    """Whether two words differ in their endings alone."""
    shared, least = _shared(one, other), min(len(one), len(other))
    return shared >= max(1, _STEM * least) and max(len(one), len(other)) - shared <= _ENDING


def _shared(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _folded(text: str) -> list[str]:
    return [word.lower().replace("’", "'") for word in words(text)]


def _letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _without(row: list[str], others: list[str]) -> list[str]:
    left, taken = [], Counter(others)
    for word in row:
        if taken[word]:
            taken[word] -= 1
        else:
            left.append(word)
    return left
