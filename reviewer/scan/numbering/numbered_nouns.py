"""What people call the things that have numbers: sections, figures, tables, equations, in more languages than are read.

A document is renumbered in English and French only. Who writes ``Abbildung 3`` or ``рис. 3`` means the same figure,
and nobody would rewrite it: all of these must be known to leave its number alone.
"""

import re
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.numbering.captions import Label
from reviewer.scan.references.number_words import words

_FIGURE_WORDS = words(
    """
    figure figures fig figs schéma schémas schema schemas diagram diagrams diagramme diagrammes illustration
    illustrations image images graph graphs graphe graphique graphiques chart charts plot plots drawing drawings photo
    photos picture pictures exhibit exhibits dessin dessins
    abbildung abbildungen abb bild bilder schaubild zeichnung grafik figura figuras figure figur figurer gráfico
    gráficos imagen imágenes imagem figuur figuren afbeelding afbeeldingen afb rysunek rysunku rysunki rys obrázek
    obrázku obr kuva kuvassa ábra ábrán şekil slika σχήμα εικόνα
    """
)
_TABLE_WORDS = words(
    """
    table tables tableau tableaux tab tabs tbl tbls
    tabelle tabellen tafel tabla tablas cuadro cuadros tabella tabelle tabela tabelas tabeli tabel tabellen tabell
    tabeller tabulka tabulce taulukko taulukossa táblázat tablo πίνακας πίνακα
    """
)
_EQUATION_WORDS = words(
    """
    equation equations équation équations eq eqs eqn eqns éq formula formulas formulae formule formules relation
    gleichung gleichungen gl formel formeln ecuación ecuaciones ec fórmula fórmulas equazione equazioni equação equações
    vergelijking vergelijkingen ekvation ligning równanie rovnice yhtälö egyenlet denklem εξίσωση
    """
)
_SECTION_WORDS = words(
    """
    section sections sect sec secs subsection subsections chapter chapters chapitre chapitres ch chap chaps clause
    clauses article articles art arts paragraph paragraphs para paras paragraphe paragraphes part parts partie parties
    annex annexes annexe appendix appendices heading headings
    abschnitt abschnitte abschnitten kapitel kapiteln artikel absatz ziffer teil anhang anlage sección secciones
    apartado capítulo capítulos artículo artículos anexo sezione sezioni capitolo articolo articoli paragrafo allegato
    seção seções secção artigo hoofdstuk paragraaf sectie bijlage avsnitt kapittel rozdział rozdziale sekcja kapitola
    kapitole luku luvussa fejezet bölüm ενότητα κεφάλαιο
    """
)
_BY_CHAPTER_WORDS = words(
    """
    listing listings lst algorithm algorithms algorithme algorithmes plate plates map maps carte cartes box encadré
    encadrés
    """
)
_WITH_VERSIONS = words("image images photo photos picture pictures relation imagen imagem")
"""Not figures as often as they are: ``image 4.2`` of a registry."""


class Nouns(NamedTuple):
    """``words`` in lower case, by themselves. ``before`` is what may stand before a number and needs no border on its
    left, ``behind`` what may stand right behind one (``第4章``); both are expressions for text in lower case."""

    words: frozenset[str]
    before: str
    behind: str = ""


_REF = r"\\(?:auto|[cv])?ref"
NOUNS = {
    Label.FIGURE: Nouns(
        _FIGURE_WORDS,
        rf"(?<!\w)рис(?:ун\w{{1,4}})?|[图図圖]|그림|شكل|{_REF}",
        behind=r"(?:番目の)?[图図圖]|(?:번째\s)?그림",
    ),
    Label.TABLE: Nouns(
        _TABLE_WORDS, rf"(?<!\w)табл(?:иц\w{{1,3}})?|[表]|(?<!\w)표|جدول|{_REF}", behind=r"(?:番目の)?[表]"
    ),
    Label.EQUATION: Nouns(
        _EQUATION_WORDS, rf"(?<!\w)(?:формул|уравнени)\w{{1,3}}|[式]|수식|معادلة|{_REF}|\\eqref", behind=r"式"
    ),
}
SECTIONS = Nouns(
    _SECTION_WORDS,
    rf"(?<!\w)(?:раздел|глав|стать|пункт)\w{{0,3}}|(?<!\w)(?:разд|гл|ст|пп?)(?=\.)|第|제|[§¶]|{_REF}",
    behind=r"[章节節条條項项款部編篇课課장절조항편]",
)
BY_CHAPTER = Nouns(
    frozenset().union(_BY_CHAPTER_WORDS, *(nouns.words for nouns in NOUNS.values())) - _WITH_VERSIONS,
    "|".join([*(nouns.before for nouns in NOUNS.values()), r"\\tag\*?"]),
)
"""What is often counted anew in each chapter, with its number in front: Figure 3.1, Listing 3.1."""

_SIGNS = r"(?:n[°ºro]s?|nos?|nr|num|number(?:ed|s)?|numéros?|nummer|nº|número|№|#)(?![^\W\d_])\.?"
_COUNTED = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|un|deux|trois|quatre|cinq|sept|huit|neuf|dix"
    r"|onze|douze|[ivx]{1,5})(?![^\W_])"
)
_ORDINALS = (
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|premi(?:er|ère)|\w{3,9}ième)"
    r"(?![^\W_])"
)
_JOINS = r"(?:and|or|to|through|until|plus|then|et|ou|à|puis|und|oder|bis|y|e|o|en|и|или|the|les?|la|also)(?![^\W_])"
_OF = (
    r"(?:of|these|those|such|the|this|our|its|following|above|said|same|de|des|du|ces|la|les|cette|and|or|et|ou)"
    r"(?![^\W_])"
)
_MARK = r"[^\w\n.|!?]|_|\n(?![ \t>]*\n)"
"""White space and signs that end no sentence, cell or paragraph."""
_BETWEEN = rf"(?:&nbsp;|&\#160;|{_MARK}|\.(?!\s)|{_SIGNS}|(?<![^\W_])(?:{_JOINS}|{_COUNTED})|\d++[a-z]?(?![^\W_]))*+"
"""Between a noun and a number that belongs to it: ``figures 2, three and``, ``Fig. No.``, ``Section $``."""
ORDINAL_END = r"(?:st|nd|rd|th|e|è|ème|eme|er|ère|ª|º|-?[йяе])(?![^\W\d_])"
_UNTIL = rf"(?:{_MARK}|\d++{ORDINAL_END}|(?<![^\W_])(?:{_ORDINALS}|{_OF}))*+"


class NounPatterns(NamedTuple):
    """For text in lower case: what ends right before a number, stands right behind one, and is a column's header."""

    before: re.Pattern[str]
    behind: re.Pattern[str]
    behind_ordinal: re.Pattern[str]
    header: re.Pattern[str]


def patterns(nouns: Nouns) -> NounPatterns:
    """Compiled when first used."""
    either = "|".join(sorted(nouns.words, key=lambda word: (-len(word), word)))
    word = rf"(?:{either})(?![^\W\d_])"
    return NounPatterns(
        lazy_pattern(rf"(?:(?<![^\W_]){word}|(?:{nouns.before}))(?:\(s\))?\.?(?P<between>{_BETWEEN})\Z"),
        lazy_pattern(rf"\s?(?:{nouns.behind})" if nouns.behind else r"(?!)"),
        lazy_pattern(rf"(?:{ORDINAL_END})?{_UNTIL}{word}"),
        lazy_pattern(rf"(?<![^\W_]){word}|(?:{nouns.before})"),
    )
