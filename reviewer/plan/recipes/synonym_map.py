"""Words of security that make models refuse are shown as others (seed §7, v7.2: ``synonym_map``)."""

from reviewer.markdown.fingerprint import word_pattern
from reviewer.model.position import Span
from reviewer.plan.recipes.masked import Cover, MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage

NAME = "synonym_map"


def map_synonyms(masked: MaskedText, passage: MarkdownPassage) -> MaskedText:
    """Each word that is shown, as its synonym, written as the word is: lower case, with a capital, in capitals.

    A synonym that occurs in the passage in any form is not used, so that each one that is read back stands for the word
    at its own place. Words of ``fingerprint.safety_keywords`` alone are replaced.
    """
    config = passage.config
    known = {_plain(word): synonym for word, synonym in config.content_recipes.synonyms}
    words = word_pattern(config.fingerprint.safety_keywords)
    if not config.content_recipes.synonym_map_enabled or words is None:
        return masked
    text = f"{passage.text}\0{masked.text}".casefold()
    covers = []
    for match in words.finditer(passage.text):
        synonym = known.get(_plain(match[0]), "")
        if synonym and synonym.casefold() not in text and _alone(masked, Span(*match.span())):
            shown = _written_as(match[0], synonym)
            covers.append(Cover(*match.span(), shown, f"{match[0]}={shown}", NAME))
    return masked.covered(covers)


def _alone(masked: MaskedText, span: Span) -> bool:
    """Whether a word is shown, and as one: no token stands right beside it."""
    start, end = masked.shown_of(span)
    beside = masked.text[max(start - 1, 0) : start] + masked.text[end : end + 1]
    return masked.free(*span) and not any(character.isalnum() or character == "_" for character in beside)


def _plain(word: str) -> str:
    return " ".join(word.split()).casefold()


def _written_as(word: str, synonym: str) -> str:
    if len(word) > 1 and word.isupper():
        return synonym.upper()
    return synonym[:1].upper() + synonym[1:] if word[:1].isupper() else synonym
