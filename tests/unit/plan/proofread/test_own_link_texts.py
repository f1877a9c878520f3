"""Which edits are in the text of a link into its own document: by bisection as by looking at every link."""

from itertools import combinations_with_replacement

from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.position import Span
from reviewer.plan.proofread.on_purpose import OwnLinkTexts

TEXT = (
    "[ab](#x)[c](#y) [](#z) [n ![im](#i) o](#p) [![k](#q)](r.md)\n\n"
    "[away](b.md) ![p](#q) [use][d] [d]\n\n| [t](#u) |\n|---|\n| [v](w) |\n\n[d]: #def\n"
)


def test_every_span_is_found_as_by_looking_at_every_link():
    parsed = parse(read_document(TEXT.encode(), "doc.md"))
    own = [link.text for link in parsed.links if link.href.startswith("#")]
    assert len(own) >= 8
    found = OwnLinkTexts(parsed, Span(0, len(TEXT)))
    for start, end in combinations_with_replacement(range(len(TEXT) + 1), 2):
        span = Span(start, end)
        assert found.hold(span) == any(text.contains(span) for text in own), TEXT[start:end]


def test_a_part_holds_the_links_of_that_part():
    parsed = parse(read_document(TEXT.encode(), "doc.md"))
    second = TEXT.index("[away]")
    use = Span(TEXT.index("use"), TEXT.index("use") + 3)
    assert OwnLinkTexts(parsed, Span(second, len(TEXT))).hold(use)
    assert not OwnLinkTexts(parsed, Span(0, second)).hold(use)
