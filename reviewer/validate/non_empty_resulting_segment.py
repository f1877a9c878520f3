"""``non_empty_resulting_segment``: an edit that leaves its segment blank is a deletion under another name.

It is rejected however short what it replaces is (audita-validators). Action ``delete`` says what it is, and is judged
by the deletion policy: it asks for attention and carries a note. So is a replacement that quotes further segments and
leaves them their text.
"""

import re

from reviewer.model.edit import Action
from reviewer.model.verdict import Verdict
from reviewer.validate.candidate import Candidate, Known, quoted_segments
from reviewer.validate.verdicts import approval, objection

KEY = "non_empty_resulting_segment"

_LINE_MARK = r"^[ \t]*([-*+>]|#{1,6}|\d{1,9}[.)])(?=[ \t]|$)"
_MARK = re.compile(_LINE_MARK, re.MULTILINE)
"""What makes a line an item, a quote or a heading, and says nothing."""

_NOT_SHOWN = (
    r"<!--(?:[^-<]|-(?!->)|<(?!!--))*+-->|<br[ ]*/?>|&(?:nbsp|ensp|emsp|thinsp|zwnj|zwj|shy);"
    r"|[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufe0e\ufe0f\ufeff]"
)
_UNSEEN = re.compile(_NOT_SHOWN, re.IGNORECASE)
"""What a reader of the page does not see: comments, line breaks, blanks written as names, format characters."""

_NOTHING = re.compile(rf"(?:{_LINE_MARK}|\s|{_NOT_SHOWN})*+[-*+>#\d.)]*+", re.MULTILINE | re.IGNORECASE)
"""The beginning of a text in which nothing is said; what may be part of a mark once more is removed counts to it."""


def judge(candidate: Candidate, known: Known) -> Verdict:
    """Of replacements alone. A segment without any text before has none to lose."""
    if candidate.op.action is not Action.REPLACE:
        return approval(KEY)
    before, after = quoted_segments(candidate.op, known)
    if shows_text(after):
        return approval(KEY)
    marks = set(_MARK.findall(before))
    blank = any(is_blank(made(after), marks) and not is_blank(made(before), marks) for made in (str, seen))
    if not blank:
        return approval(KEY)
    return objection(KEY, "reject", "it would leave its paragraph, item or heading blank: that is a deletion")


def shows_text(text: str) -> bool:
    """Whether something is surely said, told by the beginning of a text: of ten thousand edits in one paragraph, each
    would else read all of it.
    """
    nothing = _NOTHING.match(text)
    return nothing is not None and text[nothing.end() : nothing.end() + 1].isalpha()


def seen(text: str) -> str:
    """The text without what a reader does not see."""
    return _UNSEEN.sub("", text)


def is_blank(text: str, marks: set[str]) -> bool:
    """Whether nothing stands there but the marks that the segment had."""
    return not _MARK.sub(lambda found: "" if found[1] in marks else found[0], text).strip()
