"""``non_empty_resulting_segment``: an edit that leaves its segment blank is a deletion under another name.

It is rejected however short what it replaces is (audita-validators). Action ``delete`` says what it is, and is judged
by the deletion policy: it asks for attention and carries a note. So is a replacement that quotes further segments and
leaves them their text.
"""

import re

from reviewer.model.edit import Action
from reviewer.model.position import Span
from reviewer.model.verdict import Verdict
from reviewer.validate.candidate import Candidate, Known
from reviewer.validate.verdicts import approval, objection

KEY = "non_empty_resulting_segment"

_MARK = re.compile(r"^[ \t]*([-*+>]|#{1,6}|\d{1,9}[.)])(?=[ \t]|$)", re.MULTILINE)
"""What makes a line an item, a quote or a heading, and says nothing."""


def judge(candidate: Candidate, known: Known) -> Verdict:
    """Of replacements alone. A segment without any text before has none to lose."""
    if candidate.op.action is not Action.REPLACE:
        return approval(KEY)
    before, after = _quoted(candidate, known)
    marks = set(_MARK.findall(before))
    if not _is_blank(after, marks) or _is_blank(before, marks):
        return approval(KEY)
    return objection(KEY, "reject", "it would leave its paragraph, item or heading blank: that is a deletion")


def _quoted(candidate: Candidate, known: Known) -> tuple[str, str]:
    """The segments that the op quotes, before and after."""
    op, text = candidate.op, known.text
    quoted = Span(max(op.span.start - op.around[0], 0), min(op.span.end + op.around[1], len(text)))
    found = known.segments.around(quoted)
    start = min(op.span.start, found[0].span.start) if found else op.span.start
    end = max(op.span.end, found[-1].span.end) if found else op.span.end
    return text[start:end], text[start : op.span.start] + op.after_text + text[op.span.end : end]


def _is_blank(text: str, marks: set[str]) -> bool:
    """Whether nothing stands there but the marks that the segment had."""
    return not _MARK.sub(lambda found: "" if found[1] in marks else found[0], text).strip()
