"""Links to anchors that the document does not have.

Live are ``#``, ``#top``, heading anchors by GitHub's rule (of HTML headings too), ids in HTML, and attributes such as
``{#id}`` (Pandoc, Hugo), ``{: #id}`` (kramdown, Python-Markdown) and ``(id)=`` (MyST). Fragments are compared exactly
after percent-decoding (GitHub's anchors are lower case, and a link in other case does not move the page there). Those
that are not anchors (``#/route``, ``#!page``, ``#:~:text=``, ``#L7``) are passed over, and so are those that hold
template marks (``{``, ``$``, ``<``).

Other renderers make other anchors. Where most of a document's own links are dead on GitHub but live under another
well-known rule (``slug_rules``), only links that are dead under both are reported, without repairs; one
alone is reported with its target as advice. In a document that includes others or is a template (Jekyll, Hugo, MkDocs
snippets, MDX imports), or whose links mostly lead nowhere at all (a part of a larger one), anchors may come from
elsewhere: there only links with one obvious target are reported. In quotations and under Bad headings the target is
advice, and so is one with other digits than the link. That one, or one without the link's digits, must be the title
that the link shows.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.parsed import ParsedDocument
from reviewer.model.structure import ProtectedKind
from reviewer.scan.references.anchor_links import AnchorLink, anchor_links
from reviewer.scan.references.anchor_target import AnchorTargets, crosses_number, has_digits
from reviewer.scan.references.inclusions import inclusions
from reviewer.scan.references.slug_rules import CASE_RULES, SLUG_RULES, anchors_under, keeps_case, without_accents
from reviewer.scan.rule import Rule, ScanInput, finding

_FEW = 5
_LEAST_SIGNS = 2
"""So many different dead fragments must fit another renderer's rule. One is a mistake, or a sign: it is not mended."""
_NO_ANCHOR = lazy_pattern(r"[/!:{$<]|.*[{<$]|L\d+(?:C\d+)?(?:-L\d+(?:C\d+)?)?\Z")
"""Routes, templates, and GitHub's lines of a file."""
_WRITABLE = lazy_pattern(r"[\w.:~-]+")
"""Ids set by hand may hold characters that would end a link's target."""
_REPEATED = lazy_pattern(r"(.+)_(\d+)")
"""The second "Errors" is ``errors_1`` under Python-Markdown and Node's rule."""
_FOOTNOTE = lazy_pattern(r"fn(?:ref)?[:\d-]")
# Each pattern opens with a literal, which the search looks for; with ^, or with both in one, it would try at every
# character.
_ATTRIBUTE_IDS = (
    lazy_pattern(r"\{:?[^{}\n#]{0,80}#([\w:.-]+)[^{}\n]{0,80}\}"),
    lazy_pattern(r"\((?<![^\n]\()([\w:.-]+)\)=$", re.MULTILINE),
)


class _BrokenAnchor:
    """``broken-anchor``. In tables and definitions too; a repair only where the link fixer may write (DESIGN §5)."""

    id: str = "broken-anchor"
    severity: Severity = Severity.ATTENTION
    kernel: str = "md_numbering_control"
    scope: frozenset[ProtectedKind] = frozenset(
        {ProtectedKind.LINK_TARGET, ProtectedKind.LINK_REF_DEF, ProtectedKind.TABLE}
    )

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a dead link, at ``#fragment``."""
        parsed = scan.parsed
        links = tuple(anchor_links(parsed))
        live = parsed.anchors | parsed.html_ids | {"", "top"}
        dead = [link for link in links if not _is_live(link.fragment, live)]
        if dead:
            live |= _attribute_ids(parsed.prose.text)
            dead = [link for link in dead if not _is_live(link.fragment, live)]
        if not dead:
            return
        foreign, unsure = _other_rule(parsed, links, dead), frozenset[str]()
        if len({link.fragment for link in dead}) < _LEAST_SIGNS:
            foreign, unsure = frozenset(), foreign
        targets = AnchorTargets(parsed, (link.fragment for link in links if link.fragment in live))
        sure_only = (len(dead) > _FEW and 2 * len(dead) > len(links)) or bool(scan.shared(inclusions))
        shown = _shown_texts(parsed) if any(link.label is not None for link in dead) else {}
        for link in dead:
            if link.fragment in foreign:
                continue
            text = parsed.document.text[link.text.start : link.text.end]
            target = None if foreign else _target(targets, link.fragment, text, shown.get(link.label or "", ""))
            if target is not None or not sure_only:
                other = target is not None and has_digits(target) and crosses_number(link.fragment, target)
                other = other or (target is not None and targets.may_be_hexo(link.fragment, target))
                sure = link.fragment not in unsure and not other
                yield self._finding(scan, link, target, sure=sure)

    def _finding(self, scan: ScanInput, link: AnchorLink, target: str | None, *, sure: bool) -> Finding:
        parsed, span = scan.parsed, link.span
        written = parsed.document.text[span.start : span.end]
        message = f"this document has no anchor {written}"
        if target is None:
            return finding(self, parsed.document, span, message)
        repair = Repair(span=span, before_text=written, after_text=f"#{target}", kind="link")
        message = f"{message}; #{target} is meant"
        if not sure or not _is_writable(scan, link):
            told = {"advice": repair, "withheld": sure}
            return finding(self, parsed.document, span, message).model_copy(update=told)
        return finding(self, parsed.document, span, message, repairs=(repair,))


