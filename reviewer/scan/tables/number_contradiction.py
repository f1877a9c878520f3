"""``number-contradiction``: "five modules" above a table of three rows."""

import re
from collections.abc import Iterator

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Severity
from reviewer.model.parsed import BlockKind, ParsedDocument, ProseBlock
from reviewer.model.structure import ProtectedKind
from reviewer.scan.rule import ScanInput, finding
from reviewer.scan.tables.row_names import label_column, rows_are
from reviewer.scan.tables.table_rows import Grid, read_grid

_NUMBERS = {
    word: value
    for names in ("two three four five six seven eight nine ten", "deux trois quatre cinq six sept huit neuf dix")
    for value, word in enumerate(names.split(), 2)
}
_WINDOW = 5
"""Lines from the claim to the table, forward only; claims are 2 to 10 (both seed section 4)."""

_CLAIM = lazy_pattern(
    rf"(?i)(?<![\w.,#/§$€£+-])(?P<number>{'|'.join(_NUMBERS)}|[2-9]|10)(?![\w.,%-])(?:[ \u00a0]\(\d+\))?[*_]{{0,3}}"
    r"(?P<phrase>(?:[ \n\u00a0\u202f]+[*_]{0,3}[^\W\d_](?:[\w'’-]*\w)?){1,4})"
)
_WORD_BEFORE = lazy_pattern(r"(?<![\w.,#/§$€£+-])([^\W\d_]+)[ \u00a0]+\Z")
_NUMERALS_TEXT = """
    one un une eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty
    sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion billions dozen dozens
    onze douze treize quatorze quinze seize vingt vingts trente quarante cinquante soixante septante huitante octante
    nonante cent cents mille millier milliers milliard milliards dizaine dizaines douzaine douzaines centaine centaines
"""
_NUMERALS = frozenset((*_NUMERALS_TEXT.split(), *_NUMBERS))
"""Beside a number, one of these makes another number of it: "deux mille", "one hundred and five"."""
_BOUND = lazy_pattern(
    rf"(?i)(?:\d|\b(?:{'|'.join(sorted(_NUMERALS))}))[ \u00a0]*(?:[–×x*/+-]|\b(?:to|and|or|by|à|et|ou|sur|par)\b)"
    r"[ \n\u00a0]*\Z"
    r"|\b(?:up to|plus de|moins de|près de|jusqu['’]à|proche de|au-delà de)[ \n\u00a0]+\Z"
)
"""Before a number that is one end of a range ("3 to 5 modules"), a factor ("5 x 10"), the end of a longer number, or
not exact in two words ("plus de cinq")."""
_LOOK_BACK = 24
_NOT_EXACT_TEXT = """
    first last other than least most about around nearly over under every within after before up past roughly
    approximately of premiers premières derniers dernières autres moins plus environ presque tous toutes dans après
    avant sous sur between among entre parmi which whom dont
    section sections chapter chapitre table tableau figure version phase step étape level niveau page part partie
    appendix annexe line ligne issue item rule
"""
_NOT_EXACT = _NUMERALS.union(_NOT_EXACT_TEXT.split())
_OTHER_NOUNS_TEXT = """
    columns colonnes lines lignes times fois percent parts parties pages words mots characters caractères bytes octets
    bits digits chiffres decimals seconds secondes minutes hours heures days jours weeks semaines months mois years
    ans années decades milliseconds millisecondes metres meters mètres kilometres kilomètres euros dollars points
    persons people personnes tables tableaux figures sections chapters chapitres paragraphs paragraphes others autres
    dimensions ways sides ends halves thirds orders pairs couples paires
    other another additional more further autre supplémentaires
    kb mb gb tb ko mo go to kib mib gib km cm mm ms hz khz mhz ghz px pt kg
    is was has does this its us as les des ses ces nos vos mes plus dans sans sous is vs
    first last next previous premier première premiers premières dernier dernière derniers dernières prochains
    prochaines january february march april may june july august september october november december jan feb mar apr
    jun jul aug sep sept oct nov dec janvier février mars avril mai juin juillet août septembre octobre novembre
    décembre
"""
_OTHER_NOUNS = _NUMERALS.union(_OTHER_NOUNS_TEXT.split())
_STOPS_TEXT = """
    of in on at to for and or with from by is are was were the a an that which where when as de du des en et ou à au
    aux pour par avec sur sont est que qui dont le la les dans
"""
_STOPS = frozenset(_STOPS_TEXT.split())


