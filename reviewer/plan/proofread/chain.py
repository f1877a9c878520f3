"""What no edit of a proofreader may do: rules without a model, cheapest and strongest first.

Of the raw edits of a prototype with a 0.5B model and no examples, 226 of 281 were harmful; these rules let 2 pass
(docs/proofreading.md). Each rule looks at one edit in its paragraph, in which protected text is masked, and says in the
words of a report what is wrong.
"""

import re
import unicodedata
from collections.abc import Sequence

from reviewer.plan.proofread.beside import BESIDE, Rule
from reviewer.plan.proofread.edges import empties, goes_on_in_brackets, joins
from reviewer.plan.proofread.edit_class import Seen, same_stem
from reviewer.plan.proofread.on_purpose import is_marked_as_meant, is_part_of_code, repeat_verdict
from reviewer.plan.proofread.tokens import TextEdit, masks, tokens, words
from reviewer.plan.proofread.word_lists import PREFERENCES, is_function, is_pronoun, weight
from reviewer.scan.words.word_pairs import Verdict
from reviewer.validate.preserve.edit_words import distance

_FIXED = re.compile(r"\d+|[<>|*_#{}\\~\[\]`]")
"""Digits and markup."""
_SENTENCE_START = re.compile(r"(?:\A|[.!?:…][\"”»)*_]*\s+)[\"“«(*_]*\Z")
_END = re.compile(r"[.!?…]")
_SENTENCE_END = re.compile(r"[.!?…]+[\"”’»)*_]*(?=\s|\Z)")
_STYLE = re.compile(r"[\s\"“”«»–—-]")
_SIZE = 2
_SIMILAR = 0.35
"""Share of letters that a slip may change; three at most."""


def refusal_of(seen: Seen, *, doubted: bool) -> str | None:
    """Why an edit may not be made, with the rule's name in brackets; None where nothing speaks against it.

    ``doubted``: it was no rewriting of the model's, only a place where it hesitated (the last two rules).
    """
    for rule in (*_RULES, *(_OF_DOUBTS if doubted else ())):
        why = rule(seen)
        if why is not None:
            return f"{why} ({rule.__name__.strip('_').replace('_', '-')})"
    return None


def answer_refusal(source: str, answer: str, edits: Sequence[TextEdit], most: float) -> str | None:
    """Why no edit of a rewritten paragraph is looked at: too much of it would change, or its sentences would.

    ``most`` is the share of its words that may change.
    """
    changed = sum(max(len(words(edit.old(source))), len(words(edit.new))) for edit in edits)
    if changed > max(1.0, most * len(words(source))):
        return "the answer rewrites too much of the paragraph (whole-answer)"
    if len(_SENTENCE_END.findall(source)) != len(_SENTENCE_END.findall(answer)):
        return "the answer has more or fewer sentences than the paragraph (whole-answer)"
    return None


def _protected(seen: Seen) -> str | None:
    if any(character.isspace() and character not in seen.old and not _is_blank(character) for character in seen.new):
        return "it would put in a line end or a tab"
    if masks(seen.old) or masks(seen.new):
        return "it would change protected text"
    if sorted(_FIXED.findall(seen.old)) != sorted(_FIXED.findall(seen.new)):
        return "it would change a figure or markup"
    return None


def _edges(seen: Seen) -> str | None:
    if joins(seen.edit, seen.text):
        return "it would join a word to what is beside it"
    if goes_on_in_brackets(seen.edit, seen.text):
        return "the word goes on in brackets"
    return "it would leave nothing between marks, or nothing at all" if empties(seen.edit, seen.text) else None


def _is_blank(character: str) -> bool:
    """Whether white space is a space of some width; the others break or move lines."""
    return unicodedata.category(character) == "Zs"


def _names(seen: Seen) -> str | None:
    """A word with a capital inside a sentence is a name, whether a list has it or not: nobody knows how that is spelt
    (Jonson, Johnson), unless the document does (``Seen.of_a_name``)."""
    old, new = words(seen.old), words(seen.new)
    starts = _SENTENCE_START.search(seen.text[: seen.edit.start]) is not None
    named = [word for at, word in enumerate(old) if _is_name(word) and not (at == 0 and starts and word[1:].islower())]
    if any(map(_has_hump, new)) and not any(map(_has_hump, old)):
        return "it would put capitals inside a word"
    if seen.repeat or seen.of_a_name or all(word in new for word in named):
        return None
    return f"it would change the name “{next(word for word in named if word not in new)}”"


def _on_purpose(seen: Seen) -> str | None:
    if is_part_of_code(seen):
        return "it would change a part of code, of a path or of a longer token"
    return "it would change what is marked as meant (sic)" if is_marked_as_meant(seen) else None


def _own_word(seen: Seen) -> str | None:
    word = next((word for word in seen.gone if word in seen.known.own), None)
    return None if word is None or seen.repeat else f"“{word}” is a word of this document, or one that people gave"


def _is_name(word: str) -> bool:
    return any(map(str.isupper, word)) and word != "I"


def _has_hump(word: str) -> bool:
    return any(map(str.isupper, word[1:]))


def _size(seen: Seen) -> str | None:
    small = max(len(seen.before), len(seen.after)) <= _SIZE or distance(seen.old, seen.new) <= _SIZE + 1
    return None if seen.repeat or small else "it would rewrite more than a slip"


