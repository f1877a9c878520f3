"""Closed classes of English and French words, by what it means that one of them stands twice in a row.

Written down by hand from how these words are used: a determiner or a conjunction never follows itself; a preposition
may when the first one ends a relative clause ("what it points to to this day"); a particle does so all the time ("log
in in the morning"); an auxiliary does at the end of a subject clause ("what it is is a list").
"""

from collections.abc import Mapping


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MAY_REPEAT = _words(
    "had very no really many there now bye ha hey yes her vous nous très si non oui bien tout faire elle "
    "elles lui eux blah bla tic tac toc cha pom boo knock duran couci walla baden pago bora chop choo long double"
)
"""Nothing is said about these: grammar or speech doubles them."""

RIGHT_UNLESS_BEFORE: Mapping[str, frozenset[str]] = {
    "that": _words("the a an these those our your their its it they we he she"),
    "so": _words(
        "that the a an it this these they we he she you i there as if when in on at to for of is are was were"
    ),
}
"""Doubled on purpose ("so so good", "that that matters") unless one of these follows; then a person must look."""
SET_PHRASES: Mapping[str, frozenset[str]] = {
    "a": _words(
        "priori posteriori fortiori contrario minima maxima cappella capella pari la quo giorno minor major flat sharp"
    ),
    "de": _words("facto jure minimis novo lege visu auditu cujus rigueur luxe"),
    "in": _words("situ vitro vivo fine extenso solidum rem personam absentia camera loco utero silico toto memoriam"),
    "of": _words("counsel"),
    "un": _words("peu par à"),
    "per": _words("se capita annum diem stirpes"),
}
"""What begins with the word and stays together ("une clause de de minimis", "in in situ use", "a a minor chord")."""

DETERMINERS: Mapping[str, frozenset[str]] = {
    "en": _words("the a an every our your their its"),
    "fr": _words("le la les un des du au aux ce cet cette ces sa ses mes tes nos vos notre votre leurs"),
}
NEVER: Mapping[str, frozenset[str]] = {
    "en": DETERMINERS["en"] | _words("and or nor than because if whether until unless during per via we they"),
    "fr": DETERMINERS["fr"]
    | _words(
        "à de en et ou mais donc ni dans pour par sur avec sans chez selon depuis que dont comme lorsque ne se me te "
        "je il ils"
    ),
}
"""Practically never right twice in a row. "A une une" (a front page), "son son" (its sound) and "est est" are."""

STRANDED = _words("of to for with from at into as onto upon between")
"""English prepositions that may end a relative clause, but stand alone nowhere else."""
BEFORE_OBJECT = STRANDED | _words("without within under before after against about over")
"""Between one of these and a clause, "it" stands twice: "without it it is slow"."""
SELDOM_STRANDED = _words("within under against without toward towards beneath beyond among amongst throughout despite")
"""These may stand alone, too ("from within", "to go under"), but hardly in the ways that ``STRANDED`` ones do."""
BE = _words("is are was were be been being am")
PASSIVE_STRANDING_STEMS = _words(
    "provid call pray plan wish long fight fought vot allow cater resort object tamper interfer meddl trifl dispens "
    "hoped hoping cop fiddl mess part done do heard approv taken tak laugh star aim shot shoot hint shout inquir "
    "enquir bump delv broken tapp tread trod sat sit slept sleep lived liv argu rain spat rely reli count hear touch "
    "frown decid"
)
"""Stems of verbs, beside ``STRANDING_STEMS``, whose passive ends in a preposition: "he was laughed at at school"."""
BY_VERBS = _words(
    "pass go goes went gone com cam stand stood get got gets drop stop swing swung fly flies flew put lay laid abid "
    "liv swear swore sworn stick stuck sail whizz zoom"
)
"""Stems of verbs that go with "by" as a particle: "the car was passed by by a bus"."""
PLACED_IN = _words(
    "locat describ defin stor contain includ list specif implement situat mention summari summariz summaris document"
)
PLACED_ON = _words("bas depend")
"""Stems of verbs that are followed by "in" or "on" and its noun, never by the particle: "is based on the plan"."""
FRENCH_STRANDED = _words("pour avec sans depuis")
"""French prepositions that also stand alone: "voter pour", "faire avec"."""
STANDING_ALONE = _words("vote vota votent voté voter votant fait fais font faire être est sont étaient était")
STRANDING_STEMS = _words(
    "refer listen writ wrote connect belong talk speak spoke point map bind add appl repl relat attach link subscrib "
    "respon conform adher lead led contribut go went gone com cam return switch mov deal dealt work interact start "
    "agree compl look wait ask car search account pay paid aim arriv read inherit deriv consist think thought dispos "
    "meet met begin beg play communicat share send sent hop stand stood liv need"
)
"""Stems of verbs that such a preposition often goes with."""

PARTICLES = _words("in on up out off over down through around about along back away across aside apart by")
PARTICLE_VERBS = _words(
    "log sign check plug opt typ fill built build dial drop join lock pull merg tun zoom step com cam go went gone "
    "kick fad roll buy call giv gav hand turn put carr mov hold held hang switch set tak took keep kept bring brought "
    "break broke get got let run ran work look pass stand stood point mak made clos shut start read pick clean back "
    "tim pow writ spin hook wir draw drawn fall fell later early"
)
"""Stems of verbs (and of the adverbs "later on", "early on") that go with a particle: "log in", "turned on"."""

