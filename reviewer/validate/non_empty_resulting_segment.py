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

_MARK = re.compile(r"^[ \t]*([-*+>]|#{1,6}|\d{1,9}[.)])(?=[ \t]|$)", re.MULTILINE)
"""What makes a line an item, a quote or a heading, and says nothing."""

_UNSEEN = re.compile(
    r"<!--(?:[^-<]|-(?!->)|<(?!!--))*+-->|<br[ ]*/?>|&(?:nbsp|ensp|emsp|thinsp|zwnj|zwj|shy);"
    r"|[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufe0e\ufe0f\ufeff]",
    re.IGNORECASE,
)
"""What a reader of the page does not see: comments, line breaks, blanks written as names, format characters."""


def judge(candidate: Candidate, known: Known) -> Verdict:
    """Of replacements alone. A segment without any text before has none to lose."""
    if candidate.op.action is not Action.REPLACE:
        return approval(KEY)
    before, after = quoted_segments(candidate.op, known)
    marks = set(_MARK.findall(before))
    blank = any(_is_blank(made(after), marks) and not _is_blank(made(before), marks) for made in (str, _seen))
    if not blank:
        return approval(KEY)
    return objection(KEY, "reject", "it would leave its paragraph, item or heading blank: that is a deletion")


def _seen(text: str) -> str:
    return _UNSEEN.sub("", text)


def _is_blank(text: str, marks: set[str]) -> bool:
    """Whether nothing stands there but the marks that the segment had."""
    return not _MARK.sub(lambda found: "" if found[1] in marks else found[0], text).strip()
