"""Lists of words of English and French: which of them a proofreader may take for misspelt.

The lists are those of ``pyspellchecker`` (MIT, 7 MB of data, kept up since 2018): of the real misspellings of a corpus
it takes 18 of 120 for words, where the larger list of ``simplemma`` takes 29 and lacks common French words. American
spelling is in the list, British spelling is told by rule, and common words of computing are added.
"""

import re
from functools import cache
from importlib import metadata

_PACKAGE = "pyspellchecker"
_LANGUAGES = ("en", "fr")
_RULES_VERSION = "5"

_BRITISH = tuple(
    (re.compile(pattern), american)
    for pattern, american in (
        (r"([aeiouy][a-z]*)our", r"\1or"),
        (r"is(e[drs]?|ing|ations?|able|ers)$", r"iz\1"),
        (r"ys(e[drs]?|ing|ers?)$", r"yz\1"),
        (r"(?<=[bct])re(s?)$", r"er\1"),
        (r"(?<=[a-z])ll(ed|ing|ers?)$", r"l\1"),
        (r"l(ments?)$", r"ll\1"),
        (r"fence(s?)$", r"fense\1"),
        (r"cence(s?)$", r"cense\1"),
        (r"(?<=[gl]o)gue(s?)$", r"g\1"),
        (r"mme(s?)$", r"m\1"),
        (r"[ao]e(?!(s|d|rs?|ing)?$)", "e"),
        (r"(?<=che)que(s?)$", r"ck\1"),
        (r"sce", "ske"),
        (r"geing$", "ging"),
    )
)
"""British endings and the American ones that stand in the list (colour, organised, centre, labelled, programme …).

Each is as narrow as real pairs allow: *our* has a syllable before it (*fourth* is no *forth*), *ae* and *oe* are no
plural or verb ending (*heroes*, *canoed*).
"""

_COMPUTING_TEXT = """
    async auth backend backends bitmask boolean booleans bytecode cacheable callback callbacks changelog changeset
    changesets checkbox checksum checksums codebase config configs configurable const cron cryptographic daemon dataset
    datasets datatype deallocate deallocation declarative dereference dereferences deserialization deserialize
    deserialized deserializer destructor destructors dev directory docs endpoint endpoints enum enums env filename
    filenames filesystem filesystems finalizer finalizers firmware formatter frontend git hardcoded hashmap hostname
    hostnames hypervisor idempotent immutable initializer initializers instantiate instantiated instantiation int io
    iterable iterator iterators json keystore kubernetes lifecycle linter localhost localization lookup lookups
    lowercase macro macros markdown metadata middleware modularity multicast multithreaded mutable mutex mutexes
    namespace namespaced namespaces natively nullable offline online opcode opcodes org param params parser parsers
    passphrase payload payloads permalink placeholder plaintext plugin plugins pointer polymorphic polymorphism
    preprocessor programmatic programmatically protobuf proxied pseudocode queryable readme redirect refactor refactored
    refactoring regex repo repos repository runtime runtimes sandbox sandboxed scalability schema schemas screenshot
    serialization serialize serialized serializer sharding sidebar stateful stateless stderr stdin stdout struct structs
    subclass subclasses subdirectory subdomain subnet subnets substring substrings subsystem subsystems symlink symlinks
    syntactic sysadmin temporality timeout timeouts timestamp timestamped timestamps tokenize tokenized tooltip topology
    transpile tuple tuples typename ui unary unencrypted unescaped unicode uninitialized unix unsigned uppercase url
    urls username usernames utf validator validators versioned versioning webhook webhooks website websites whitelist
    whitespace wildcard wildcards workflow workflows workspace workspaces xml yaml zip
"""
_BRITISH_TEXT = """
    fulfil/fulfill fulfils/fulfills enrol/enroll enrols/enrolls skilful/skillful skilfully/skillfully wilful/willful
    wilfully/willfully instil/instill instils/instills distil/distill distils/distills appal/appall appals/appalls
"""
_BRITISH_WORDS = dict(pair.split("/") for pair in _BRITISH_TEXT.split())
"""British words with one letter less than the American ones: as a rule that would let *al* and *til* pass."""
_OTHERWISE_TEXT = """
    towards/toward backwards/backward forwards/forward upwards/upward downwards/downward afterwards/afterward
    whilst/while amongst/among learnt/learned burnt/burned spelt/spelled dreamt/dreamed leapt/leaped
    mould/mold moulds/molds disc/disk discs/disks grey/gray adviser/advisor advisers/advisors
    formulae/formulas indices/indexes focussed/focused focussing/focusing aeroplane/airplane aeroplanes/airplanes
    practise/practice practised/practiced practising/practicing
"""
_OTHERWISE = frozenset(tuple(pair.split("/")) for pair in _OTHERWISE_TEXT.split())
"""Other words with two forms, of which a document takes one; no rule tells them."""
_TWO_WORDS_TEXT = """
    aerie/erie aetna/etna chartres/charters expertise/expertize haeres/heres loess/less michael/michel paean/pean
    paeans/peans paella/pella paeon/peon poets/pets rachael/rachel seise/seize singeing/singing sises/sizes soever/sever
    swingeing/swinging timbre/timber timbres/timbers tingeing/tinging toeas/teas whosoever/whosever wises/wizes
"""
_TWO_WORDS = frozenset(tuple(pair.split("/")) for pair in _TWO_WORDS_TEXT.split())
"""Of all pairs of listed words that a rule brings together, those that are two words and no narrower rule parts."""
_DOUBLED = re.compile(r"(?<=[a-z]l)l(?:ed|ing|ers?)$")
_POSSESSIVE = re.compile(r"['’]s\Z")
_LEAST_LETTERS = 5
"""Of a word in two spellings; shorter ones that a rule brings together are two words (*four*, *for*; *shoe*, *she*)."""

