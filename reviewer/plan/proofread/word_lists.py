"""Words that decide what an edit of a proofreader may do, in English and French.

The lists are those under which a prototype's checks were measured (docs/proofreading.md), with number words added to
the quantities because a model turned "millionths" into millions.
"""

_FUNCTION_EN = (
    "a an the of in on at to for from by with as is are was were be been being has have had do does did that which who "
    "this these those it its they their them there and or if when then than so into onto not no but about between such"
)
_FUNCTION_FR = (
    "le la les l un une des du de d au aux en à dans par pour sur que qui qu ce cette ces cet son sa ses leur leurs "
    "est sont a ont et ou où il elle ils elles ne n pas se s y on lui sera seront été être avoir"
)
_FUNCTION = {"en": frozenset(_FUNCTION_EN.split()), "fr": frozenset(_FUNCTION_FR.split())}

_NEGATION = (
    "not no never none neither nor cannot without nothing nobody ne pas jamais aucun aucune rien sans ni non guère"
)
_MODAL = (
    "must shall should may might can could will would required recommended optional ought need doit doivent devrait "
    "devraient devra devront peut peuvent pourrait pourraient pourra pourront doive doivent faut faudra"
)
_QUANTITY = (
    "all any some each every only always more less most least few many much several both either tous toutes tout toute "
    "chaque seulement toujours plus moins plusieurs quelques certains certaines"
)
_DIRECTION = (
    "before after above below over under up down left right first last same other if unless except until since avant "
    "après sauf si jusque dessus dessous premier dernier première dernière"
)
_NUMBERS_EN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds hundredth hundredths "
    "thousand thousands thousandth thousandths million millions millionth millionths billion billions billionth "
    "billionths half halves third thirds quarter quarters second fourth fifth sixth seventh eighth ninth tenth once "
    "twice double triple"
)
_NUMBERS_FR = (
    "zéro deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante "
    "cinquante soixante cent cents mille million millions milliard milliards moitié tiers quart demi demie deuxième "
    "troisième quatrième cinquième dixième centième millième fois"
)
WEIGHTY = frozenset(" ".join((_NEGATION, _MODAL, _QUANTITY, _DIRECTION, _NUMBERS_EN, _NUMBERS_FR)).split())
"""Negations, modal verbs, quantities, numbers, directions: none of them comes, goes or changes."""

PREFERENCES = (frozenset({"which", "that"}), frozenset({"a", "an"}), frozenset({"who", "that"}))
"""Words of which a model exchanges one for the other to its taste (a, an: a coin toss before a name)."""


def is_function(word: str, language: str) -> bool:
    """Whether a word, in lower case, is an article, preposition, pronoun, conjunction or form of an auxiliary verb."""
    return word in _FUNCTION.get(language, frozenset())


def weight(word: str) -> str | None:
    """What a word weighs, None where it may come or go: itself, or "not" for a contraction of it."""
    folded = word.casefold().replace("’", "'")
    if folded.endswith("n't"):
        return "not"
    return folded if folded in WEIGHTY else None
