"""What a document itself says for and against a correction: names, identifiers, link labels, its usual spelling."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, ParsedDocument, ProseBlock
from reviewer.model.position import Span
from reviewer.model.structure import ProtectedKind
from reviewer.scan.language import has_function_words
from reviewer.scan.rule import ScanInput
from reviewer.scan.tokens import Tokens
from reviewer.scan.words.rare_words import DOUBTED_WORDS
from reviewer.scan.words.token_context import other_parts

_TOKEN = lazy_pattern(r"[^\W\d_]+")
_CODE_WORD = lazy_pattern(r"[A-Z]?[a-z]+|[A-Z]{2,}(?![a-z])")
_CODE = frozenset({ProtectedKind.CODE_FENCE, ProtectedKind.INDENTED_CODE, ProtectedKind.INLINE_CODE})
_SHORT_WORD = 4
"""Up to this length an unknown word is as often a name or an abbreviation as a slip."""
_PRODUCTS_TEXT = "astroid braket certifi delocate hdinsight mosquitto paradime ratatui segway simpy vertica xwindows"
_PRODUCTS = frozenset(_PRODUCTS_TEXT.split())
"""Well-known packages and products that it corrects."""
_PREFIXES = frozenset({"non", "self", "multi", "re", "pre", "sub", "well", "un", "co", "anti", "semi", "pseudo", "ex"})
_COMMON_ENDINGS = ("ly", "tion", "tions", "ing", "ment", "ments", "ness", "ity", "able", "ible")
"""Words of this shape are not names of products, firms or families."""
_NAME = lazy_pattern(r"[A-Z](?<=[a-z,;] .)[a-z]+(?![\w.-])")
"""Opens with a set of letters, so that the search skips everything else: twice as fast as a leading look-behind."""
_PUNCTUATION = ".,;:!?()[]*_\"'“”\ufffc"
_MOST_USES = 4
"""A word that the document writes at least this often the same way is its own, unless the right form occurs too."""


def evidence_of(scan: ScanInput) -> "Evidence":
    """The document's evidence, collected once."""
    return scan.shared(Evidence, scan.shared(Tokens))


class Evidence:
    """Counts over one document; built once, and only when there is something to check."""

    def __init__(self, parsed: ParsedDocument, tokens: Tokens) -> None:
        self._parsed = parsed
        self._tokens = tokens

    def is_script_name(self, word: str, start: int) -> bool:
        """True for a part of a hyphenated word whose other part is no word of this document (macosx-firwall)."""
        others = other_parts(self._parsed.prose.text, start, start + len(word))
        return any(part not in _PREFIXES and part not in self._vocabulary[1] for part in others)

    def is_name(self, word: str) -> bool:
        """True when the document uses the word as a name (capitalised inside a sentence), and for known products."""
        return word.lower() in _PRODUCTS or (not word.isupper() and word.capitalize() in self._names)

    def is_identifier(self, word: str) -> bool:
        """True when the document's code has the word: prose may mean the identifier, however it is spelt."""
        return not word.isupper() and word.lower() in self._code_words

    def is_sure(self, word: str, fix: str) -> bool:
        """True when ``fix`` may be proposed for ``word`` without a person looking at the word first.

        Refused: another first letter; another ending (constitued, homeworks: the sentence may need it); a change of a
        British into an American form; without the correction anywhere else in the document also a word that it writes
        often, a short word (both unless it stands for one such as "the"), a word in capitals, and a capitalised one
        that could be a name.
        """
        wrong, right = word.casefold(), fix.casefold()
        if wrong in DOUBTED_WORDS or _is_variety(wrong, right) or _loses_ending(wrong, right):
            return False
        known = self._vocabulary[0][right] > 0
        if right[:1] != wrong[:1]:
            return known and right[1:] == wrong and len(wrong) > _MOST_USES
        if known:
            return True
        function_word = has_function_words(right)
        if len(wrong) <= _SHORT_WORD and not function_word:
            return False
        usual = len(wrong) >= 7 and right.endswith(_COMMON_ENDINGS)
        seldom = function_word or self._vocabulary[0][wrong] < _MOST_USES
        return seldom and (word.islower() or (usual and not word.isupper()))

    def is_link_target(self, block: ProseBlock, span: Span) -> bool:
        """True when an edit at ``span`` would break a link: in a reference's label, or in a heading linked to."""
        index = bisect_right(self._labels, span.start, key=lambda label: label.start) - 1
        if index >= 0 and self._labels[index].contains(span):
            return True
        if block.kind is not BlockKind.HEADING:
            return False
        anchor = self._parsed.sections[block.section].anchor
        return anchor in self._linked_anchors

    def uses(self, words: Iterable[str]) -> dict[str, int]:
        """Those of ``words`` that the prose has, with the number of uses in any case."""
        return {word: self._vocabulary[0][word.lower()] for word in words if word.lower() in self._vocabulary[0]}

    @cached_property
    def _vocabulary(self) -> tuple[Counter[str], frozenset[str]]:
        """Uses of every word, parts of hyphenated words included, and the words that stand alone."""
        counts: dict[str, int] = {}
        alone: set[str] = set()
        for written, uses in self._tokens.uses.items():
            token = written.lower()
            bare = token.strip(_PUNCTUATION)
            if bare.isalpha():
                counts[bare] = counts.get(bare, 0) + uses
                alone.add(bare)
            else:
                for word in _TOKEN.findall(token):
                    counts[word] = counts.get(word, 0) + uses
        return Counter(counts), frozenset(alone)

    @cached_property
    def _code_words(self) -> frozenset[str]:
        """Words in code, and the humps of identifiers (recieveMessage, on_recieve)."""
        text = self._parsed.document.text
        spans = (region.span for region in self._parsed.protected if region.kind in _CODE)
        tokens = set(" ".join([text[start:end] for start, end in spans]).split())
        return frozenset(word.lower() for word in set(_CODE_WORD.findall(" ".join(tokens))))

    @cached_property
    def _names(self) -> frozenset[str]:
        """Capitalised words right after a lower-case word or a comma: not at the start of a sentence."""
        return frozenset(_NAME.findall(self._parsed.prose.text))

    @cached_property
    def _labels(self) -> tuple[Span, ...]:
        """In their order; no label holds another."""
        text = self._parsed.document.text
        labels = (
            link.text
            for link in self._parsed.links
            if link.reference is not None and text[link.target.start : link.target.end] in ("", "[]")
        )
        return tuple(sorted(labels))

    @cached_property
    def _linked_anchors(self) -> frozenset[str]:
        return frozenset(link.href[1:].casefold() for link in self._parsed.links if link.href.startswith("#"))


def _loses_ending(wrong: str, right: str) -> bool:
    """Whether the sentence may need what the correction takes away: a plural, a tense, the one who does it."""
    if wrong.endswith("ys") and right.endswith("s") and not right.endswith(("ys", "is")):
        return right != f"{wrong[:-2]}ies"
    if wrong.endswith(("ers", "ors")) and not right.endswith("rs"):
        return True
    return any(wrong.endswith(ending) and not right.endswith(ending) for ending in ("ed", "ing", "ly", "s"))


def _is_variety(word: str, fix: str) -> bool:
    """British against American: -our, -ise, -yse, -re, -ogue, ae."""
    pairs = (("our", "or"), ("is", "iz"), ("ys", "yz"), ("re", "er"), ("ogue", "og"), ("ogued", "oged"), ("ae", "e"))
    return any(british in word and word.replace(british, american) == fix for british, american in pairs)
