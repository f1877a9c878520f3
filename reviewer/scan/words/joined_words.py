"""Two small English words that were run together: "ofthe", "underwhich", "canbe".

A closed list of what cannot be anything else: made of function words that often follow each other, without what is a
word, a name or an abbreviation. No list of words of English has one of them (``tests/unit/scan/test_joined_words.py``).
"""

from itertools import product


def _pairs(first: str, second: str) -> set[tuple[str, str]]:
    return set(product(first.split(), second.split()))


_PREPOSITIONS = (
    "of in on at to for from with by into onto through under over within without between against during upon across"
    " about among via per towards"
)
_DETERMINERS = "the this that these those which an our their its"
_CLAUSES = "and or if that when where while because is are was were as"
_PAIRS = (
    _pairs(_PREPOSITIONS, _DETERMINERS)
    | _pairs(_CLAUSES, "the this these those their its")
    | _pairs("can could might must shall should will would may", "be have")
    | _pairs("there that this which it", "is was has can will")
    | _pairs("there these those which", "are were have")
    | _pairs("has have had", "been")
    | _pairs("should could would must shall will does did is are was were has have", "not")
)
_KEPT_TEXT = """
    maybe musthave wouldbe itis hasbeen isnot inits orits asits itas toits onour inour atour toan atan inan onan
    byan peran viaan foran froman orthe
"""
_KEPT = frozenset(_KEPT_TEXT.split())
"""Words and names (maybe, a must-have, a would-be winner, a has-been, Froman, French toits), endings (-itis), names in
code (atan, inits, isnot)."""

JOINED_WORDS = {first + second: f"{first} {second}" for first, second in sorted(_PAIRS) if first + second not in _KEPT}
"""What was run together, and the two words."""
