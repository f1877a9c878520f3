"""What an edit does to words: the sentences that it touches, before and after, and the words that it changes."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from reviewer.model.edit import Action, EditOp
from reviewer.model.position import Span

WINDOW = 24
"""Words on either side of a change in which repeats are looked for."""

LONGEST_REPEAT = 12
"""Words of the longest run that is looked for twice in a row."""

_TOKEN = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
_BLANK_LINE = re.compile(r"\n[ \t]*(?:\r?\n|\Z)|\r[ \t]*\r")
_SENTENCE = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’»)\]*_]*+(?=\s|\Z)|\n(?=[ \t]*(?:[-*+>|#]|\d{1,9}[.)])[ \t])|" + _BLANK_LINE.pattern
)
_EMPHASIS = re.compile(r"(?<=\S)[*~]++|[*~]++(?=\S)|(?<![^\W_])_++(?=\S)|(?<=\S)_++(?!\w)")
"""Its marks stand at a word; a list's bullet, a sign of multiplication between spaces and ``snake_case`` have none."""
_LETTERS = re.compile(r"\w+")
_LIST_MARKS = re.compile(r"\A\s*(?:(?:[-*+>|#]+|\d{1,9}[.)])\s+)*")
_WHOLE_NUMBER = re.compile(r"(?<!\d)\d{1,3}(?:[ ,.'’\u00a0\u2009\u202f]\d{3})+(?!\d)|\d+|[²³¹⁰⁴-⁹₀-₉¼½¾]")


@dataclass(frozen=True, slots=True)
class Touched:
    """The sentences that an edit touches, whole, as they were and as they would be; ``changed``: words, least."""

    before: str
    after: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    lead: tuple[str, ...]
    tail: tuple[str, ...]


def touched(op: EditOp, text: str, chunk: Span) -> Touched:
    """The view of an op whose span is in ``text``; nothing outside its chunk is looked at."""
    start, end = whole_sentences(op.span, text, chunk)
    before = text[start:end]
    after = text[start : op.span.start] + op.after_text + text[op.span.end : end]
    if op.action is Action.INSERT:
        before, after = "", op.after_text
    old, new = tokens(before), tokens(after)
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    return Touched(
        before,
        after,
        tuple(old[head : len(old) - tail]),
        tuple(new[head : len(new) - tail]),
        tuple(old[:head]),
        tuple(old[len(old) - tail :]),
    )


def whole_sentences(span: Span, text: str, chunk: Span) -> Span:
    """The span grown to the sentences, list items and headings that it touches."""
    return Span(_sentence_start(text, span.start, chunk.start), _sentence_end(text, span.end, chunk.end))


def whole_words(text: str, span: Span, after_text: str) -> tuple[str, str]:
    """An edit grown to the words that it cuts, as people read it; at most 80 characters on each side."""
    start, end = span
    while start > max(span.start - 80, 0) and text[start - 1].isalnum():
        start -= 1
    while end < min(span.end + 80, len(text)) and text[end].isalnum():
        end += 1
    return text[start:end], text[start : span.start] + after_text + text[span.end : end]


def sentence_ends(text: str) -> list[int]:
    """Where each sentence, list item and heading ends."""
    return [match.end() for match in _SENTENCE.finditer(text)]


def has_sentence_end(text: str, span: Span) -> bool:
    """Whether a sentence, list item or heading ends in a part of a text."""
    match = _SENTENCE.search(text, span.start, span.end + 1)
    return match is not None and match.end() <= span.end


def tokens(text: str) -> list[str]:
    """Words (with inner apostrophes and hyphens) and single marks."""
    return _TOKEN.findall(text)


def words(text: str) -> list[str]:
    """Runs of letters and digits, without regard to case."""
    return [word.casefold() for word in _LETTERS.findall(text)]


def sentences(text: str) -> list[tuple[str, ...]]:
    """The words of each sentence, list item and heading that has any."""
    return [tuple(words(sentence)) for sentence in sentence_texts(text)]


def sentence_texts(text: str) -> list[str]:
    """Each sentence, list item and heading that has words, as it is written."""
    found, start = [], 0
    for match in _SENTENCE.finditer(text):
        found.append(text[start : match.end()])
        start = match.end()
    found.append(text[start:])
    return [sentence for sentence in found if _LETTERS.search(sentence)]


def same_sentence(sentence: str) -> str:
    """What two sentences share that differ in case, white space and the marks around them alone."""
    bare = _LIST_MARKS.sub("", sentence)
    return " ".join(bare.split()).strip("*_ ").casefold()


def counted_sentences(text: str) -> Counter[str]:
    """How often each sentence stands in a text (``same_sentence``)."""
    return Counter(map(same_sentence, sentence_texts(text)))


