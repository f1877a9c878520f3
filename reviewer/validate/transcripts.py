"""Transcripts: documents of what people said, one turn after another. Their segments are the speakers' turns."""

import re
from collections import Counter
from collections.abc import Iterator

from reviewer.model.parsed import BlockKind, ParsedDocument

_TIME = r"[\[(]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?[\])]?[ \t]*(?:[-–—][ \t]*)?"
_NAME = r"[^\W\d_][\w'’.-]*(?:[ ][\w'’.-]+){0,3}"
_EMPHASIS = r"(?:\*\*|__|[*_])?"
_TURN = re.compile(
    rf"^[ \t]*(?P<time>{_TIME})?{_EMPHASIS}(?P<inner>{_TIME})?(?P<name>{_NAME}){_EMPHASIS}[ \t]*:{_EMPHASIS}(?=\s|\Z)",
    re.MULTILINE,
)
"""``Anna:``, ``**Anna Berg:**``, ``[00:01:30] SPEAKER 2:`` at the start of a line."""

_DECLARED = re.compile(r"^type[ \t]*[:=][ \t]*([\"']?)transcript\1[ \t]*$", re.MULTILINE | re.IGNORECASE)

_TURNS = 4
"""Turns from which a document may be a transcript."""

_LABELS_TEXT = """
    note notes warning caution danger important attention tip tips hint info information notice remark example examples
    question questions answer answers faq from to cc bcc subject re date time sent reply-to input inputs output outputs
    default defaults return returns raises raise yields throws param params parameter parameters arg args argument
    arguments type types usage see also todo fixme problem solution cause fix effect result results expected actual
    given when then and but step steps status name title author version summary description details purpose goal scope
    requirement requirements requires prerequisite prerequisites format syntax options option value values key keys
    pros cons pro con before after yes no error errors reason action actions owner priority deadline ingredients
    source sources reference references figure table section chapter part definition theorem proof lemma remarks
    address phone email price location
    remarque remarques avertissement danger exemple exemples question questions réponse réponses de à objet date
    conseil astuce entrée entrées sortie sorties défaut retour voir étape étapes titre auteur résumé but problème
    solution résultat résultats important attention
"""
_LABELS = frozenset(_LABELS_TEXT.split())
"""Words that are labels of notes, mails, forms and manuals in English and French, and no names of speakers."""


def turns(text: str) -> Iterator[tuple[int, str]]:
    """Where each speaker turn of a paragraph begins, with the speaker's name.

    A label that is a common noun is none (``Note:``, ``From:``), whatever number follows it (``Step 2:``).
    """
    return ((match.start(), match["name"]) for match in _turns(text))


def is_transcript(parsed: ParsedDocument) -> bool:
    """Whether a document says what people said.

    Its front matter says ``type: transcript``; or it has four speaker turns or more, at least two speakers have two of
    them each, and half of its top-level paragraphs, list items and quotes aside, begin with one. A turn with a label of
    one letter counts only with a time stamp: ``Q:`` and ``A:`` are questions and answers that somebody wrote.
    """
    text = parsed.document.text
    first = parsed.blocks[0] if parsed.blocks else None
    if first and first.kind is BlockKind.FRONT_MATTER and _DECLARED.search(text[slice(*first.span)]):
        return True
    paragraphs = [text[slice(*block.span)] for block in parsed.blocks if _is_paragraph(block.kind, block.depth)]
    found = [[match for match in _turns(paragraph) if _names_somebody(match)] for paragraph in paragraphs]
    speakers = Counter(match["name"].casefold() for each in found for match in each)
    begun = sum(bool(each) and each[0].start() == 0 for each in found)
    twice = sum(times > 1 for times in speakers.values())
    return speakers.total() >= _TURNS and twice > 1 and 2 * begun >= len(paragraphs)


def _turns(text: str) -> Iterator[re.Match[str]]:
    return (match for match in _TURN.finditer(text) if not _is_label(match["name"]))


def _is_label(name: str) -> bool:
    """Whether all words of a label, numbers aside, are common nouns."""
    words = (word.strip(".'’-").casefold() for word in name.split())
    return all(word in _LABELS for word in words if not word.isdecimal())


def _names_somebody(match: re.Match[str]) -> bool:
    return len(match["name"].strip(".")) > 1 or bool(match["time"] or match["inner"])


def _is_paragraph(kind: BlockKind, depth: int) -> bool:
    return kind is BlockKind.PARAGRAPH and depth == 0
