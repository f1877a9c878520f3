"""What models write for people about a masked text, in words that people know: they never saw its tokens."""

import re

from reviewer.plan.recipes.masked import Cover, MaskedText

_TOLD = 40
"""Characters of what a token stands for that are told."""


def plain_words(masked: MaskedText, text: str) -> str:
    """The beginning of what they stand for in the place of tokens.

    Placeholders are known in any case of letters and with any zeros before their number, for here nothing is put back;
    a word that stands for another only as it was shown.
    """
    placeholders = _placeholders(masked)
    words = {cover.shown: cover for cover in reversed(masked.named) if not _of_stem(masked, cover)}
    tried = [rf"(?<!\w){re.escape(word)}(?!\w)" for word in sorted(words, key=len, reverse=True)]
    if placeholders:
        stems = "|".join(re.escape(stem) for stem in sorted(masked.stems, key=len, reverse=True))
        tried.append(rf"(?P<stem>(?i:{stems}))(?P<number>\d+)")
    if not tried:
        return text

    def told(match: re.Match[str]) -> str:
        found = words.get(match[0])
        if found is None and placeholders:
            found = placeholders.get((match["stem"].casefold(), int(match["number"])))
        return match[0] if found is None else _beginning(masked, found)

    return re.sub("|".join(tried), told, text)


def _placeholders(masked: MaskedText) -> dict[tuple[str, int], Cover]:
    stems = ((_of_stem(masked, cover), cover) for cover in masked.named)
    return {(stem.casefold(), int(cover.shown[len(stem) :])): cover for stem, cover in stems if stem}


def _of_stem(masked: MaskedText, cover: Cover) -> str:
    fitting = (stem for stem in masked.stems if cover.shown.startswith(stem))
    return next((stem for stem in fitting if cover.shown[len(stem) :].isdecimal()), "")


def _beginning(masked: MaskedText, cover: Cover) -> str:
    stood = " ".join(masked.source[cover.start : cover.end].split())
    return stood if len(stood) <= _TOLD else f"{stood[: _TOLD - 1]}…"
