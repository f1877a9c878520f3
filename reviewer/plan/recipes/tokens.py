"""Noun-like words that stand for what a model is not shown: sentence grammar survives, and none collides.

In masks and logs they have the seed's names (``[[TABLE_BLOCK_1]]``); in the text such a name is a foreign body that
small models lose, change or comment on, and a noun is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.plan.recipes.masked import Cover, MaskedText

_FILL = "Q"
"""Put behind a noun that occurs in the text, as often as needed: a word longer than the text is not in it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is masked. ``name``: the seed's; ``nouns``: by language, English where there is none."""

    name: str
    nouns: dict[str, str]
    single: bool = False
    """Named in single brackets, as the seed names math."""

    def called(self, number: int) -> str:
        """What the n-th of a passage is called in masks and logs."""
        return f"[{self.name}_{number}]" if self.single else f"[[{self.name}_{number}]]"


MATH = Kind("MATH", {"en": "Expression", "fr": "Expression", "de": "Ausdruck", "es": "Expresión", "it": "Espressione",
                     "pt": "Expressão", "nl": "Uitdrukking"}, single=True)  # fmt: skip
QUOTE = Kind("QUOTE_BLOCK", {"en": "Quotation", "fr": "Citation", "de": "Zitat", "es": "Cita", "it": "Citazione",
                             "pt": "Citação", "nl": "Citaat"})  # fmt: skip
CODE = Kind("CODE_BLOCK", {"en": "Listing", "fr": "Extrait", "de": "Quelltext", "es": "Listado", "it": "Listato",
                           "pt": "Listagem", "nl": "Broncode"})  # fmt: skip
TABLE = Kind("TABLE_BLOCK", {"en": "Table", "fr": "Tableau", "de": "Tabelle", "es": "Tabla", "it": "Tabella",
                             "pt": "Tabela", "nl": "Tabel"})  # fmt: skip
EMOJI = Kind("EMOJI", {"en": "Symbol", "fr": "Symbole", "de": "Symbol", "es": "Símbolo", "it": "Simbolo",
                       "pt": "Símbolo", "nl": "Symbool"})  # fmt: skip
FORMULA = Kind("FORMULA_BLOCK", {"en": "Derivation", "fr": "Calcul", "de": "Rechnung", "es": "Cálculo",
                                 "it": "Calcolo", "pt": "Cálculo", "nl": "Berekening"})  # fmt: skip
NUMERIC = Kind("NUMERIC_TRUNCATED", {"en": "Figures", "fr": "Chiffres", "de": "Zahlen", "es": "Cifras", "it": "Cifre",
                                     "pt": "Cifras", "nl": "Cijfers"})  # fmt: skip

BLOCKS = ((QUOTE, "QUOTE"), (CODE, "CODE"), (TABLE, "TABLE"), (FORMULA, "FORMULA"), (NUMERIC, "NUMERIC"))
"""Kinds of which each block has a file of its own below ``stage2/masks``, and how it is called there."""


def placeholders(
    masked: MaskedText, spans: Sequence[tuple[int, int]], kind: Kind, language: str, recipe: str
) -> MaskedText:
    """The text with a token in the place of each span of its source, numbered from 1 in their order.

    No token occurs in the source or in what is shown, and none can be read in two tokens or beside other text: the stem
    is in neither, in any case of letters, and all its numbers have the same count of digits.
    """
    if not spans:
        return masked
    stem = free_stem(kind.nouns.get(language, kind.nouns["en"]), masked)
    digits = len(str(len(spans)))
    covers = [
        Cover(start, end, f"{stem}{number:0{digits}}", kind.called(number), recipe)
        for number, (start, end) in enumerate(sorted(spans), start=1)
    ]
    return masked.covered(covers, stem)


def free_stem(noun: str, masked: MaskedText) -> str:
    """The noun, or the noun with letters behind it, so that it is nowhere in the source or in what is shown."""
    texts = [text for whole in (masked.source, masked.text) for text in (whole.casefold(), whole.lower())]
    stem = noun
    while any(form in text for text in texts for form in (stem.casefold(), stem.lower())):
        stem += _FILL
    return stem


def is_word(stem: str) -> bool:
    """Whether a stem is a noun as it is, which people write too."""
    return not stem.endswith(_FILL)