AUXILIARIES: Mapping[str, frozenset[str]] = {
    "en": _words(
        "is are was were has have does did can could will would must should shall may might cannot isn aren won"
    ),
    "fr": _words("est sont était étaient sera seront a ont avait avaient peut peuvent doit doivent va vont fait font"),
}
"""Finite auxiliaries: right twice where a subject clause ends, wrong after a plain subject."""
FRENCH_NO_NAMES = _words("sont étaient était sera seront ont avait avaient peut peuvent doit doivent vont fait font")
"""Auxiliaries that are no adjective or letter behind a noun, as "est" (east) and "a" (a letter) are."""
MAY_BE_NAMES = _words("will can must might may won could would should shall")
"""Auxiliaries that open a sentence twice on purpose: Will will come, May may."""
NOUNS_TOO = _words("can will must might may")
"""Auxiliaries that are nouns as well: "the large can can hold water", "free will will do"."""
CONTAINED = _words(
    "garbage trash litter rubbish tin metal paint oil beer soda gas petrol fuel spray milk water ash coffee"
)
"""Nouns that stand before the noun "can"."""
SUBJECTS: Mapping[str, frozenset[str]] = {
    "en": _words("it he she we you they i this these there one"),
    "fr": _words("il elle ils elles on cela ceci ça"),
}
ELIDED = _words("d'un d'une qu'un qu'une qu'il qu'ils qu'elle qu'elles s'il s'ils")
"""French words behind an apostrophe that never stand twice in a row."""
ELIDED_FIRST = _words("c'est")
"""The same at the beginning of a sentence: « ce que c'est c'est » may be right."""
INFINITIVES: Mapping[str, frozenset[str]] = {
    "be": _words("to can could will would must should shall may might not also"),
    "been": _words("has have had not also already"),
    "être": _words("à d de pour peut peuvent doit doivent va vont pourra devra pourrait devrait sans"),
    "avoir": _words("à d de pour peut peuvent doit doivent va vont pourra devra pourrait devrait sans"),
}
"""Auxiliaries that are wrong twice after one of these words ("can be be", "à être être")."""

ADVERBS: Mapping[str, frozenset[str]] = {
    "en": _words("always also often already usually"),
    "fr": _words(
        "toujours souvent déjà également notamment automatiquement généralement seulement uniquement directement"
    ),
}
INTENSIFIERS = _words(
    "really extremely terribly absolutely incredibly totally completely seriously slightly slowly quietly gently "
    "softly anomaly assembly monopoly monthly butterfly homily"
)
"""Words in -ly that are doubled for effect, or are no adverbs."""

RELATIVE: Mapping[str, frozenset[str]] = {
    "en": _words(
        "who whom whose what which that whatever whoever whichever where when why how whether all everything anything "
        "something nothing those than as"
    ),
    "fr": _words("qui que qu quoi dont où lequel laquelle lesquels lesquelles quand comme quel quelle quels quelles"),
}
"""A clause that begins with one of these may end in the first of the two words."""
SUBJECT_CLAUSE = _words("what who whatever whoever whichever where how why whether")
HEADS = _words("all everything anything")
"""What a relative clause with a pronoun may follow unmarked: "all it is is a list"."""
FRENCH_ANTECEDENTS = _words("ce celui celle ceux celles")
OPENERS: Mapping[str, frozenset[str]] = {
    "en": _words("and but or so if while although though because since unless then however thus therefore"),
    "fr": _words("et mais ou donc si car alors puis ainsi"),
}
"""Words after which a clause begins with its subject."""
INVERTED = _words("it he she we you they there")
"""A pronoun behind an auxiliary asks a question: "the question is is it safe"."""
PLACES = _words("the a an each every any no this that these those my our your his her its their")
NAMING = _words(
    "word words keyword keywords operator operators mot mots opérateur opérateurs article pronoun pronom preposition "
    "préposition conjunction conjonction boucle boucles"
)
"""A word after one of these is spoken about."""
NAMED_SO = _words(
    "loop loops statement statements clause clauses keyword keywords operator operators condition conditions "
    "conditional conditionals construct constructs comprehension comprehensions expression expressions block blocks "
    "branch branches alias aliases gate gates guard guards query queries token tokens suffix suffixes prefix prefixes"
)
"""A function word right before one of these is often its name: "the plan for for loops", "takes with with blocks"."""
TAKES_NOUN: Mapping[str, frozenset[str]] = {
    "en": DETERMINERS["en"] | STRANDED - {"to"},
    "fr": DETERMINERS["fr"] | _words("de dans sur avec chez selon"),
}
FRENCH_ARTICLES = _words("le la les ce cet cette ces sa ses mes tes nos vos notre votre leurs au aux")
"""None stands right before "de": « le le de la phrase » speaks of it."""
ONE = _words("un une")
BEFORE_ONE = _words("dans avec par pour sur sous sans chez selon à de est sont et ou comme que")
"""Behind one of these, or at the beginning, "un" and "une" are articles: « à la une une photo » is right."""
NO_NOUN: Mapping[str, frozenset[str]] = {
    "en": STRANDED | _words("in on by and or nor but than because is are was were has have does do did cannot"),
    "fr": _words("dans pour par sur avec sans chez selon et ou mais donc est sont"),
}
"""No noun begins with these: a word of ``TAKES_NOUN`` before them is spoken about ("the use of of in names")."""
