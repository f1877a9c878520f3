"""How clearly a passage speaks English: what is right in another language must not be corrected into English.

A list item or a title without function words ("Responsable developpement : Jean") takes no language from what stands
around it. There, a word whose English form other languages share ("development", "independence", "direction") is left
to a person, or passed over where anything speaks for another language.
"""

import re
from enum import Enum

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import ProseBlock
from reviewer.model.position import Span
from reviewer.scan.language import UNDECIDED, Languages, english_hits, has_function_words, text_language
from reviewer.scan.rule import ScanInput
from reviewer.scan.words.french_words import FRENCH_WORDS

_SAMPLE = 4_000
"""Characters that are read to tell the language of a block."""
_BESIDE = 8
_ROMANCE_BEFORE = lazy_pattern(
    r"(?i)\b(?:de|du|des|la|le|les|un|une|et|en|au|aux|à|pour|par|sur|ce|cette|nos|notre|del|los|una)[ \n\u00a0]\Z"
)
_ROMANCE_AFTER = lazy_pattern(r"(?i)[ \n\u00a0](?:(?:de|du|des|et|en|au|aux|à|pour|par|est|sont|del)\b|d['’])")
_ELIDED_BEFORE = lazy_pattern(r"['’][ \n\u00a0]?\Z")
_OTHER_SIGNS = lazy_pattern(r"[à-öø-ÿœ¿¡«»]|[^\W_][ \u00a0\u202f][:;!?](?:\s|\Z)", re.IGNORECASE)
"""Accents, French quotation marks, and French white space before a colon."""
_ENGLISH_SHAPE = lazy_pattern(r"[kw]|sh|[ei]{2}ve|(?:ing|ed|ly|ness|full?|less|y|ies|[gth]{3}|tch)\Z")
"""Of a word and its correction: other languages hardly share such a word."""
_ENDING = 3
_SPELT_OTHERWISE = (
    (r"ccion", "ction"),
    (r"[cs]ion", "tion"),
    (r"ph", "f"),
    (r"k|qu", "c"),
    (r"z", "s"),
    (r"cia\Z", "ce"),
)
_UNHEARD = lazy_pattern(r"[aeiouys]|(.)(?=\1)")
"""Vowels, "s" (French lost it: hopital) and one of two equal letters: what differs between related words."""
_SENTENCE_BREAK = lazy_pattern(r"[.!?:;…][\"'”’»)\]*_]*\s+")
_PHRASE_BREAK = lazy_pattern(r"[\"“”„«»()*]+|(?<!\w)[_'‘]+|[_'’]+(?!\w)")
"""Quotation marks, emphasis and brackets."""
_REACH = 400
"""Characters on either side that are read of a sentence."""
_ENGLISH_TOO_TEXT = "no per die come met door den son plus van sans para se al des con on or me"
_ENGLISH_TOO = frozenset(_ENGLISH_TOO_TEXT.split())
"""Function words of other languages that English text has as well."""
_WORDY = 6
_CLEARLY_OTHER = 3
_CLEAR = 2
_SURE = 4
"""Different function words of English: so many make a passage English, or surely English."""
_MORE_ENGLISH_TEXT = """
    without within through during every more most many much same such own very always never often already yet again
    however therefore because although until unless against above below under upon either neither both few less
    least too like per out up off over an or my i he she him me us another within along across
"""
_MORE_ENGLISH = frozenset(_MORE_ENGLISH_TEXT.split())
"""Words that are not read to tell languages apart, because another one has them or they are rare."""
_ENGLISH_ALONE_TEXT = """
    the of and to that for with this from which will should must when were their these they your into there would
    because between not are been have its you we what how just only then than any each within without here where who
    about before after since other two some them our she did used using now first next new every more most many same
"""
_ENGLISH_ALONE = frozenset(_ENGLISH_ALONE_TEXT.split())
"""Words, hardly of any other language, of which one is enough where nothing speaks for another language."""


class Passage(Enum):
    """``ENGLISH``: may be corrected. ``UNCLEAR``: a person may. ``OTHER``: say nothing."""

    ENGLISH = "english"
    UNCLEAR = "unclear"
    OTHER = "other"


def english_names(languages: Languages) -> frozenset[str]:
    """Languages that count as English: an undecided one does where nothing in the document is in another language."""
    others = {name for name in languages.names if name not in ("en", UNDECIDED)}
    return frozenset({"en"}) if others else frozenset({"en", UNDECIDED})


