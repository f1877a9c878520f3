"""What an edit may not bring beside the words that stand there."""

from collections.abc import Callable

from reviewer.plan.proofread.edit_class import Seen
from reviewer.plan.proofread.repeats import doubled
from reviewer.plan.proofread.tokens import masks, words
from reviewer.plan.proofread.word_lists import is_function

Rule = Callable[[Seen], str | None]
"""Why an edit may not be made, or None."""

_NEAR = 3
"""Words on either side."""
_FORMS = tuple(
    frozenset(forms.split())
    for forms in ("is are was were", "has have had", "does do did", "est sont sera seront", "a ont")
)
"""Of small verbs: their number may be wrong, whatever stands before."""
_REACH = 200
"""Characters on either side that are looked at for them."""


def _new_repeat(seen: Seen) -> str | None:
    more = doubled(seen.edit.applied(seen.text)) > doubled(seen.text)
    return "a word would stand twice in a row" if more else None


def _said_again(seen: Seen) -> str | None:
    """A word becomes one that stands near: it was written in another form on purpose ("contributed (and contribute)").

    A word that no list has is a slip, whatever stands near it, and function words stand everywhere.
    """
    if seen.kind == "unknown":
        return None
    near = {word.lower() for word in (*_before(seen)[-_NEAR:], *_after(seen)[:_NEAR])}
    word = next((word for word in seen.come if word in near and not is_function(word, seen.known.language)), None)
    return None if word is None else f"“{word}” would be said again"


def _participles(seen: Seen) -> str | None:
    """Two participles in a row say nothing ("bounds checked", "bounded checked")."""
    if seen.known.language != "en" or not seen.come or not words(seen.new):
        return None
    first, last = words(seen.new)[0].lower(), words(seen.new)[-1].lower()
    before, after = _before(seen)[-1:], _after(seen)[:1]
    pairs = [(before[0].lower(), first)] if before and _is_space(seen.text[: seen.edit.start], before=True) else []
    pairs += [(last, after[0].lower())] if after and _is_space(seen.text[seen.edit.end :], before=False) else []
    if any(one.endswith("ed") and other.endswith("ed") and {one, other} & set(seen.come) for one, other in pairs):
        return "two participles would stand in a row"
    return None


def _behind_mask(seen: Seen) -> str | None:
    """A small word comes, goes or changes right behind code or math: what it says there depends on what was masked.

    All such edits of a model that were read did harm ("The `time` the API call was made", "If `ok` the object", "delete
    `p` an owner"), but for the number of a verb.
    """
    small = all(is_function(word, seen.known.language) for word in (*seen.gone, *seen.come))
    if not small or seen.repeat or _is_verb_form(seen):
        return None
    bare = seen.text[max(seen.edit.start - _REACH, 0) : seen.edit.start].rstrip()
    behind = masks(bare) and bare.endswith(masks(bare)[-1])
    return "a small word would come, go or change right behind protected text" if behind else None


def _is_verb_form(seen: Seen) -> bool:
    return len(seen.gone) == len(seen.come) == 1 and any({*seen.gone, *seen.come} <= forms for forms in _FORMS)


def _is_space(text: str, *, before: bool) -> bool:
    """Whether nothing but white space is between the edit and the word beside it, on this side."""
    if before:
        bare = text.rstrip()
        return bare != text and bare[-1:].isalnum()
    bare = text.lstrip()
    return bare != text and bare[:1].isalnum()


def _before(seen: Seen) -> list[str]:
    return words(seen.text[max(seen.edit.start - _REACH, 0) : seen.edit.start])


def _after(seen: Seen) -> list[str]:
    return words(seen.text[seen.edit.end : seen.edit.end + _REACH])


BESIDE: tuple[Rule, ...] = (_new_repeat, _said_again, _participles, _behind_mask)
