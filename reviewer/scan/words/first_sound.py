"""Whether an English word is spoken with a vowel or a consonant at its beginning: "a" or "an".

Only what is sure has an answer. Lower-case words may be abbreviations that are spoken letter by letter (*npm*, *svg*,
*rvalue*). The names of B, C, D, G, J, K, P, Q, T, V, W, Y and Z begin with a consonant as the words do, those of A, E,
I and O with a vowel as the words do: these are sure either way. Words that begin with F, L, M, N, R or S must be known
(``spoken_words``) or have the ending of one. Of those with H, U, X and with "eu" or "one" only families that are listed
are known: *historic*, *herb*, *hotel*, *url* and *unionized* are not, because speakers differ or the spelling has two
readings. Written down by hand from the pronunciations that British and American dictionaries share.
"""

from collections.abc import Mapping
from typing import Literal

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.words.spoken_words import SPOKEN_WORDS

Article = Literal["a", "an", ""]

_CONSONANT = lazy_pattern(
    r"(?:[bcdgjkpqtvwz][a-z]|y[aeiou])[a-z]*\Z"
    r"|(?=[a-z]{7})(?:f[lr]?|[lmn]|rh?|s(?:ch?|cr|hr?|[klmnptw]|ph|p[lr]|qu|tr)?)[aeiouy][a-z]*"
    r"(?:tions?|ment|ness|able|ible|ful|less|ive|ous|ity|ary|ory|ical|ance|ence|ship|ing|ally|edly|ingly|ently|antly)\Z"
    r"|(?:multi|non|semi|super|sub|self|micro|macro|meta|mono|mini|low|long|left|short|large|small|single|second|main|right)\Z"
    r"|(?:half|hand|handle|handler|handful|hard|hardware|hash|header|heading|heap|heavy|heavily|help|helper|helpful|hidden"
    r"|high|higher|highly|hole|hook|host|hosted|huge|human|hundred)\Z"
    r"|(?:euro|europ|eukaryo|euclid|euphem|euphor|eulog|eucalypt|euthan)[a-z]*\Z|(?:one|once|oneself|onetime)\Z"
    r"|us(?:e|ed|er|ers|ing|eful|efully|efulness|eless|elessly|ual|ually|age|ages|able|ability|urp[a-z]*)\Z"
    r"|user(?:name|names|space|land)\Z|usecases?\Z|usenet\Z|utensils?\Z|unanim[a-z]+\Z|unary\Z"
    r"|(?:util(?:it|i[sz])|utop|ubiquit|urani|urin)[a-z]+\Z"
    r"|uni(?:|ts?|ty|tary|ted|tless|ons?|forms?|formly|formity|fied|fiers?|fying|fy|fies|fication|que|quely|queness"
    r"|casts?|codes?|corns?|cycles?|cellular|vers[a-z]+|variate|directional|directionally|dimensional|lateral|laterally"
    r"|son|sex|modal|modular|polar|processor|axial|grams?|kernels?|x)\Z"
)
_VOWEL = lazy_pattern(
    r"a(?!a|e(?!ro|st|s\Z|on))[a-z]{2,}\Z|(?:id|ip|ox)\Z|i(?![iu]|e(?!ee))[a-z]{2,}\Z|e(?![uweo])[a-z]{2,}\Z"
    r"|o(?!ne|nce\Z|u[aeij]|[eo])[a-z]{2,}\Z|(?:onerous|onerously)\Z"
    r"|(?:hours?|hourly|hourglass(?:es)?|honest|honestly|honesty|honou?rs?|honou?red|honou?rabl[ey]|honorary|honoree"
    r"|heirs?|heiress(?:es)?|heirlooms?)\Z"
    r"|un(?:[bcdfghjklmpqrstvwxyz][a-z]{2,}|a(?!nim|ry)[a-z]{3,}|e(?!sco)[a-z]{3,}|o[a-z]{3,}|u[a-z]{3,}"
    r"|i(?:dentif[a-z]+|mplement[a-z]+|mport[a-z]+|mpress[a-z]+|mpeded|mprov[a-z]+|maginable|maginative|magined|ndent[a-z]+"
    r"|ndexed|nform[a-z]+|nhabit[a-z]+|nhibit[a-z]+|niti[a-z]+|njured|nspir[a-z]+|nstall[a-z]*|nstantiated|nstrumented"
    r"|nsured|ntelli[a-z]+|ntend[a-z]+|ntention[a-z]+|nterest[a-z]+|nterpret[a-z]+|nterrupt[a-z]+|ntuitive|nvited|nviting"
    r"|nvolved))\Z"
    r"|u(?:pper[a-z]*|p(?:date|grade|load|link|stream|stair|time|ward|hill|right|coming|keep|lift|per)[a-z]*|nder[a-z]*"
    r"|ltra[a-z]*|lterior|ltimat[a-z]+|mbrella[a-z]*|gly|glier|ncles?|rban|rgent|rgently|rgency|rge|tter|tterly|tterance"
    r"|tterances|sher|shers)\Z"
)
_CONSONANT_NAMES_TEXT = """
    European Europe Euro Euclidean Unix Unicode Uruguayan Ukrainian Ugandan Utopian Universal Windows Linux Python
    Java Google Docker Kubernetes German French Greek Dutch Danish Chinese Japanese Polish Turkish Portuguese
    British Canadian Boolean Gaussian Cartesian Bayesian Bernoulli Turing Git
"""
_VOWEL_NAMES_TEXT = """
    English American African Asian Australian Austrian Indian Indonesian Italian Irish Israeli Iranian Iraqi Arabic
    Arab Estonian Egyptian Ethiopian Internet Ethernet Eulerian Android Apple Amazon Azure Ansible Apache Oracle
    Outlook Office Excel Eclipse Olympic Abelian Aboriginal Antarctic Arctic
"""
_NAMES: Mapping[str, Article] = {
    **dict.fromkeys(_CONSONANT_NAMES_TEXT.split(), "a"),
    **dict.fromkeys(_VOWEL_NAMES_TEXT.split(), "an"),
}
"""Capitalised words that are surely spoken so; every other capital may be that of a name that is spoken otherwise."""
_PREPOSITIONS = ("ad", "as", "in", "on", "up")
"""What a hyphenated word may begin with: *in-depth*, *on-call*."""
_ROMAN = lazy_pattern(r"x{0,3}(?:ix|iv|v?i{0,3})\Z")
_FOREIGN_TEXT = """
    arse aber agli ainsi alla alle allo alors als altra altro ami amie anche ancora année années appelle appris
    après auch auf aus aussi autre autres aux avant avec bei beim bin bis bord capella cappella contrario cuvée da
    dans das dass de dei del della delle dem den der des di dich dir do doch dos du durch ed ein eine einem einen
    einer eines ela elas ele eles ella ellas elle elles ellos encore entre eres esa eso essa esse est esta este esto
    et etc eu eux eventi fait fare fin fortiori garda giorno ich ici ieri ihr ihre il ils immer ist itself la las le
    les leur leurs li lo loro los lui ma mais mas maxima mes minima mis moi mon nel nella non nos notre nous oben
    oder oggi ogni ohne oltre ont os otra otro ou oui outra outro où para parte partir per piu plus por posteriori
    pour priori qu que quel quelle qui sans ser ses si sin sobre son sono sont su suis sur sus ta taoiseach te tempo
    tes ti todo todos toi ton tous tout toute tu tutti um uma una unas und une uno unos uns unter vers vom von vor
    vos votre vous zu zum zur zwei über
"""
_FOREIGN = frozenset(_FOREIGN_TEXT.split())
"""Words of other languages, of set phrases behind "a", and *arse*, which lost a letter: nothing is said of these."""


def article_before(word: str) -> Article:
    """The article that surely stands before ``word`` as written, else "". Of a hyphenated word the first part counts.

    A first part of one letter (*n-ary*, *x-axis*) has none.
    """
    first, hyphen, _ = word.partition("-")
    if hyphen and first in _PREPOSITIONS:
        return "an"
    if not first.islower():
        return _NAMES.get(first, "")
    if first in _FOREIGN or _ROMAN.match(first):
        return ""
    if _VOWEL.match(first):
        return "an"
    return "a" if first in SPOKEN_WORDS or _CONSONANT.match(first) else ""
