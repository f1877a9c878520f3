"""How far an edit can be moved without changing its result: deleting either of two equal words gives one text."""

from reviewer.model.position import Span


def slide(text: str, span: Span, piece: str, furthest: int) -> tuple[int, int]:
    """By how much taking ``piece`` from ``text[span]``, or putting it at an empty ``span``, can go back and forth.

    In characters, at most ``furthest`` either way. An edit that replaces text by other text cannot be moved.
    """
    start, end = span
    back = forth = 0
    if not piece:
        return 0, 0
    while back < min(start, furthest) and text[start - 1 - back] == piece[-1 - back % len(piece)]:
        back += 1
    while forth < min(len(text) - end, furthest) and text[end + forth] == piece[forth % len(piece)]:
        forth += 1
    return back, forth
