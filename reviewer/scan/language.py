"""Which language a passage is in: configuration, front matter, ``<!-- lang: xx -->``, else the section's own words."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, ParsedDocument

UNDECIDED = "und"
"""ISO 639-2 code for a passage whose language nothing tells."""

_FUNCTION_WORDS: Mapping[str, str] = {
    "en": "the of and to is that for with are be this it as by from not which will can has have should must when if "
    "its was were been their these they you your we an into than then there would may does but all any some each only "
    "two other where while who what which about before after between because since here how just our his she them did "
    "do use used using see at",
    "fr": "le la les des du de et est une un pour que qui dans sur avec par pas ce cette sont nous vous au aux ou il "
    "elle ils être peut doit sans mais comme leur ses son sa ces été ont afin ainsi si donc deux trois où très tous "
    "toutes tout toute ne voici voilà aussi après avant chaque lorsque selon cet cela celui celle ceux dont peuvent "
    "doivent même depuis toujours notre votre nos vos quand plusieurs autre autres",
    "de": "der die das und ist nicht ein eine einer den dem des mit für auf von zu im werden wird sind auch sich als",
    "es": "el los las y es una un que de en por para con no se lo su como más del al son esta este",
    "it": "il lo gli che di è una un per con non si del della dei nel sono come più questo anche alla",
    "pt": "o os as que de em um uma para com não se por mais do da dos das no na são como ao",
    "nl": "de het een en van is dat niet voor met op zijn aan ook wordt bij door worden naar deze",
}
_CODES = tuple(_FUNCTION_WORDS)
_WORD_SETS = tuple(frozenset(words.split()) for words in _FUNCTION_WORDS.values())
_LANGUAGES_OF: Mapping[str, tuple[int, ...]] = {
    word: tuple(index for index, words in enumerate(_WORD_SETS) if word in words)
    for word in frozenset().union(*_WORD_SETS)
}
_KNOWN = frozenset(_LANGUAGES_OF)
_NAMES = {
    "english": "en", "anglais": "en", "eng": "en", "french": "fr", "français": "fr", "francais": "fr", "fra": "fr",
    "fre": "fr", "german": "de", "deu": "de", "ger": "de", "deutsch": "de", "spanish": "es", "spa": "es",
}  # fmt: skip
_FRONT_MATTER = lazy_pattern(r"(?im)^(?:lang|language)[ \t]*[:=][ \t]*[\"']?([a-z]+(?:[-_][a-z0-9]+)*)", re.ASCII)
_COMMENT = lazy_pattern(r"(?i)lang(?:uage)?[ \t]*[:=][ \t]*([a-z]+(?:[-_][a-z0-9]+)*)", re.ASCII)
_ELIDED = lazy_pattern(r"(?<![\w'’])(?:[cdjlmnst]|qu)['’](?=\w)")
"""French: l'accès, qu'il. English words never begin so; Italian ones do with ``l'`` and ``d'``."""
_SAMPLE = 2_000
"""Characters of one section that are looked at: enough to decide, and the work stays small in long sections."""
_LEAST_HITS = 3
_LEAD = 1.5
"""The best language needs this many different function words, and this many times those of the second best."""


@dataclass(frozen=True, slots=True)
class Languages:
    """Language by document offset. ``starts`` is sorted and begins with 0."""

    starts: tuple[int, ...]
    names: tuple[str, ...]

    def at(self, offset: int) -> str:
        """``en``, ``fr``, another code, or ``und`` where nothing speaks for one."""
        return self.names[bisect_right(self.starts, offset) - 1]


def normalise_code(code: str) -> str:
    """The primary subtag in lower case: ``fr-FR``, ``fr_CA``, ``French`` and ``fra`` give ``fr``."""
    primary = re.split(r"[-_]", code.strip().casefold(), maxsplit=1)[0]
    return _NAMES.get(primary, primary) or UNDECIDED


def text_language(text: str, least_hits: int = _LEAST_HITS) -> str:
    """The language whose function words clearly lead in ``text``, else ``und``."""
    return _decide(_hits(text), least_hits)


def has_function_words(text: str) -> bool:
    """True when ``text`` has a word that speaks for some language."""
    return any(_hits(text))


def is_function_word(word: str, code: str) -> bool:
    """Whether a word in lower case is one of the function words of a language; it may be one of others too."""
    return code in _CODES and _CODES.index(code) in _LANGUAGES_OF.get(word, ())


def english_hits(text: str) -> tuple[int, int]:
    """Different function words of English, and of the strongest other language."""
    hits = _hits(text)
    english = _CODES.index("en")
    return hits[english], max(hits[:english] + hits[english + 1 :])


def detect_languages(parsed: ParsedDocument, configured: str | None = None) -> Languages:
    """Language of every passage.

    ``configured``, else the front matter's ``lang`` or ``language``, holds for the whole document. Without either a
    section has the language of its own function words; one that is too small or mixed has that of the smallest
    enclosing section that decides, else of what precedes it. A comment ``<!-- lang: xx -->`` holds from there on,
    over all else. Looks at 2,000 characters a section at most. Raises nothing.
    """
    default = configured or _front_matter_language(parsed)
    changes = {0: normalise_code(default)} if default else _by_section(parsed)
    marks = [
        (comment.span.start, normalise_code(match.group(1)))
        for comment in parsed.comments
        if comment.closed and (match := _COMMENT.fullmatch(comment.text.strip()))
    ]
    if marks:
        changes = {start: name for start, name in changes.items() if start < marks[0][0]} | dict(marks)
    ordered = sorted(({0: UNDECIDED} | changes).items())
    return Languages(tuple(start for start, _ in ordered), tuple(name for _, name in ordered))


def _front_matter_language(parsed: ParsedDocument) -> str | None:
    for block in parsed.blocks[:1]:
        if block.kind is BlockKind.FRONT_MATTER:
            match = _FRONT_MATTER.search(parsed.document.text, block.span.start, block.span.end)
            return match.group(1) if match else None
    return None


def _hits(text: str) -> list[int]:
    """Different function words of each language of ``_CODES``."""
    hits = [0] * len(_CODES)
    lowered = text.lower()
    for word in _KNOWN.intersection(lowered.split()):
        for index in _LANGUAGES_OF[word]:
            hits[index] += 1
    if "'" in lowered or "’" in lowered:
        for elided in {match[:-1] for match in _ELIDED.findall(lowered)}:
            hits[_CODES.index("fr")] += 1
            hits[_CODES.index("it")] += elided in "ld"
    return hits


def _decide(hits: list[int], least_hits: int = _LEAST_HITS) -> str:
    second, first = sorted(hits)[-2:]
    return _CODES[hits.index(first)] if first >= least_hits and first >= _LEAD * second else UNDECIDED


def _by_section(parsed: ParsedDocument) -> dict[int, str]:
    own = [_hits(sample) for sample in _samples(parsed)]
    whole = [list(hits) for hits in own]
    document = [0] * len(_CODES)
    for index in range(len(own) - 1, -1, -1):
        parent = parsed.sections[index].parent
        outer = whole[parent] if 0 <= parent < index else document
        outer[:] = map(int.__add__, outer, whole[index])
    names: list[str] = []
    enclosing: list[str] = []
    for index, section in enumerate(parsed.sections):
        around = enclosing[section.parent] if 0 <= section.parent < index else _decide(document)
        inside = _decide(whole[index])
        enclosing.append(inside if inside != UNDECIDED else around)
        name = _decide(own[index])
        name = name if name != UNDECIDED else enclosing[index]
        names.append(name if name != UNDECIDED or not names else names[-1])
    return {section.span.start: name for section, name in zip(parsed.sections, names, strict=True)}


def _samples(parsed: ParsedDocument) -> list[str]:
    parts: list[list[str]] = [[] for _ in parsed.sections]
    length = [0] * len(parts)
    text = parsed.prose.text
    for block in parsed.prose.blocks:
        room = _SAMPLE - length[block.section]
        if room > 0:
            piece = text[block.start : min(block.end, block.start + room)]
            parts[block.section].append(piece)
            length[block.section] += len(piece)
    return [" ".join(pieces) for pieces in parts]
