"""Closers of one piece of text, indexed on first use: code, math, HTML."""

import re
from bisect import bisect_left

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.dollars import are_two_signs
from reviewer.markdown.formulas import environments, is_formula

_RUN = lazy_pattern(r"`+")
_DOLLAR = lazy_pattern(r"\\.|(?P<code>`+)|(?P<display>\$\$)|\$", re.DOTALL)
_ESCAPE = lazy_pattern(r"\\(?:(?P<border>begin|end)\{(?P<name>[A-Za-z]+\*?)\}|.)", re.DOTALL)
_CLOSING_TAG = lazy_pattern(r"</(code|kbd|samp|tt|pre|script|style)\s*>", re.IGNORECASE)


class SpanIndex:
    """Answers "where does the construct that opens here end?" for one text, each answer in logarithmic time."""

    __slots__ = ("_closing", "_environments", "_last", "_lists", "_runs", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._runs: dict[int, list[int]] | None = None
        self._last: dict[str, int] = {}
        self._lists: dict[str, list[int]] = {}
        self._closing: set[int] = set()
        self._environments: dict[int, tuple[int, int]] = {}

    def last(self, needle: str) -> int:
        """Offset of the last occurrence, or -1."""
        found = self._last.get(needle)
        if found is None:
            found = self._last[needle] = self._text.rfind(needle)
        return found

    def code(self, start: int, end: int) -> tuple[int, bool]:
        """End of the code span or of the unmatched backtick run at ``start``, and which of the two (CommonMark 6.1)."""
        if self._runs is None:
            self._runs = {}
            for match in _RUN.finditer(self._text):
                self._runs.setdefault(match.end() - match.start(), []).append(match.start())
        run = start
        while run < end and self._text[run] == "`":
            run += 1
        length = run - start
        starts = self._runs.get(length, [])
        index = bisect_left(starts, run)
        if index < len(starts) and starts[index] + length <= end:
            return starts[index] + length, True
        return run, False

    def dollar_math(self, start: int, end: int) -> int:
        """End of ``$…$`` or ``$$…$$`` at ``start``, or -1; which pairs are math, ``dollars`` says.

        Dollars that are escaped or in code do not count.
        """
        if "$" not in self._lists:
            self._index_dollars()
        if self._text.startswith("$$", start):
            return self._closer("$$", start + 3, end, 2)
        if start + 1 >= end or self._text[start + 1].isspace():
            return -1
        after = self._closer("$", start + 1, end, 1)
        if after - 1 not in self._closing or are_two_signs(self._text, start, after - 1):
            return -1
        return after

    def escaped_math(self, start: int, end: int) -> int:
        r"""End of ``\(…\)``, ``\[…\]`` or ``\begin{x}…\end{x}`` at ``start``, or -1; brackets around prose are none."""
        if "\\)" not in self._lists:
            self._index_escapes()
        if self._text.startswith("\\(", start):
            return self._closer("\\)", start + 3, end, 2)
        if not self._text.startswith("\\[", start):
            after = self._environments.get(start, (0, -1))[1]
            return after if after <= end else -1
        after = self._closer("\\]", start + 3, end, 2)
        inner = self._closer("\\[", start + 2, after - 3, 0)
        return after if inner < 0 and after > 0 and is_formula(self._text[start + 2 : after - 2]) else -1

    def next_closing_tag(self, name: str, start: int) -> int:
        """End of the next ``</name>``, or -1."""
        if "</" not in self._lists:
            self._lists["</"] = []
            for match in _CLOSING_TAG.finditer(self._text):
                self._lists.setdefault("</" + match[1].lower(), []).append(match.end())
        return self._closer("</" + name, start, len(self._text) + 1, 0)

    def may_be_html(self, start: int) -> bool:
        """False where the terminator that an HTML construct needs does not follow (keeps tag matching linear)."""
        text = self._text
        if text.startswith("<!--", start):
            short = text.startswith(("<!-->", "<!--->"), start)
            return short or self.last("-->") >= start + 4
        if text.startswith("<![CDATA[", start):
            return self.last("]]>") >= start + 9
        if text.startswith("<?", start):
            return self.last("?>") >= start + 2
        return self.last(">") >= start + 2

    def _closer(self, name: str, first: int, end: int, length: int) -> int:
        closers = self._lists.get(name, [])
        index = bisect_left(closers, first)
        return closers[index] + length if index < len(closers) and closers[index] + length <= end else -1

    def _index_escapes(self) -> None:
        marks = list(_ESCAPE.finditer(self._text))
        for sign in ("\\)", "\\[", "\\]"):
            self._lists[sign] = [mark.start() for mark in marks if mark.group() == sign]
        borders = ((m["border"], m["name"], m.start(), m.end()) for m in marks if m["border"])
        self._environments = environments(borders)

    def _index_dollars(self) -> None:
        single: list[int] = []
        closing: set[int] = set()
        double: list[int] = []
        text, position = self._text, 0
        while (match := _DOLLAR.search(text, position)) is not None:
            position = match.end()
            start = match.start()
            if match["code"]:
                position = self.code(start, len(text))[0]
            elif match["display"]:
                double.append(start)
                single.append(start)
            elif text[start] == "$":
                single.append(start)
                if not text[start - 1 : start].isspace() and not text[position : position + 1].isdigit():
                    closing.add(start)
        self._lists.update({"$": single, "$$": double})
        self._closing = closing
