"""English verbs whose forms do not share their letters (*go*, *went*, *gone*), and which words are forms of one verb.

Forms of *be*, *have* and *do* are function words elsewhere and not listed. Verbs that never change (*cut*) are here for
the wrong forms that are made of them (*cutted*). Source: the list of irregular verbs of any grammar of English.
"""

from collections import defaultdict
from functools import lru_cache

_TABLE = """
arise arose arisen; awake awoke awoken; bear bore born/borne; beat beat beaten; become became become;
befall befell befallen; beget begot begotten; begin began begun; behold beheld beheld; bend bent bent; bet bet bet;
bid bid/bade bid/bidden; bind bound bound; bite bit bitten; bleed bled bled; blow blew blown; break broke broken;
breed bred bred; bring brought brought; broadcast broadcast broadcast; build built built; burn burnt burnt;
burst burst burst; buy bought bought; cast cast cast; catch caught caught; choose chose chosen; cling clung clung;
come came come; cost cost cost; creep crept crept; cut cut cut; deal dealt dealt; dig dug dug; draw drew drawn;
dream dreamt dreamt; drink drank drunk; drive drove driven; dwell dwelt dwelt; eat ate eaten; fall fell fallen;
feed fed fed; feel felt felt; fight fought fought; find found found; flee fled fled; fling flung flung; fly flew flown;
forbid forbade forbidden; forecast forecast forecast; foresee foresaw foreseen; foretell foretold foretold;
forget forgot forgotten; forgive forgave forgiven; forsake forsook forsaken; freeze froze frozen; get got got/gotten;
give gave given; go went gone; grind ground ground; grow grew grown; hang hung hung; hear heard heard; hide hid hidden;
hit hit hit; hold held held; hurt hurt hurt; input input input; keep kept kept; kneel knelt knelt; know knew known;
lay laid laid; lead led led; lean leant leant; leap leapt leapt; learn learnt learnt; leave left left; lend lent lent;
let let let; lie lay lain; light lit lit; lose lost lost; make made made; mean meant meant; meet met met;
mislead misled misled; mistake mistook mistaken; misunderstand misunderstood misunderstood; offset offset offset;
output output output; outdo outdid outdone; outgrow outgrew outgrown; overcome overcame overcome;
overhear overheard overheard; override overrode overridden; oversee oversaw overseen; overtake overtook overtaken;
overthrow overthrew overthrown; overwrite overwrote overwritten; partake partook partaken; pay paid paid;
plead pled pled; prove proved proven; put put put; quit quit quit; read read read; rebuild rebuilt rebuilt;
redo redid redone; remake remade remade; rend rent rent; repay repaid repaid; reread reread reread; rerun reran rerun;
resell resold resold; reset reset reset; rethink rethought rethought; rewind rewound rewound; rewrite rewrote rewritten;
ride rode ridden; ring rang rung; rise rose risen; run ran run; saw sawed sawn; say said said; see saw seen;
seek sought sought; sell sold sold; send sent sent; set set set; sew sewed sewn; shake shook shaken; shed shed shed;
shine shone shone; shoot shot shot; show showed shown; shrink shrank shrunk; shut shut shut; sing sang sung;
sink sank sunk; sit sat sat; slay slew slain; sleep slept slept; slide slid slid; sling slung slung; slit slit slit;
smell smelt smelt; sow sowed sown; speak spoke spoken; speed sped sped; spell spelt spelt; spend spent spent;
spill spilt spilt; spin spun spun; spit spat spat; split split split; spoil spoilt spoilt; spread spread spread;
spring sprang sprung; stand stood stood; steal stole stolen; stick stuck stuck; sting stung stung; stink stank stunk;
stride strode stridden; strike struck struck/stricken; string strung strung; strive strove striven; swear swore sworn;
sweep swept swept; swell swelled swollen; swim swam swum; swing swung swung; take took taken; teach taught taught;
tear tore torn; tell told told; think thought thought; throw threw thrown; thrust thrust thrust; tread trod trodden;
unbind unbound unbound; undergo underwent undergone; understand understood understood; undertake undertook undertaken;
undo undid undone; unwind unwound unwound; uphold upheld upheld; upset upset upset; wake woke woken; wear wore worn;
weave wove woven; wed wed wed; weep wept wept; wet wet wet; win won won; wind wound wound; withdraw withdrew withdrawn;
withhold withheld withheld; withstand withstood withstood; wring wrung wrung; write wrote written
"""
"""Infinitive, past, participle."""


def same_verb(one: str, other: str) -> bool:
    """Whether two words are forms of one irregular verb, also wrong ones that are made by the rule (*buyed*)."""
    verbs = _verbs()
    return not verbs.get(one.casefold(), frozenset()).isdisjoint(verbs.get(other.casefold(), frozenset()))


@lru_cache(maxsize=1)
def _verbs() -> dict[str, frozenset[str]]:
    """The infinitives of which a word is a form."""
    found: dict[str, set[str]] = defaultdict(set)
    for entry in _TABLE.split(";"):
        verb, past, participle = entry.split()
        for form in (*past.split("/"), *participle.split("/"), *_by_rule(verb)):
            found[form].add(verb)
    return {form: frozenset(verbs) for form, verbs in found.items()}


def _by_rule(verb: str) -> tuple[str, ...]:
    """The forms that the rule makes of an infinitive, right or wrong."""
    stem = verb.removesuffix("e")
    stems = (stem, verb, verb + verb[-1])
    third = f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2] not in "aeiou" else f"{verb}s"
    return (verb, third, f"{verb}es", *(f"{one}{end}" for one in stems for end in ("ed", "ing")))
