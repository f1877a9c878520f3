"""What stands before and behind "it's" and "its": whether only the other of the two can be meant.

"It's" is the possessive before a noun: "the name of it's owner". It is not where a preposition ends a clause before it
("once you log in it's clear", "what it is made of it's hard to say"), so that only what is no predicate counts as a
noun: no adjective, adverb or participle, and none of the nouns that "it is" takes without an article ("it's time").
Lists are written down by hand.
"""

import re

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.words.article_context import begins_noun_phrase


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PREPOSITIONS = _words("""
    of into from via within upon with by to through under at in on between against onto across
""")
"""None of them takes a clause: not for, as, than, before, after, since, until, like."""
_FIRM = _words("of into via within between")
"""These hardly end a clause: the other ones do not count where the clause began with a word such as "if" or "what"."""
_PREDICATES = _words("""
    time people fun what how why true false ok okay fine good bad hard easy nice great best better worse worst worth
    ready safe slow fast quick new old big small large long short high low late early empty full free open closed dead
    alive wrong right sure likely cold hot warm dark cool simple same different weird strange odd kind pretty sad
    happy funny silly dirty busy tricky handy down gone broken done known written built made taken given shown hidden
    lost found run kept held set sent sold told put cut read meant spent bound stuck thrown drawn chosen seen begun
    born blank null void zero one two three four five six seven eight nine ten clear clean close common correct
    complete current final direct exact explicit private public secret plain pure rare raw real rough sharp smart
    smooth stale strong sweet thick thin tight tiny tough weak wet wide wise wild young cheap deep dumb evil fair firm
    flat gross heavy huge idle keen loose loud mad mild neat ill sick solid sound stable standard straight tall vague
    valid invalid vast visible random broad brief brand business crucial magic nonsense rubbish garbage overkill luck
    proof news thanks sort kinda gonna cos bedtime lunchtime showtime game summer winter spring autumn morning evening
    night midnight noon day dinner lunch monday sunday bullshit crap hell part most least more less too very really
    now here there today tomorrow later about below beyond behind until been got had come become up off out over back
    home online offline asleep awake aware absent present akin alike apart possible easier faster slower larger
    smaller bigger harder simpler cleaner safer higher lower longer shorter cheaper quicker nicer older newer clearer
    stronger likelier earlier further nobody somebody everyone everybody everything something anything nothing half
    double twice once maybe perhaps way always never again two-fold near far little much many few several other others
    another enough such like lot lots plenty impossible unclear unknown unsafe unlikely necessary tempting essential
    optional vital key art love war work money
""")
"""What may stand behind "it is" without an article, and so says nothing of the possessive."""
_NO_NOUN = lazy_pattern(
    r"\w+(?:ly|ed|ing|able|ible|ful|ous|ive|less|ish|some|ward|wards|wise|est|ic|ical|ant|(?<!m)ent|al|ary)\Z"
)
"""Adverbs, participles, adjectives; some nouns end so, too: ``_NOUNS``."""
_NOUNS = _words("""
    parent client content contents component agent event extent intent recipient accent table variable interval signal
    terminal proposal approval arrival removal total potential capital journal topic metric logic traffic arithmetic
    directive objective archive drive incentive library dictionary boundary summary variant constant tenant applicant
    vocabulary salary anniversary primary twig string setting ring wing ceiling meaning beginning building ending
    header peripheral mechanic rhetoric music fabric graphic cable label
    dependent patent talent percent rest interest request quest test guest chest forest nest
    manifest digest harvest contest protest family assembly supply reply seed feed speed need
""")
_MODIFIERS = _words("""
    new old original internal external default previous initial current full entire main parent inner outer upper lower
    local final first last base native natural usual former latest complete total maximum minimum primary secondary
    private public physical logical actual respective associated corresponding underlying own various individual
    immediate direct long short small large high low unique central general special specific particular intended
    existing surrounding
""")
"""Behind a preposition they belong to a noun that follows: "in it's original form"."""
_AT = _words("best worst peak most least")
"""Behind "at it's", where no predicate is meant."""
_ON_ITS_WAY = frozenset(("", "to", "out", "in", "back", "home", "from", "through"))
_OWN = lazy_pattern(
    r"[ \n]own(?:[.,;:!?)]|\Z|[ \n*_]{1,3}(?!(?:it|them|him|her|us|you|me|up|or|goals?|the|an?|this|that|these|those"
    r"|all|any)\b)[\w(])"
)
_NEXT = lazy_pattern(r"[ \n]([a-z]{2,40})(?![\w’'/@-]|\.\w)(?:[ \n]([a-z]{2,40})(?![\w’'/@-]|\.\w))?")
_LAST = lazy_pattern(r"(?<![\w’'-])([^\W\d_]+)[ \n][*_]{0,3}\Z")
_OPENED = r"(?:\A|[.!?:;,][)\"'”’*_]{0,3}[ \n]|[ \n]\()[*_(]{0,3}\Z"
_CLAUSE_BEGINS = lazy_pattern(_OPENED)
_CLAUSE_OR_JOINED = lazy_pattern(rf"{_OPENED}|\b(?:and|but)[ \n][*_]{{0,3}}\Z", re.IGNORECASE)
_SUBORDINATE = lazy_pattern(
    r"\b(?:if|when|whenever|once|after|while|until|unless|before|since|because|as|how|however"
    r"|now that|every time|each time|(?:the|that) (?:day|moment|instant|minute))\b[^.,;:!?()]*\Z",
    re.IGNORECASE,
)
_QUESTION = lazy_pattern(r"\b(?:what|whatever|where|wherever|which|whichever|who|whom)\b[^.,;:!?()]*\Z", re.IGNORECASE)
"""What opens a clause that may end in a preposition."""
_RELATIVE = lazy_pattern(
    r"\b(?:the|an?|every|each|any|all|one|only)[ \n](?:[\w-]+[ \n]){1,3}(?:that[ \n])?(?:it|I|we|you|they|he|she)"
    r"(?:['’][a-z]{1,3})?[ \n](?:[\w'’-]+[ \n]){1,4}\Z",
    re.IGNORECASE,
)
"""A clause without "which" behind its noun, whose preposition ends it: "the tool that we build on it's old"."""
_PARTICLE = lazy_pattern(
    r"\b(?:from(?: \w+){1,3}|going|goes|later|early|so|further|logs?|logged|signs?|signed|opts?|opted|checks?|checked"
    r"|turns?|turned|switche?s?|switched|turns? it|switch it|turned it|switched it) (?:on|in)[ \n]\Z"
    r"|(?:\A|[.,;:!?(][ \n]?)with (?:the|its|an?) \w+ on[ \n]\Z"
    r"|\b(?:want|wants|need|needs|have|has|had|like|going|used|able|supposed|try|trying) to[ \n]\Z",
    re.IGNORECASE,
)
"""A particle or an infinitive without its verb, at the end of a clause: "from then on it's", "log in it's"."""
_CONTACT = lazy_pattern(r"\b([A-Za-z]+) (?:I|we|you|they|he|she|it)(?: [\w'’]+){1,3}[ \n]\Z")
"""A relative clause without its pronoun: "the city I come from it's rain", unless a conjunction stands before."""
_CONJUNCTIONS = _words("that and but or so because if when where while as then whether since until although though")
_FINITE = _words("is are was were has can will must should may does cannot could would might")
_BEFORE_IT_IS = _words("""
    that if when because since although though while whereas but so as unless where until whether think thinks thought
    know knows say says said means mean indicate indicates guess believe believes assume assumes like maybe perhaps hope
    suppose suggest suggests claim claims sure then
""")
"""Behind these a clause begins, and hardly a thing that something has."""
_NO_ARTICLE = _words("priori posteriori fortiori la minima cappella capella contrario record value coefficient axis")
"""Behind "a" in a phrase of another language, or where "a" is a letter."""
_LETTER = lazy_pattern(r"(?<![\w'’.\-])[a-hj-z](?![\w'’.\-])")
_DENIED = lazy_pattern(
    r"[ \n]not[ \n](?:(?:a|an|the|in|my|your|our|there|that|this|because|enough|like)[ \n]"
    r"|(?:(?:yet|very|so|always|really|that|too|quite|currently|actually|entirely|immediately)[ \n])?"
    r"(?!(?:being|having|null|only|yet|very|so|always|really|too|quite|currently|actually|entirely|immediately)\b)"
    r"[a-z]{2,30}(?:[.,;:!?)]|\Z|[ \n](?:if|that|to|for|in|on|at|by|when|how|what|why|whether|because|as|with|until"
    r"|unless|here|there|yet|but|so|since|where|which|who|from|any|anymore|enough|now|about|than|into)\b(?!-)))"
)
"""No noun comes behind what is denied: "its not clear if", not "its not insignificant cost"."""
_NAMED = lazy_pattern(r"[ \n](?P<article>an?|the)[ \n](?P<word>[a-z]{2,40})(?![\w’'/@-]|\.\w)")