def numbers(text: str) -> list[str]:
    """Whole numbers in order, without what separates groups of three digits; raised and lowered digits alone."""
    return [found if len(found) == 1 else "".join(filter(str.isdigit, found)) for found in _WHOLE_NUMBER.findall(text)]


def once(row: Sequence[str]) -> list[str]:
    """Tokens without words that only repeat the one before: what takes these away takes nothing else."""
    return [
        token
        for at, token in enumerate(row)
        if not (at and token.casefold() == row[at - 1].casefold() and token[0].isalpha())
    ]


def without_repeats(row: Sequence[str]) -> list[str]:
    """Tokens without runs of up to ``LONGEST_REPEAT`` that only repeat the run before them ("the end the end")."""
    kept: list[str] = []
    folded: list[str] = []
    for token in row:
        kept.append(token)
        folded.append(token.casefold())
        for size in range(1, min(LONGEST_REPEAT, len(kept) // 2) + 1):
            if folded[-size:] == folded[-2 * size : -size] and folded[-size][0].isalpha():
                del kept[-size:], folded[-size:]
                break
    return kept


def lost(before: str, after: str) -> Counter[str]:
    """Words that stand less often afterwards, but for those that only changed their form ("door", "doors")."""
    return Counter(unmatched(words(before), words(after))[0])


def repeats(view: Touched) -> tuple[int, int]:
    """Runs of words that stand twice in a row about the change: before it, and after it. Emphasis is passed over."""
    old, new = (tokens(_EMPHASIS.sub("", text)) for text in (view.before, view.after))
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    start = max(head - WINDOW, 0)
    beyond = max(tail - WINDOW, 0)
    return _repeats(old[start : len(old) - beyond]), _repeats(new[start : len(new) - beyond])


def _repeats(row: Sequence[str]) -> int:
    folded = [token.casefold() for token in row]
    found = 0
    for size in range(1, LONGEST_REPEAT + 1):
        for start in range(len(folded) - 2 * size + 1):
            run = folded[start : start + size]
            if run[0].isalpha() and run == folded[start + size : start + 2 * size]:
                found += 1
    return found


def alike(first: str, second: str) -> bool:
    """Whether one word may be a slip of the other: two letters differ, or two fifths of them."""
    one, other = first.casefold(), second.casefold()
    most = max(2, max(len(one), len(other)) * 40 // 100)
    if abs(len(one) - len(other)) > most or len(one) > 40:
        return one == other
    if len(set(one) ^ set(other)) > 2 * most:  # an edit of one letter changes the letters that occur by two at most
        return False
    return distance(one, other) <= most


def same_letters(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether two runs differ in case, marks, white space and the borders of words alone."""
    one, other = ("".join(words(" ".join(run))) for run in (old, new))
    return one == other


def unmatched(old: Sequence[str], new: Sequence[str]) -> tuple[list[str], list[str]]:
    """Words of each run for which the other has none that is alike, in order; marks are not looked at.

    Likeness is looked for among at most ``WINDOW`` words of each that the other lacks: work stays linear.
    """
    left = [word for word in old if word[0].isalnum()]
    right = [word for word in new if word[0].isalnum()]
    if len(left) == len(right) and all(alike(one, other) for one, other in zip_longest(left, right, fillvalue="")):
        return [], []
    gone, come = _without(left, right), _without(right, left)
    if max(len(gone), len(come)) > WINDOW:
        return gone, come
    for word in [word for word in gone if len(word) > 3]:
        found = next((other for other in come if alike(word, other)), None)
        if found is not None:
            gone.remove(word)
            come.remove(found)
    return gone, come


def _without(words: Sequence[str], others: Sequence[str]) -> list[str]:
    """Words, in order, that are left when each of the others takes one that is the same but for its case."""
    taken = Counter(word.casefold() for word in others)
    left = []
    for word in words:
        folded = word.casefold()
        if taken[folded]:
            taken[folded] -= 1
        else:
            left.append(word)
    return left


def distance(first: str, second: str) -> int:
    """Least number of letters to put in, take away or exchange (Levenshtein)."""
    row = list(range(len(second) + 1))
    for index, letter in enumerate(first, 1):
        corner, row[0] = row[0], index
        for place, other in enumerate(second, 1):
            corner, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, corner + (letter != other))
    return row[-1]


def _shared(first: Sequence[str], second: Sequence[str]) -> int:
    length = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        length += 1
    return length


def _sentence_start(text: str, at: int, least: int) -> int:
    start = least
    for match in _SENTENCE.finditer(text, least, at):
        start = match.end()
    return start


def _sentence_end(text: str, at: int, most: int) -> int:
    match = _SENTENCE.search(text, at, most)
    return match.end() if match is not None else most
