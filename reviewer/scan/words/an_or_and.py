"""Whether an "an" before a consonant may have been "and", "any", "can", or a word of another language.

That letter is lost anywhere: "find an replace", "supply an demand", "at an time", "which an cause". What is surely the
article is one of two things. The word behind begins with a vowel as it is written and a consonant as it is spoken ("an
user", "an one-off"): that is why the writer took the wrong one. Or the word before is one behind which neither a verb
nor a second noun or participle is joined ("is an list", "as an file"). Behind verbs and prepositions nearly every word
may be what "and" or "any" goes with, so that only few shapes are sure there.
Lists are written down by hand.
"""

import re

from reviewer.lazy_pattern import lazy_pattern


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FIRM = _words("is are was were be been as such has have had having it's that's there's")
"""Behind these stands what something is or has."""
PREPOSITIONS = _words("of to in for with by from into onto on at via per over through within between during like about")
ADJECTIVES = _words("new large big small good great different similar special common")
"""No verbs, and hardly nouns: behind a verb, the article is meant ("returns an new list")."""
_NOUNS_TOO = _words("""
    use uses form forms return returns issue issues need needs support supports offer offers present cause causes
    build builds trigger triggers show shows supply supplies raise raises pass produce throw find finds implement
    construct conduct install insert write take make select follow attach deploy given taken made written sent built
    thrown shown chosen found seen used
""")
"""Forms of verbs that are nouns or participles as well: "the supply an good of it"."""
_SUBJECT = lazy_pattern(
    r"\b(?:to|will|would|shall|should|must|can|could|may|might|it|this|that|which|who|he|she|we|you|they|I)[ \n]"
    r"[a-z]+[*_]{0,3}[ \n]\Z",
    re.IGNORECASE,
)
"""Behind these a verb stands."""
_VERBS = _words("use used uses using unite unites unify unifies utilize utilise utilizes utilises")
"""Verbs that are written with a vowel: "create an use them"."""
_COMPOUND = lazy_pattern(
    r"(?!(?:re|pre|de|dis|mis|trans|double|cross|fine|hot|type|auto|force|hard|dry|co|un|sub|bulk|batch|soft)-)[a-z]+-"
)
"""A word with a hyphen that is no verb, as "double-check" and "pre-build" may be."""
_INFLECTED = ("ed", "ing", "ly")
"""Participles and adverbs: "was given an kept", "built an tested", "typically an fully"."""
_PAST = _words("""
    became began bought broke brought built came caught chose did drew fed fell felt found gave given got grew had heard
    held hid hit kept knew known laid led left lost made meant met put quit ran read remained said sat saw seen sent set
    shown shut sold spent split spoke stood stayed stuck taken taught thought threw thrown told took was went were won
    written wrote
""")
"""Forms of verbs that do not end in -ed: "was an became"."""
_FREE_CHOICE = _words("""
    body case color colour combination condition cost country date day degree depth direction doubt form given harm
    height hour kind length level location manner means moment month need number part particular person place point
    position price purpose random rate real reason required remaining resulting sense sequence shape side single size
    sort specific stage step subset sufficiently time type value version week width word year positive nonnegative
    negative nonzero nontrivial two three four five six seven nine ten twelve twenty hundred thousand million due
""")
"""What "any" likes best ("at any time", "for any positive number"); numbers; "and due"."""
_UNCOUNTED = _words("""
    more less longer shorter further better worse larger smaller bigger greater higher lower later sooner faster slower
    cheaper harder simpler stronger weaker closer nearer deeper wider safer
    behavior behaviour bandwidth patience capacity care clarity code confidence confusion consent content control
    coverage data debris delay demand detail discussion documentation feedback food freedom fun funding furniture
    guidance hardware harm health help homework housing humour knowledge labour latency leeway literature logic loss
    luck maintenance malware material meaning memory metadata middleware money motivation music news notice noise
    nonsense paper peace performance permission power precision pressure privacy progress proof protection quality
    recourse recovery relevance reliability research responsibility room safety security sense sleep software space spam
    storage stress support testing text thought traffic training transparency trouble trust validity visibility waste
    water work writing bearing chance trace difference
""")
"""What no article stands before, where the phrase ends with it: "has an documentation", "is it an longer?"."""
_FOREIGN = _words("""
    die der das den dem des dies diese diesem diesen dieser jede jedem jeden jeder einem einen einer vielen meinem
    meinen sich mir dir ihm ihn com la le les
""")
"""Behind a German "an", and other words that are no English ones behind an article."""
_NEGATION = lazy_pattern(
    r"\b(?:not?|nor|never|neither|without|cannot|hardly|barely|scarcely|rarely|seldom|lacks?|lacking|nobody|nothing|none"
    r"|[a-z]+n['’]t)\b",
    re.IGNORECASE,
)
_NEAR = 60
"""Characters before the article in which a negation is looked for."""
_END = lazy_pattern(r"[.!?][)\"'”’*_]{0,3}[ \n]")


def may_be_another(word: str, before: str, *, ends_clause: bool) -> bool:
    """Whether ``word`` is one that follows another word than the article, or "any" is meant in a negation.

    ``ends_clause``: the phrase may end with it. ``before`` is the paragraph up to the article.
    """
    if word in _PAST or word in _FREE_CHOICE or word in _FOREIGN or word in _VERBS:
        return True
    if word.endswith(_INFLECTED) and not is_compound(word):
        return True
    if ends_clause and word in _UNCOUNTED:
        return True
    near = _END.split(before[-_NEAR:])[-1]
    return _NEGATION.search(near) is not None


def is_slip_of_spelling(word: str) -> bool:
    """Whether a word that is spoken with a consonant is written with a vowel."""
    return word[:1].lower() in "aeiou"


def is_compound(word: str) -> bool:
    """Whether a word is written with a hyphen and no verb."""
    return _COMPOUND.match(word) is not None


def is_verb_there(last: str, before: str) -> bool:
    """Whether the ``last`` word before the article, a form of a verb, is no noun or participle there."""
    return last not in _NOUNS_TOO or _SUBJECT.search(before) is not None
