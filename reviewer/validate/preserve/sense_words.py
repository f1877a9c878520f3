"""Words, beginnings and endings that decide what a sentence says, in English and French. No list is complete."""

from collections.abc import Collection

from reviewer.validate.preserve.edit_words import alike

_NEGATION = (
    "no not never none nor neither nobody nothing without cannot unless except excepting excluding hardly scarcely "
    "barely rarely seldom instead otherwise ne pas jamais aucun aucune ni rien sans sauf non excepté hormis guère "
    "rarement sinon"
)
_MODAL = (
    "must may might can could shall should will would need ought doit doivent devra devront devrait devraient "
    "peut peuvent pourra pourront pourrait pourraient faut faudra"
)
_QUANTITY = (
    "all any each every some few many most more less least fewer only both either half double twice once one two "
    "three four five six seven eight nine ten eleven twelve twenty thirty fifty hundred thousand million billion "
    "always often sometimes nearly almost exactly tous toutes tout toute chaque quelques plusieurs plus moins seul "
    "seule seulement deux trois quatre cinq sept huit neuf dix onze douze vingt trente cinquante cent mille milliard "
    "demi toujours souvent parfois presque"
)
_DIRECTION = (
    "and or but if before after until since above below over under up down in out on off left right with within "
    "minimum maximum min max first last open close opens closes opened closed increase decrease increases "
    "decreases increased decreased raise lower safe unsafe true false yes allow deny allowed denied causal casual "
    "et ou mais si avant après depuis jusque dessus dessous gauche droite avec dans hors premier dernier ouvrir fermer "
    "ouvert fermé augmenter diminuer augmente diminue vrai faux oui autorisé interdit amont aval"
)
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
QUANTITIES = frozenset(_QUANTITY.split())
DIRECTIONS = frozenset(_DIRECTION.split())
WEIGHTY = DATES | NEGATIONS | MODALS | QUANTITIES | DIRECTIONS | UNITS

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


def decides(word: str, others: Collection[str]) -> bool:
    """Whether a word that came or went weighs, and none on the other side is a slip or a form of it (untill, until)."""
    if word.casefold() not in WEIGHTY:
        return False
    return not any(
        len(word) > 3 and word[:3] == other[:3] and {word, other} - MODALS and alike(word, other) for other in others
    )


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
