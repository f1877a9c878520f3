"""English words that a list of known misspellings holds against their writers, and corrections that it gets wrong.

Found by putting every word of three dictionaries and a frequency list, and their inflected forms, to the speller, and
reading what it would correct. ``typos`` knows common misspellings, not words: what is rare in source code is foreign to
it, and a standard, a statute or a thesis is full of such words.
"""

_LIVING_TEXT = """
    actine algin algins alterative alteratives arrises asperges astroid atheistical binominal bucker catastrophize
    cerate cerates charas choses classis collet collets columbidae comminutes commutated commutating compositae
    conduiting consol cornel cornels decern decerned decerns delegative detur diaster dorp dynamis extraversion
    fiddley finings formant formate formates identic interpolar keywork klick mohammedan mohammedans murr nodulated
    nonsignificant operants palletted pilar planation poind precesses precessing quitted remainer secund slicings
    solum spermatozoan stich stichting storge strig strigs succuss succussion succussive swither taits technic technics
    tripel tripels tung uncatalogued unparented
"""
LIVING_WORDS = frozenset(_LIVING_TEXT.split())
"""Words of trades, law and science, and variants that nobody needs to look at: no misspellings."""

_DOUBTED_TEXT = """
    acception accidently afterwords algebraical alway anonyms apparence appliable appliant approvement aspected
    assimulate atomical benchs billon brite brusk caesarian casses causalities cheeper clearstory cocurrent colinear
    colleted colleting collum combatting commandoes commendment compensative compense complier compliers constat
    constats constructer constructers contracter contracters conversible conveyer coordinaters counterfact crypted
    curser delate demographical demonstratable departer didactical difficultly discontentment divet doctorial earnt
    efficacity efficience encrypter evalues examinate examinates excentric excentricity excluder expendible
    expressable extendible fanatism floatation flourishment focusses forbad graineries grainery hander highjack
    highjacked highjacker highjackers highjacking highjacks hypothenuse inconsistence increated incudes indefinitive
    indictor inofficial internation knifes lacker lackered lackers leafs lexigraphic lexigraphical licker meaned
    midwifes milage minium minum misformed missable nitches occupance otherwhere overlanded overlorded payed penality
    perturbate perturbates phasis planed pont ponter ponters precess precessed prelease projectives quitly reduceable
    reenforcement rememberable resistable responser responsers restauration revaluated sanhedrim serie shelvers
    slanguage smooter snowfalling spiritus sprinklered stoping supposably surviver swithes tention theirselves throu
    throughly transferrable trialer trialers uncompressible underlaying undertunes unequivalent unexcepted unparseable
    unsharable unsinged unsued vertexes vill virtuose wheres wice wonderous worser writeable
"""
DOUBTED_WORDS = frozenset(_DOUBTED_TEXT.split())
"""Rare words that are as often a slip, accepted variants and short forms: reported, never corrected by a program."""

BETTER_CORRECTIONS = {
    "guage": ("gauge",),
    "guages": ("gauges",),
    "guaged": ("gauged",),
    "guaging": ("gauging",),
    "inspite": ("in spite",),
    "labled": ("labelled", "labeled"),
    "moreso": ("more so",),
    "underpining": ("underpinning",),
    "storys": ("stories", "storeys"),
}
"""Where the speller gives another word than the one that is meant, or one spelling where English has two."""