_LISTED = lazy_pattern(
    r"(?i)\b(?:following|these|those|ces)[ \n]+(?:[\w’'-]{1,40}[ \n]+){0,2}?([\w’'-]{1,40}s)\b"
    r"|\b([\w’'-]{1,40}s)[ \n]+(?:suivante?s|ci-dessous|ci-après|below)\b"
)
"""What the sentence says the table holds."""
_BROKEN_UP = lazy_pattern(
    rf"[*_]{{0,3}},?\s(?:of (?:which|whom)|dont)\s(?:\d|(?:{'|'.join(sorted(_NUMERALS))})\b)", re.IGNORECASE
)
"""Behind things of which the sentence goes on to count parts: "seven findings, of which two are rated high"."""
_AMOUNT = lazy_pattern(r"(\d{1,4})|[-–—]?")
_SENTENCE_END = lazy_pattern(r"[.!?]\s")
_ANNOUNCES = lazy_pattern(
    r"(?i)[*_\s]*(?:they|these|those|here|see|all|each|the|ils|elles|ces|voici|les|le|la|tous|toutes)\b"
)
_LONGEST_ANNOUNCEMENT = 120
"""Characters of a paragraph that only leads from the claim to the table: "They are listed here:"."""
_CAPTION = lazy_pattern(r"(?i)[*_\s]*(?:table|tableau)[ \u00a0]+\d")
_COLON = lazy_pattern(r"[*_]{0,3}[ \u00a0\u202f]?:[*_]{0,3}[ \t]*(?:\n|\Z)")
_PREPOSITION_BEFORE = lazy_pattern(
    r"(?i)\b(?:of|from|by|in|on|at|for|with|per|between|across|to|de|des|du|par|dans|en|pour|avec|sur|chez|entre|à|aux)"
    r"[ \n\u00a0]+(?:(?:the|all|our|les|ces|nos)[ \n\u00a0]+)?[*_]{0,3}\Z"
)
"""What is counted belongs to what the table lists: "the results of five modules:"."""
_FOLLOWING_BEFORE = lazy_pattern(r"(?i)\b(?:following|voici (?:les|nos|ces))[ \n\u00a0]+[*_]{0,3}\Z")
_FOLLOWING_BEHIND = lazy_pattern(r"(?i)[*_]{0,3}[ \n\u00a0]+(?:suivants|suivantes|ci-dessous|ci-après|below)\b")
_PLURAL = ("s", "aux", "eux", "oux", "ria", "ren")


