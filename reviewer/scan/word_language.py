"""Of single words: whether one can only be English or only be French. For passages too short for function words.

Signs of spelling that the other language hardly has, and frequent words that it lacks. Most words have neither, and say
nothing; so do names written with a capital inside.
"""

from typing import Literal

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.language import is_function_word

Speaks = Literal["en", "fr", ""]

_MORE_ENGLISH = """
    here now never always often soon early late yesterday today tomorrow well more most less least again already almost
    much many few little nothing nobody everyone everybody someone please thank thanks hello good bad times every under
    towards against without within morning evening noon night year years months hour hours day days made make off out up
    over down first last next why
"""
_MORE_FRENCH = """
    ici maintenant jamais toujours souvent tôt tard hier demain bien mal mieux moins encore déjà presque beaucoup peu
    rien personne merci bonjour voir fois vers chez hors jour jours soir matin midi année ans mois heure heures fait
    faire dire mettre suite d'abord vite lentement seul seule svp sinon alors puis enfin leurs ni soit quel quelle quels
    quelles sous entre
"""
_MORE = {"en": frozenset(_MORE_ENGLISH.split()), "fr": frozenset(_MORE_FRENCH.split())}
_FRENCH = lazy_pattern(
    r"[àâçèéêëîïôœùûæ]|(?:ez|eux|euses?|eaux?|oirs?|oires?|aient|..[^r]ait|isme|ssent)\Z|\A(?:[cdjlmnst]|qu)'"
)
_ENGLISH = lazy_pattern(r"[wk]|sh|\Ath|th\Z|ght|ee|oo|tch|(?<=..)(?:ing|ed|ly|ness|ful|less)\Z|(?:[^aeiou]|[ae])y\Z")


def speaks_for(word: str) -> Speaks:
    """The language that a word can only be of; "" where it may be of either, or of another one."""
    if not word[1:].islower() and len(word) > 1:
        return ""
    low = word.casefold().replace("’", "'")
    english, french = (is_function_word(low, code) or low in _MORE[code] for code in ("en", "fr"))
    if not english and not french:
        english, french = bool(_ENGLISH.search(low)), bool(_FRENCH.search(low))
    if english == french:
        return ""
    return "en" if english else "fr"