def _similar(seen: Seen) -> str | None:
    if seen.repeat or not (seen.gone or seen.come) or "".join(seen.before) == "".join(seen.after):
        return None
    language = seen.known.language
    if len(seen.before) == len(seen.after):
        pairs = [(one, other) for one, other in zip(seen.before, seen.after, strict=True) if one != other]
        good = all(
            _is_slip(one, other) or (is_function(one, language) and is_function(other, language))
            for one, other in pairs
        )
    else:
        good = _is_form_with_function_words(seen)
    return None if good else "it would put in or take away a word that carries meaning"


def _is_form_with_function_words(seen: Seen) -> bool:
    """Whether function words come or go, and nothing else but that words get another ending (uses, to use)."""
    gone, come = (
        [word for word in side if not is_function(word, seen.known.language)] for side in (seen.gone, seen.come)
    )
    return len(gone) == len(come) and all(map(same_stem, gone, come)) and all(map(_is_slip, gone, come))


def _is_slip(one: str, other: str) -> bool:
    return distance(one, other) <= max(1, min(3, int(_SIMILAR * max(len(one), len(other)) + 0.5)))


def _form(seen: Seen) -> str | None:
    """Punctuation, case, quotation marks, dashes, the ends and beginnings of sentences."""
    if _begins_small(seen):
        return "it would begin a sentence with a small letter"
    if seen.repeat:
        return None
    alike = seen.before == seen.after or _STYLE.sub("", _plain(seen.old)) == _STYLE.sub("", _plain(seen.new))
    if alike and seen.kind != "unknown":
        return "it would change punctuation, case or white space alone"
    if _END.findall(seen.old) != _END.findall(seen.new):
        return "it would change where a sentence ends"
    marks = [
        sorted(token for token in tokens(side) if not (token.isspace() or token[0].isalnum()))
        for side in (seen.old, seen.new)
    ]
    return None if marks[0] == marks[1] else "it would change punctuation as well"


def _begins_small(seen: Seen) -> bool:
    """Whether a sentence loses its capital ("The home", "home")."""
    start = seen.edit.start
    if _SENTENCE_START.search(seen.text[:start]) is None:
        return False
    old, new = (next(filter(str.isalpha, text[start:]), "") for text in (seen.text, seen.edit.applied(seen.text)))
    return old.isupper() and new.islower()


def _letters(row: Sequence[str]) -> str:
    return "".join(row).replace("'", "")


def _plain(text: str) -> str:
    return text.replace("’", "'").replace("‘", "'")


def _sense(seen: Seen) -> str | None:
    if seen.repeat or _letters(seen.before) == _letters(seen.after):
        return None
    old, new = (sorted(filter(None, map(weight, side))) for side in (seen.before, seen.after))
    if old == new:
        return None
    word = next((word for word in (*old, *new) if (word in old) != (word in new)), "")
    return f"it would change what “{word}” says"


def _word_lists(seen: Seen) -> str | None:
    strange = [word for word in seen.come if not seen.known.word(word) and not seen.known.foreign(word)]
    return f"it would put in “{strange[0]}”, which no list has" if strange else None


def _language(seen: Seen) -> str | None:
    if any(seen.known.foreign(word) for word in seen.come):
        return "it would put in a word of another language"
    return None


def _meant_twice(seen: Seen) -> str | None:
    """Words that grammar lets stand twice ("that that", "what it is is")."""
    return "the word may stand twice on purpose" if repeat_verdict(seen) is Verdict.RIGHT else None


def _pronoun(seen: Seen) -> str | None:
    """A pronoun that goes while nothing comes takes away what a sentence is about (*call it on one path*)."""
    word = next((word for word in seen.gone if is_pronoun(word, seen.known.language)), None)
    if word is None or seen.come or seen.repeat:
        return None
    return f"it would take away “{word}”"


def _preference(seen: Seen) -> str | None:
    pair = {*seen.gone, *seen.come}
    if any(pair == both for both in PREFERENCES):
        return "it is a matter of taste, or of how a name is spoken"
    return None


def _spelling(seen: Seen) -> str | None:
    """British and American spelling: which of them a document keeps to is for its people to say."""
    pairs = list(zip(seen.gone, seen.come, strict=False))
    if len(seen.gone) == len(seen.come) and any(seen.known.same_word(*pair) for pair in pairs):
        return "it would write a word in its other spelling"
    return None


def _stem(seen: Seen) -> str | None:
    """A known word becomes another known one, which is no form of it (explicitly, implicitly)."""
    if seen.kind != "rewrite" or "".join(seen.before) == "".join(seen.after):
        return None
    pairs = zip(seen.gone, seen.come, strict=False)
    if len(seen.gone) == len(seen.come) and all(same_stem(one, other) for one, other in pairs):
        return None
    if len(seen.gone) != len(seen.come) and _is_form_with_function_words(seen):
        return None
    return "it would put another word in the place of a good one"


_RULES: tuple[Rule, ...] = (
    _protected, _edges, _on_purpose, _names, _own_word, _size, _similar, _form, _sense, _word_lists, _language, *BESIDE,
    _meant_twice, _pronoun, _preference, _spelling,
)  # fmt: skip
_OF_DOUBTS: tuple[Rule, ...] = (_stem,)
