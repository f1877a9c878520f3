"""What is known of a word: whether some language has it. The lists come from outside (``model.ports.Lexicon``)."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from reviewer.model.ports import Lexicon

_ELIDED = re.compile(r"(?:[cdjlmnst]|qu|lorsqu|puisqu|jusqu|quoiqu)['’](?=\w)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s?\Z")


@dataclass(frozen=True, slots=True)
class Known:
    """Answers about words of a text in ``language``; ``own`` are names that people use: known, and never corrected.

    ``names`` are words that the document writes with a capital again and again, as it writes them.
    """

    lexicon: Lexicon
    language: str
    own: Collection[str] = ()
    names: Collection[str] = ()

    @property
    def has_lists(self) -> bool:
        """Whether anything can be said of words of this language. Without, nothing is known, and nothing unknown."""
        return self.language in self.lexicon.languages

    def word(self, word: str) -> bool:
        """Whether the language has a word. What holds digits or underscores is none, and taken for known.

        Of a compound with hyphens all parts, of a French word without what is elided before it, of an English one
        without a possessive.
        """
        if any(not (letter.isalpha() or letter in "'’-") for letter in word):
            return True
        return all(self._part(part) for part in word.split("-") if part)

    def foreign(self, word: str) -> bool:
        """Whether the other languages of the lists have a word that this one has not."""
        others = (code for code in self.lexicon.languages if code != self.language)
        return not self.word(word) and any(Known(self.lexicon, code).word(word) for code in others)

    def same_word(self, one: str, other: str) -> bool:
        """Whether two words are one in two spellings: which of them is taken is no matter of right and wrong."""
        return self.lexicon.same_word(one.casefold(), other.casefold(), self.language)

    def _part(self, part: str) -> bool:
        folded = part.casefold().replace("’", "'")
        if not self.has_lists or len(folded) == 1 or folded in self.own:
            return True
        bare = _ELIDED.sub("", folded, count=1) if self.language == "fr" else _POSSESSIVE.sub("", folded)
        return self.lexicon.knows(folded, self.language) or (bare != folded and self.lexicon.knows(bare, self.language))