_COMPUTING = frozenset(_COMPUTING_TEXT.split())


class NoWordLists:
    """Where the package is not installed: nothing can be said of any word, and so no edit is silent."""

    identity = "none"
    languages: frozenset[str] = frozenset()

    def knows(self, word: str, language: str) -> bool:
        """True: no word is misspelt as far as is known."""
        return True

    def same_word(self, one: str, other: str, language: str) -> bool:
        """False: nothing is known of spellings."""
        return False


class WordLists:
    """The lists of ``pyspellchecker``; each is read when a word of its language is first asked about."""

    languages = frozenset(_LANGUAGES)

    @property
    def identity(self) -> str:
        """``pyspellchecker 0.9.1/1``: the package, and the rules that are put on it."""
        return f"{_PACKAGE} {metadata.version(_PACKAGE)}/{_RULES_VERSION}"

    def knows(self, word: str, language: str) -> bool:
        """Whether a word in lower case is in the list, a British spelling of one, or a common word of computing."""
        listed = _listed(language)
        own = _COMPUTING | _BRITISH_WORDS.keys()
        if word in listed or (language == "en" and (word in own or word.removesuffix("s") in own)):
            return True
        return language == "en" and any(rule.sub(american, word) in listed for rule, american in _BRITISH)

    def same_word(self, one: str, other: str, language: str) -> bool:
        """Whether one is the British and the other the American spelling of a word, or both are British ones of it.

        Of two possessives, whether they are of one word.
        """
        if _POSSESSIVE.search(one) and _POSSESSIVE.search(other):
            one, other = one[:-2], other[:-2]
        if language == "en" and {(one, other), (other, one)} & _OTHERWISE:
            return True
        if language != "en" or one == other or min(len(one), len(other)) < _LEAST_LETTERS:
            return False
        return bool(_spellings(one) & _spellings(other))


def word_lists() -> WordLists | NoWordLists:
    """The lists, as far as they are installed."""
    try:
        metadata.version(_PACKAGE)
    except metadata.PackageNotFoundError:
        return NoWordLists()
    return WordLists()


def missing_lists_note() -> str:
    """What to tell where ``NoWordLists`` are used."""
    return f"without word lists no correction of a proofreader is silent; install them: pip install {_PACKAGE}"


def _spellings(word: str) -> frozenset[str]:
    """A word and the American spellings that it may have."""
    listed = _listed("en")
    american = {rule.sub(ending, word) for rule, ending in _BRITISH}
    same = (other for other in american & listed if not _are_two_words(word, other))
    return frozenset({word, _BRITISH_WORDS.get(word, word), *same})


def _are_two_words(british: str, american: str) -> bool:
    """Whether what looks like a British and an American spelling are words of two stems: *filling* (fill), *filing*."""
    doubled = _DOUBLED.search(british)
    if doubled is None or _DOUBLED.search(american) is not None:
        return (british, american) in _TWO_WORDS
    stem = british[: doubled.start()]
    return {f"{stem}l", f"{stem}e"} <= _listed("en")


@cache
def _listed(language: str) -> frozenset[str]:
    from spellchecker import SpellChecker  # 0.15 s and 20 MB: only where something is proofread

    return frozenset(SpellChecker(language=language).word_frequency.dictionary)