def is_surely_its(before: str, after: str) -> bool:
    """Whether "it's" between the two texts of a paragraph can only be the possessive."""
    if _OWN.match(after):
        return True
    following = _NEXT.match(after)
    if following is None:
        return False
    word, second = following.group(1), following.group(2) or ""
    if _CLAUSE_OR_JOINED.search(before):
        return second in _FINITE and _is_noun(word)
    last = _last_word(before)
    if last not in _PREPOSITIONS or _may_end_clause(last, before):
        return False
    return (
        _is_noun(word)
        or (word in _MODIFIERS and second != "" and _is_noun(second))
        or (last == "on" and word == "way" and second in _ON_ITS_WAY)
        or (last == "at" and word in _AT and (not second or not begins_noun_phrase(second)))
    )


def _may_end_clause(preposition: str, before: str) -> bool:
    """Whether the clause may end with the preposition at the end of ``before``."""
    if any(ended.search(before) for ended in (_QUESTION, _RELATIVE, _PARTICLE)):
        return True
    contact = _CONTACT.search(before)
    if contact and contact.group(1).lower() not in _CONJUNCTIONS:
        return True
    return preposition not in _FIRM and _SUBORDINATE.search(before) is not None


def is_surely_it_is(before: str, after: str) -> bool:
    """Whether "its" between the two texts of a paragraph can only be "it is"."""
    if not _CLAUSE_BEGINS.search(before) and _last_word(before) not in _BEFORE_IT_IS:
        return False
    named = _NAMED.match(after)
    if named is None:
        return _DENIED.match(after) is not None
    if named["article"] != "a":
        return True
    word = named["word"]
    following = _NEXT.match(after[named.end() :])
    if not begins_noun_phrase(word) or word in _NO_ARTICLE or (following and following.group(1) in _FINITE):
        return False
    return not (_LETTER.search(before) or _LETTER.search(after[named.start("word") :]))


def _last_word(before: str) -> str:
    match = _LAST.search(before)
    return match.group(1).lower() if match else ""


def _is_noun(word: str) -> bool:
    if word in _NOUNS:
        return True
    return begins_noun_phrase(word) and word not in _PREDICATES and _NO_NOUN.match(word) is None
