"""Which changes of words need another one in their sentence: negations of two words, numbers, forms that agree."""

import re
from collections.abc import Iterator, Sequence

from reviewer.validate.preserve.sense_words import decides

_APOSTROPHE = re.compile(r"['’]")
_NEGATED = ("n't", "n’t")
_ENDINGS = ("s", "x", "e", "es", "nt", "ent", "ed", "d", "ing")
_PLURALS = (("y", "ies"), ("f", "ves"), ("fe", "ves"), ("man", "men"), ("is", "es"), ("al", "aux"), ("ail", "aux"))
_FORMS_TEXT = """
    am is are was were be been has have had do does did this these that those its their it they
    est sont était étaient sera seront a ont avait avaient aura auront fait font peut peuvent doit doivent
    every each all both either some any many much few several one a an another other others he she we you i
    ce cet cette ces le la les un une des du au aux son sa ses leur leurs mon ma mes notre nos votre vos
    il elle ils elles chaque tout toute tous toutes plusieurs quelque quelques certain certaine certains certaines
    quel quelle quels quelles
"""
_FORMS = frozenset(_FORMS_TEXT.split())
"""Words that take the number of another one."""


def weighs(gone: Sequence[str], come: Sequence[str]) -> bool:
    """Whether a change takes away or brings a number, or a word that decides what the sentence says."""
    old, new = list(_words(gone)), list(_words(come))
    if any(word[0].isdigit() for word in (*old, *new)):
        return True
    return any(decides(word, new) for word in old) or any(decides(word, old) for word in new)


def agree(gone: Sequence[str], come: Sequence[str]) -> bool:
    """Whether a change is one of form: singular and plural, or a tense, of a word that stays."""
    old, new = list(_words(gone)), list(_words(come))
    if len(old) != len(new):
        return False
    pairs = [(one, other) for one, other in zip(old, new, strict=True) if one != other]
    return bool(pairs) and all(_is_form(*sorted(pair, key=len)) for pair in pairs)


def _is_form(shorter: str, longer: str) -> bool:
    if shorter in _FORMS and longer in _FORMS:
        return True
    if longer.startswith(shorter) and longer[len(shorter) :] in _ENDINGS:
        return True
    return any(_plural(shorter, longer, *ends) for ends in _PLURALS)


def _plural(shorter: str, longer: str, one: str, many: str) -> bool:
    """Whether one of two words is the other with another ending: query, queries; man, men; cheval, chevaux."""
    return any(
        word.endswith(one) and other == word[: -len(one)] + many
        for word, other in ((shorter, longer), (longer, shorter))
    )


def _words(tokens: Sequence[str]) -> Iterator[str]:
    """Words in lower case; ``n'est`` is ``ne`` and ``est``, ``don't`` holds ``n't``."""
    for token in tokens:
        word = token.casefold()
        if not word[0].isalnum():
            continue
        if word.endswith(_NEGATED):
            yield "n't"
            continue
        for part in filter(None, _APOSTROPHE.split(word)):
            yield "ne" if part == "n" else part