def _target(targets: AnchorTargets, fragment: str, text: str, shown: str) -> str | None:
    """The anchor that is meant and can be written; one with other digits only where the link shows its title."""
    target = targets.target(fragment, text, shown)
    if target is None or not _WRITABLE.fullmatch(target):
        return None
    return None if crosses_number(fragment, target) and not targets.is_title(text, target) else target


def _shown_texts(parsed: ParsedDocument) -> dict[str, str]:
    """What the links say that use a definition, by its label."""
    found: dict[str, list[str]] = defaultdict(list)
    for link in parsed.links:
        if link.reference is not None:
            found[link.reference].append(parsed.document.text[link.text.start : link.text.end])
    return {label: " ".join(texts) for label, texts in found.items()}


def _is_writable(scan: ScanInput, link: AnchorLink) -> bool:
    """Not in a table or definition, which stay as they are, nor in a quotation or what stands under Bad."""
    regions = scan.parsed.protected_in(link.span)
    shown = scan.shown.holds_source(link.text.start)
    return not shown and all(region.kind is ProtectedKind.LINK_TARGET for region in regions)


def _attribute_ids(prose: str) -> frozenset[str]:
    return frozenset(match[1] for pattern in _ATTRIBUTE_IDS for match in pattern.finditer(prose))


def _is_live(fragment: str, live: frozenset[str]) -> bool:
    if fragment in live or fragment.removeprefix("user-content-") in live:
        return True
    if (repeated := _REPEATED.fullmatch(fragment)) and f"{repeated[1]}-{repeated[2]}" in live and repeated[1] in live:
        return True
    return bool(_NO_ANCHOR.match(fragment) or _FOOTNOTE.match(fragment))


def _other_rule(parsed: ParsedDocument, links: tuple[AnchorLink, ...], dead: list[AnchorLink]) -> frozenset[str]:
    """The anchors of the renderer that the document is written for, empty for GitHub's."""
    titles = tuple(section.title for section in parsed.sections[1:])
    if _drops_accents(titles, links, dead):
        return frozenset(anchors_under(without_accents, titles))
    if 2 * len(dead) <= len(links):
        return frozenset()
    best: frozenset[str] = frozenset()
    most = len(links) - len(dead)
    rules = (*SLUG_RULES, *CASE_RULES) if any(keeps_case(link.fragment) for link in links) else SLUG_RULES
    for rule in rules:
        anchors = frozenset(anchors_under(rule, titles))
        count = sum(link.fragment in anchors or link.fragment in parsed.html_ids for link in links)
        if count > most:
            best, most = anchors, count
    return best if 2 * most > len(links) else frozenset()


def _drops_accents(titles: tuple[str, ...], links: tuple[AnchorLink, ...], dead: list[AnchorLink]) -> bool:
    """Every link fits MkDocs' anchors, and those that are dead on GitHub are so because accents are dropped."""
    accented = frozenset(anchors_under(without_accents, tuple(title for title in titles if not title.isascii())))
    if not all(link.fragment in accented for link in dead):
        return False
    anchors = frozenset(anchors_under(without_accents, titles))
    return all(link.fragment in anchors for link in links)


RULES: tuple[Rule, ...] = (_BrokenAnchor(),)
