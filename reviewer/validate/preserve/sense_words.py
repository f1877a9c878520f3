"""Words, beginnings and endings that decide what a sentence says, in English and French. No list is complete.

The one place for such words: rules of preservation and proofreading read them here. Number words are among them because
a model turned "millionths" into millions.
"""

from collections.abc import Collection
from itertools import takewhile

from reviewer.validate.preserve.edit_words import alike

_NEGATION = (
    "no not never none nor neither nobody nothing without cannot unless except excepting excluding hardly scarcely "
    "barely rarely seldom instead otherwise ne pas jamais aucun aucune ni rien sans sauf non excepté hormis guère "
    "rarement sinon"
)
_MODAL = (
    "must may might can could shall should will would need ought required recommended optional mandatory forbidden "
    "prohibited permitted doit doivent doive devra devront devrait devraient peut peuvent pourra pourront pourrait "
    "pourraient faut faudra requis requise obligatoire obligatoires facultatif facultative recommandé recommandée"
)
_QUANTITY = (
    "all any each every some few many much several most more less least fewer only both either always often sometimes "
    "nearly almost exactly tous toutes tout toute chaque quelques plusieurs certains certaines plus moins seul seule "
    "seulement toujours souvent parfois presque"
)
_NUMBERS_EN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds hundredth hundredths "
    "thousand thousands thousandth thousandths million millions millionth millionths billion billions billionth "
    "billionths half halves third thirds quarter quarters second fourth fifth sixth seventh eighth ninth tenth once "
    "twice double triple"
)
_NUMBERS_FR = (
    "zéro deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante "
    "cinquante soixante cent cents mille million millions milliard milliards moitié tiers quart demi demie deuxième "
    "troisième quatrième cinquième dixième centième millième fois"
)
_ORDER = (
    "before after behind above below over under up down left right first last same other if unless except until since "
    "avant après sauf si jusque depuis dessus dessous gauche droite devant derrière premier dernier première dernière"
)
_DIRECTION = (
    "and or but in out on off with within minimum maximum min max open close opens closes opened closed increase "
    "decrease increases decreases increased decreased raise lower safe unsafe true false yes allow deny allowed denied "
    "causal casual et ou mais avec dans hors ouvrir fermer ouvert fermé augmenter diminuer augmente diminue vrai faux "
    "oui autorisé interdit amont aval"
)
_FORMS = (
    "open/opens/opened close/closes/closed increase/increases/increased decrease/decreases/decreased allow/allowed "
    "deny/denied minimum/min maximum/max augmenter/augmente diminuer/diminue tous/toutes/tout/toute aucun/aucune "
    "seul/seule certains/certaines requis/requise obligatoire/obligatoires facultatif/facultative "
    "recommandé/recommandée demi/demie premier/première dernier/dernière"
)
"""Words of the lists that are forms of each other: one for the other is a matter of grammar."""
_UNITS = (
    "ng µg μg mg g kg t nm µm μm mm cm dm m km ml cl l ms s min h hz khz mhz ghz w kw mw gw v kv mv ma pa hpa kpa "
    "mpa bar k kb mb gb tb kwh mwh j kj mj n kn mn ppm ppb ppt"
)
_DATES = (
    "january february march april june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday today tomorrow yesterday janvier février mars avril mai juin juillet août "
    "septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche demain hier"
)
UNITS = frozenset(_UNITS.split())
MODALS = frozenset(_MODAL.split())
DATES = frozenset(_DATES.split())
NEGATIONS = frozenset({"n't"}).union(_NEGATION.split())
NUMBERS = frozenset((*_NUMBERS_EN.split(), *_NUMBERS_FR.split()))
QUANTITIES = NUMBERS.union(_QUANTITY.split())
ORDER = frozenset(_ORDER.split())
DIRECTIONS = ORDER.union(_DIRECTION.split())
WEIGHTY = DATES | NEGATIONS | MODALS | QUANTITIES | DIRECTIONS | UNITS
"""Words that ask for attention when they come, go or change."""

UNTOUCHED = NEGATIONS | MODALS | QUANTITIES | ORDER
"""Those of them that no proofreader puts in, takes away or changes, not even into a form of theirs.

Of the others it corrects slips and forms (*open*, *opens*; *Febuary*; *in*, *on*), and these ask for attention where
they change what is said."""

_PREFIXES = (
    "a ab anti auto bi co contre counter de des dis dé dés ex hyper hypo il im in inter ir mis més multi non over post "
    "pre pré re ré semi sous sub super sur tri un under"
)
_PAIRS = (
    "in/ex im/ex in/out in/de im/ém imm/em up/down max/min ac/de ac/dé as/des as/dés at/de en/de en/dis en/dés "
    "hyper/hypo pre/post pré/post pro/anti intro/extra intro/extro macro/micro over/under sur/sous sub/super "
    "inter/intra ass/diss con/di endo/exo homo/hetero mono/poly uni/multi uni/bi"
)
_ENDINGS = "ful/less er/ee or/ee fully/lessly /less"
_BEFORE = tuple(_PREFIXES.split())
_HEADS = tuple(tuple(pair.split("/")) for pair in _PAIRS.split())
_TAILS = tuple(tuple(pair.split("/")) for pair in _ENDINGS.split())
_LEAST = 2
"""Letters that two opposites share."""

_FORM_OF = {word: forms.split("/")[0] for forms in _FORMS.split() for word in forms.split("/")}
_INFLECTED = {"": "", "e": "", "s": "s", "es": "s", "d": "d", "ed": "d", "ing": "ing", "al": "al", "ly": "ly"}
"""Endings of English words, by what they say: "d" and "ed" say the same, and one for the other is a slip."""
_STEM = 3
_EXACT = MODALS | NUMBERS


def decides(word: str, others: Collection[str]) -> bool:
    """Whether a word that came or went weighs, and none on the other side is a slip or a form of it (untill, until).

    Another word of the lists is no slip of it, but for its forms (*millionths*, *millions*; *opens*, *open*). Of modal
    words and numbers no other form says the same: *is required to*, *is requires to*.
    """
    one = word.casefold()
    return one in WEIGHTY and not any(_akin(one, other.casefold()) for other in others)


def _akin(word: str, other: str) -> bool:
    if len(word) <= _STEM or word[:_STEM] != other[:_STEM] or not alike(word, other):
        return False
    if other in WEIGHTY:
        return _FORM_OF.get(word, word) == _FORM_OF.get(other, other)
    return word not in _EXACT or not _other_form(word, other)


def _other_form(word: str, other: str) -> bool:
    """Whether two words share a stem and have endings that say different things."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
    endings = [_INFLECTED.get(each[shared:]) for each in (word, other)]
    return None not in endings and endings[0] != endings[1]


def opposite(one: str, other: str) -> bool:
    """Whether two words differ in a beginning or an ending that turns the sense ("include", "exclude")."""
    return _added(one, other) or _added(other, one) or _swapped(one, other) or _swapped(other, one)


def _added(one: str, other: str) -> bool:
    return any(other == prefix + one for prefix in _BEFORE) and len(one) > _LEAST


def _swapped(one: str, other: str) -> bool:
    heads = any(
        one.startswith(here) and other.startswith(there) and one[len(here) :] == other[len(there) :]
        for here, there in _HEADS
        if len(one) - len(here) >= _LEAST
    )
    return heads or any(
        one.endswith(here) and other.endswith(there) and one[: len(one) - len(here)] == other[: -len(there)]
        for here, there in _TAILS
        if len(one) - len(here) > _LEAST
    )
