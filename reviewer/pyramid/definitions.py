"""Terms and what they are, where a paragraph or list item begins with a term in bold type, or a table names both."""

import re
from typing import NamedTuple

from reviewer.pyramid.abbreviations import short_form

_BOLD = re.compile(
    r"(?:(?:an?|the|le|la|les|un|une|des)\s|l['’])?(?P<mark>\*\*|__)(?P<term>[^\s*_][^*\n]{0,60}?)(?P=mark)(?P<rest>.*)",
    re.I | re.S,
)
_ARTICLE = r"(?:an?|any|one|the|un|une|le|la|les|l['’]|ce|tout|toute)"
_SAYS = re.compile(
    r"\s*(?::|[—–]|-\s"
    r"|(?:means|denotes|refers\s+to|stands\s+for|d[ée]signe(?:nt)?|signifie(?:nt)?|correspond(?:ent)?\s+à|s['’]entend(?:ent)?)\b"
    rf"|(?:is|are|est|sont)\s(?={_ARTICLE}\b))\s*",
    re.I,
)
_WITH_SHORT = re.compile(r"(?P<long>[^()]*[^()\s])\s*\((?P<short>[^()\s]+)\)")
_LISTED = re.compile(r"[^\n:]{1,80}\n:[ \t]")
_NUMBERED = re.compile(r"\W*\d[\d.]*\W*$")
_MOST_WORDS = 6
_LEAST_WORDS = 4
"""Fewer words are a value ("Author: A. Smith"), not a definition."""

_LABELS = frozenset({
    "also", "alternative", "alternatives", "answer", "attention", "auteur", "author", "avertissement", "background",
    "but", "caution", "ceci", "cela", "conclusion", "conseil", "contexte", "date", "description", "discussion",
    "entrée", "example", "examples", "exception", "exceptions", "exemple", "exemples", "exigences", "étape", "fix",
    "goal", "hint", "important", "input", "keywords", "motivation", "nb", "note", "notes", "objectif", "objective",
    "output", "overview", "prerequisites", "problem", "problème", "purpose", "question", "questions", "raison",
    "rationale", "reason", "remark", "remarks", "remarque", "remarques", "requirements", "result", "results",
    "résultat", "résumé", "scope", "solution", "sortie", "status", "statut", "step", "summary", "this", "tip",
    "todo", "type", "version", "warning",
})  # fmt: skip
"""What stands in bold before a paragraph without being a term."""

_QUESTIONS = frozenset({"comment", "how", "pourquoi", "quand", "what", "when", "where", "which", "who", "why"})


class Definition(NamedTuple):
    """A term, its abbreviation if that stands beside it, and what the paragraph says of it."""

    term: str
    short: str
    meaning: str


def definition(text: str) -> Definition | None:
    """What a paragraph defines; None where it defines nothing.

    Between term and meaning stands a colon (also inside the bold type), a dash, or a word such as "means", "désigne";
    "is" and "est" count before an article.
    """
    match = _BOLD.match(text)
    if match is None:
        return None
    term, rest = match["term"].strip(), match["rest"]
    if term.endswith(":"):
        term = term[:-1].rstrip()
    elif says := _SAYS.match(rest):
        rest = rest[says.end() :]
    else:
        return None
    return defined(term, rest) if len(rest.split()) >= _LEAST_WORDS else None


def defined(term: str, meaning: str) -> Definition | None:
    """The definition of a term, with its abbreviation if that stands behind it in parentheses.

    None where there is no meaning or the term is none: a label, a question, a sentence, a list of several.
    """
    term = term.strip("`\"'“”«»[]*_ ")
    if not _is_term(term) or not meaning.strip():
        return None
    both = _WITH_SHORT.fullmatch(term)
    if both and (short := short_form(both["short"])):
        return Definition(both["long"], short, meaning.strip())
    return Definition(term, "", meaning.strip())


def in_definition_list(lines: str, text: str) -> Definition | None:
    """What an item of a definition list (PHP Markdown Extra) defines: a term, then a line that begins with a colon.

    CommonMark has no such lists: ``lines`` are those of a paragraph, ``text`` is the same on one line.
    """
    if _LISTED.match(lines) is None:
        return None
    term, _, meaning = text.partition(" : ")
    return defined(term, meaning)


def _is_term(text: str) -> bool:
    words = text.casefold().split()
    return (
        0 < len(words) <= _MOST_WORDS
        and words[0] not in _QUESTIONS
        and _NUMBERED.sub("", text).casefold() not in _LABELS
        and "," not in text
        and text[-1] not in ".!?"
        and any(character.isalpha() for character in text)
    )