class EnglishPassages:
    """Answers for one document; each block is read once."""

    def __init__(self, scan: ScanInput) -> None:
        self._scan = scan
        self._reads: dict[int, bool] = {}
        self._hits: dict[int, tuple[int, int]] = {}
        self._french_too = "fr" in scan.languages.names
        sample = scan.parsed.prose.text[:_SAMPLE]
        self._by_default = text_language(sample, 1) == "en" or not has_function_words(sample)

    def at(self, start: int, word: str, fix: str) -> Passage:
        """Whether ``word`` at a prose offset may be corrected into the English word ``fix``."""
        around = self.around(start)
        if around is Passage.OTHER:
            return around
        found = self._in_block(self._scan.parsed.prose.block_at(start), start, word, fix)
        return around if found is Passage.ENGLISH else found

    def around(self, start: int) -> Passage:
        """What the paragraph and the sentence at a prose offset say, whatever word stands there."""
        block = self._scan.parsed.prose.block_at(start)
        return self._around(block, start) if self._reads_english(block, start) else Passage.OTHER

    def _in_block(self, block: ProseBlock, start: int, word: str, fix: str) -> Passage:
        english, other = self._block_hits(block)
        if word.lower() in FRENCH_WORDS:
            return self._french_word(block, start, word, english, other)
        if has_function_words(fix) or not _may_be_shared(word.lower(), fix.lower()):
            return Passage.ENGLISH
        before, after = self._beside(block, start, word)
        if _ROMANCE_BEFORE.search(before) or _ROMANCE_AFTER.match(after):
            return Passage.OTHER
        return self._shared_word(block, start, english, other)

    def _around(self, block: ProseBlock, start: int) -> Passage:
        """What the sentence says that the word stands in, and what the quotation, emphasis or bracket says.

        In an English paragraph, a sentence of six words or more without any function word of English is perhaps of a
        language whose function words we do not know.
        """
        text = self._scan.parsed.prose.text
        first, last = max(block.start, start - _REACH), min(block.end, start + _REACH)
        sentence = _piece(text, Span(first, last), start, _SENTENCE_BREAK)
        own, phrase = text[slice(*sentence)], text[slice(*_piece(text, sentence, start, _PHRASE_BREAK))]
        if len(phrase) < len(own) and _speaks_other(phrase, 1) is Passage.OTHER:
            return Passage.OTHER
        found = _speaks_other(own, _CLEAR)
        if found is not Passage.ENGLISH:
            return found
        alone = sentence.start <= block.start and sentence.end >= block.end
        spoken = alone or len(own.split()) < _WORDY or english_hits(own)[0] or _speaks_more_english(own)
        return Passage.ENGLISH if spoken else Passage.UNCLEAR

    def _shared_word(self, block: ProseBlock, start: int, english: int, other: int) -> Passage:
        """A word that other languages may have too is corrected where the paragraph itself speaks English."""
        if english >= _CLEAR and english >= other * 2:
            return Passage.ENGLISH
        text = self._text(block)
        signs = _OTHER_SIGNS.search(text) is not None
        if not (signs or other) and not _ENGLISH_ALONE.isdisjoint(text.lower().split()):
            return Passage.ENGLISH
        return Passage.OTHER if signs or other > english or self._language(start) != "en" else Passage.UNCLEAR

    def _french_word(self, block: ProseBlock, start: int, word: str, english: int, other: int) -> Passage:
        """A word that is right in French: in a document that has French too, only surely English text is corrected."""
        before, after = self._beside(block, start, word)
        beside = _ROMANCE_BEFORE.search(before) or _ELIDED_BEFORE.search(before) or _ROMANCE_AFTER.match(after)
        if beside or english < _CLEAR or english < other * 1.5:
            return Passage.OTHER
        return Passage.UNCLEAR if self._french_too and english < _SURE else Passage.ENGLISH

    def _reads_english(self, block: ProseBlock, start: int) -> bool:
        if block.start not in self._reads:
            text = self._text(block)
            if self._language(start) == "en":
                self._reads[block.start] = text_language(text, 2) in ("en", UNDECIDED)
            else:
                own = text_language(text, 1)
                self._reads[block.start] = own == "en" or (own == UNDECIDED and self._by_default)
        return self._reads[block.start]

    def _block_hits(self, block: ProseBlock) -> tuple[int, int]:
        if block.start not in self._hits:
            text = self._text(block)
            english, other = english_hits(text)
            self._hits[block.start] = english + _speaks_more_english(text), other
        return self._hits[block.start]

    def _language(self, start: int) -> str:
        return self._scan.languages.at(self._scan.parsed.prose.offset(start))

    def _text(self, block: ProseBlock) -> str:
        return self._scan.parsed.prose.text[block.start : min(block.end, block.start + _SAMPLE)]

    def _beside(self, block: ProseBlock, start: int, word: str) -> tuple[str, str]:
        text, end = self._scan.parsed.prose.text, start + len(word)
        return text[max(block.start, start - _BESIDE) : start], text[end : min(block.end, end + _BESIDE)]


def _speaks_other(text: str, least: int) -> Passage:
    """OTHER for text in another language, UNCLEAR for what has function words of English too."""
    english, other = english_hits(" ".join(word for word in text.lower().split() if word not in _ENGLISH_TOO))
    if other < least or other < english * 1.5:
        return Passage.ENGLISH
    return Passage.OTHER if not english or other >= _CLEARLY_OTHER else Passage.UNCLEAR


def _speaks_more_english(text: str) -> int:
    return len(_MORE_ENGLISH.intersection(text.lower().split()))


def _piece(text: str, within: Span, place: int, border: re.Pattern[str]) -> Span:
    """The part of ``within`` that holds ``place``, up to the nearest borders."""
    start, end = within
    for match in border.finditer(text, *within):
        if match.end() <= place:
            start = match.end()
        else:
            end = match.start()
            break
    return Span(start, end)


def _may_be_shared(word: str, fix: str) -> bool:
    """True when another language may have ``word`` for what is ``fix`` in English.

    Such a pair begins alike and differs in its ending, in vowels and doubled letters, or in how one sound is written:
    developpement, independance, conflit, informacion, hopital. Two letters that changed places are a slip.
    """
    if _ENGLISH_SHAPE.search(word) and _ENGLISH_SHAPE.search(fix):
        return False
    if sorted(word) == sorted(fix) and word[1 - _ENDING :] == fix[1 - _ENDING :]:
        return False
    return word[-_ENDING:] != fix[-_ENDING:] or _skeleton(word) == _skeleton(fix)


def _skeleton(word: str) -> str:
    for other, english in _SPELT_OTHERWISE:
        word = re.sub(other, english, word)
    return _UNHEARD.sub("", word)