class NumberContradiction:
    """Compares a claim of 2 to 10 things with the rows of the table right after it.

    The claim ("five modules", "deux approches", "the following 4 modes") must stand in the paragraph directly before
    the table, or in the one before that where only a caption or one line that ends in a colon stands between, and at
    most five lines above the table. Its noun must be what the rows are: the head of the first column or the caption
    calls them so, or the sentence says that they follow ("It has five modules:"). Silent where the number is not the
    table's size: amounts of time, money and the like, columns, "at least", "the first", parts of a longer number ("deux
    mille"); where the sentence lists other things ("the two peers have the following parameters"); where any claim of
    the paragraph fits; where rows are grouped so that the first column has that many different labels; where the table
    lists the things as columns. The header row and totals are not counted.
    """

    id = "number-contradiction"
    severity = Severity.ATTENTION
    kernel = "md_consistency_scan"
    scope: frozenset[ProtectedKind] = frozenset()

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a table, at the last claim before it."""
        parsed = scan.parsed
        before = _paragraphs_before_tables(parsed)
        captions: dict[int, str] | None = None
        for table in parsed.tables:
            line = parsed.blocks[table.block].line_start
            claims = [claim for one in before.get(table.block, ()) for claim in _claims(parsed, one, line)]
            if not claims:
                continue
            grid = read_grid(parsed.document, table)
            if any(value in _sizes(grid, noun) for value, noun, _, _ in claims):
                continue
            captions = _captions(parsed) if captions is None else captions
            _, noun, start, end = claims[-1]
            if not (rows_are(grid, noun, captions.get(table.block, "")) or _announced(parsed.prose.text, start, end)):
                continue
            said = " ".join(parsed.prose.text[start:end].split())
            rows = len(grid.body())
            message = f"the text says {said!r}, the table on line {line} has {rows} row{'s' if rows != 1 else ''}"
            yield finding(self, parsed.document, parsed.prose.span(start, end), message)


def _paragraphs_before_tables(parsed: ParsedDocument) -> dict[int, tuple[ProseBlock, ...]]:
    """By table block: the paragraph right before it, and if that only leads to the table, the one before, too."""
    found: dict[int, tuple[ProseBlock, ...]] = {}
    earlier: ProseBlock | None = None
    last: ProseBlock | None = None
    for block in parsed.prose.blocks:
        if block.kind is BlockKind.TABLE and block.block not in found:
            before = (earlier, last) if last is not None and _leads_on(parsed.prose.text, last) else (last,)
            found[block.block] = tuple(
                one
                for one in before
                if one is not None and one.kind is BlockKind.PARAGRAPH and one.section == block.section
            )
        earlier, last = last, block
    return found


def _captions(parsed: ParsedDocument) -> dict[int, str]:
    """By table block: the caption right before it, or right behind it."""
    found: dict[int, str] = {}
    text, last = parsed.prose.text, None
    for block in parsed.prose.blocks:
        if last is not None and (block.kind is BlockKind.TABLE) is not (last.kind is BlockKind.TABLE):
            table, other = (block, last) if block.kind is BlockKind.TABLE else (last, block)
            if other.kind is BlockKind.PARAGRAPH and _CAPTION.match(text, other.start, other.end):
                found.setdefault(table.block, text[other.start : min(other.end, other.start + _LONGEST_ANNOUNCEMENT)])
        last = block
    return found


def _announced(text: str, start: int, end: int) -> bool:
    """True for "It has five modules:", and for "the following five modules" and « les cinq modules suivants »."""
    before = text[max(start - _LOOK_BACK, 0) : start]
    if _FOLLOWING_BEFORE.search(before) or _FOLLOWING_BEHIND.match(text, end):
        return True
    return _COLON.match(text, end) is not None and _PREPOSITION_BEFORE.search(before) is None


def _leads_on(text: str, block: ProseBlock) -> bool:
    """True for a caption, and for one short line such as "They are listed here:"."""
    if _CAPTION.match(text, block.start, block.end):
        return True
    line = text[block.start : min(block.end, block.start + _LONGEST_ANNOUNCEMENT + 1)].rstrip("*_ \u00a0")
    short = len(line) <= _LONGEST_ANNOUNCEMENT and line.endswith(":") and "\n" not in line
    return short and _ANNOUNCES.match(line) is not None


def _claims(parsed: ParsedDocument, block: ProseBlock, table_line: int) -> Iterator[tuple[int, str, int, int]]:
    """Value, noun and prose range of each claim in reach of the table."""
    prose = parsed.prose
    start = max(block.start, block.end - 2_000)
    for match in _CLAIM.finditer(prose.text, start, block.end):
        word = match.group("number").casefold()
        value = _NUMBERS.get(word) or int(word)
        before = prose.text[max(start, match.start("number") - _LOOK_BACK) : match.start("number")]
        word_before = _WORD_BEFORE.search(before)
        if (word_before and word_before.group(1).casefold() in _NOT_EXACT) or _BOUND.search(before):
            continue
        noun = _noun(match.group("phrase"))
        if noun is None:
            continue
        end = match.start("phrase") + noun[1]
        if _BROKEN_UP.match(prose.text, end):
            continue
        if _lists_others(prose.text[start : block.end], match.start("number") - start, noun[0]):
            continue
        line = parsed.document.position(prose.offset(match.start("number"))).line
        if table_line - line <= _WINDOW:
            yield value, noun[0], match.start("number"), end


def _noun(phrase: str) -> tuple[str, int] | None:
    """The first plural word after the number and where it ends; None when the phrase counts something else."""
    for match in re.finditer(r"\S+", phrase):
        word = match.group().strip("*_").casefold()
        if word in _STOPS or word in _OTHER_NOUNS:
            return None
        if match.group().isupper():
            continue
        if word.endswith(_PLURAL) and not word.endswith(("ss", "ous", "us", "is")):
            return word, len(phrase[: match.end()].rstrip("*_"))
    return None


def _lists_others(text: str, place: int, noun: str) -> bool:
    """True when the sentence says that the table holds other things than those that were counted."""
    begins = max((match.end() for match in _SENTENCE_END.finditer(text, 0, place)), default=0)
    ends = _SENTENCE_END.search(text, place)
    sentence = text[begins : ends.start() if ends else len(text)]
    listed = [(match.group(1) or match.group(2)).casefold() for match in _LISTED.finditer(sentence)]
    return bool(listed) and noun not in listed


def _sizes(grid: Grid, noun: str) -> set[int]:
    """Every number of things that the table can be said to hold."""
    body = grid.body()
    labels = [grid.text(row, 0) for row in body]
    header = [grid.text(grid.header, column).casefold() for column in range(len(grid.header.cells))]
    sizes = {len(body), len(grid.rows), len([label for label in labels if label]), len({*labels} - {""})}
    sizes.add(len({grid.text(row, label_column(grid)) for row in body} - {""}))
    stem = noun.rstrip("sx")
    if not header[0] or sum(stem in cell for cell in header) >= 2:
        sizes |= {len(header) - 1, len(header), sum(stem in cell for cell in header)}
    return sizes | _sums(grid)


def _sums(grid: Grid) -> set[int]:
    """What a column of amounts adds up to (not one that counts the rows), and what each of the rows adds up to."""
    amounts = [[_amount(grid.text(row, column)) for column in range(len(row.cells))] for row in grid.body()]
    found = {sum(filter(None, column)) for column in _columns(amounts) if column != list(range(1, len(column) + 1))}
    by_row = {sum(known) if len(known := [one for one in row[1:] if one is not None]) > 1 else 0 for row in amounts}
    return found | by_row if len(by_row) == 1 else found


def _columns(rows: list[list[int | None]]) -> list[list[int]]:
    """The columns that have an amount, or nothing, in each row, and so in two at least."""
    columns = [
        [row[place] if place < len(row) else None for row in rows] for place in range(max(map(len, rows), default=0))
    ]
    return [known for column in columns if len(known := [one for one in column if one is not None]) == len(rows) > 1]


def _amount(cell: str) -> int | None:
    """The number in the cell, 0 for an empty one or a dash; None for any other text."""
    match = _AMOUNT.fullmatch(cell)
    return int(match[1] or 0) if match else None


RULES = (NumberContradiction(),)
