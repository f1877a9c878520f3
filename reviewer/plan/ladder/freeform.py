"""Level 6 of the ladder: prose. "No changes needed" is an answer; other prose is kept for a person (seed §7)."""

import re

SHOWN = 600
"""Characters of prose that a flag repeats; the raw reply is kept whole."""

_LONGEST = 1_500
"""A reply that is longer says more than that nothing is wrong."""

_WHAT = (
    r"(?:changes?|edits?|corrections?|errors?|issues?|problems?|mistakes?|modifications?|revisions?|updates?|typos?"
    r"|suggestions?|proposals?|improvements?|edit ops|operations?)"
)
_KINDS = r"(?: (?:further|more|other|such|obvious|real|spelling|grammar|grammatical|or|and)){0,4}"
_DONE = (
    r"(?: (?:are|is|were|was|have been|has been|to|should|can))?(?: (?:be|to be|report))?"
    r"(?: (?:needed|required|necessary|found|detected|identified|suggested|proposed|made|warranted|present|seen))?"
)
_QUOI = r"(?:modifications?|corrections?|erreurs?|fautes?|changements?|problèmes?|révisions?|coquilles?|anomalies?)"
_FAIT = (
    r"(?: (?:n['’]est|n['’]a|à))?(?: été)?"
    r"(?: (?:nécessaires?|requises?|apporter|trouvée?s?|détectée?s?|relevée?s?|signaler|proposée?s?))?"
)
_TEXT = r"(?:text|texte|passage|paragraph|paragraphe|section|chunk|document|everything|tout)"
_QUALITY = r"(?:correct|fine|good|clean|error[- ]free|free of errors|correcte|bon|bonne|sans (?:faute|erreur)s?)"
_FINDS_NOT = r"(?:\bnot|n['’]t|\bcannot|\bunable to) (?:find|see|detect|contain|have|need|spot)"
_CLEAN = re.compile(
    rf"(?:\b(?:no|zero|without(?: any)?)|{_FINDS_NOT} any){_KINDS} {_WHAT}\b"
    rf"(?:(?:,| or| and| nor) {_WHAT}\b)*{_DONE}"
    rf"|{_FINDS_NOT} anything(?: that is)? (?:wrong|amiss)(?: with this \w+)?"
    r"|\bnothing(?: needs)?(?: to)?(?: be)? (?:chang|correct|fix|edit|report|flag|add)(?:ed|e)?\b"
    rf"|\b{_TEXT} (?:is|looks|seems|appears|est|semble|paraît)(?: (?:to be|already|all|quite|déjà|tout à fait)){{0,2}}"
    rf" {_QUALITY}\b"
    r"|\berror[- ]free\b"
    rf"|\baucune?s?(?: autres?)? {_QUOI}\b(?: (?:ou|ni) {_QUOI}\b)*{_FAIT}"
    r"|\brien à (?:changer|corriger|modifier|signaler|ajouter|relever)\b"
    rf"|\bpas (?:de |d['’] ?){_QUOI}\b{_FAIT}"
    rf"|\bsans {_QUOI}\b"
    r"|\bR\.?A\.?S\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\W*(?:none|nothing|n/?a|clean|aucune?|rien|lgtm|ok|okay|perfect|good|fine|parfait"
    r"|(?:(?:it|this|that|the text|the passage|everything|all)(?: all)? )?(?:looks|seems|reads|sounds|is)"
    r" (?:all |quite |very )?(?:good|fine|great|well|ok|okay|perfect|in order)(?: to me)?"
    r"|all (?:good|fine|clear|well)|no objections?"
    r"|tout (?:est |semble |paraît )?(?:bon|bien|en ordre|parfait))\W*",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:but|however|except\w*|although|though|yet|should|could|would|must|replac\w*|instead|suggest\w*|recommend\w*"
    r"|consider\w*|chang\w*|correct(?:ed|ion|ions|ing)?|fix\w*|edit\w*|error\w*|mistake\w*|typo\w*|misspel\w*|wrong"
    r"|incorrect\w*|not|cannot|missing|unless|only|mais|cependant|toutefois|sauf|hormis|excepté|devrait|faudrait|pourrait"
    r"|remplac\w*|corrig\w*|suggér\w*|erreur\w*|faute\w*|manque\w*|seule?\w*|sorry|unable)\b|n['’]t\b"
    r"|->|→|=>|[\"“”«»]",
    re.IGNORECASE,
)
"""What is left of a reply beside its "nothing to change" must say none of this."""

_UNABLE = r"\bI(?:(?: am|['’]m) (?:unable|not able) to| cannot| can ?not| can['’]t| won['’]t| will not)(?: be able to)?"
_DECLINES = re.compile(
    rf"{_UNABLE}(?: \w+){{0,2}} (?:help|assist|comply|fulfil\w*|engage|respond|do (?:that|this|so)"
    r"|(?:answer|process|discuss|continue|complete|support) (?:that|this|the|your|with)"
    r"|provide (?:that|this|help|assistance))\b"
    r"|\bI (?:must|have to) decline\b"
    r"|\bI(?:(?: am|['’]m) not| won['’]t be| will not be) able to(?: \w+){0,2} (?:edit|review|proofread|read|access)\b"
    r"|(?:\bas an AI\b|\bsorry\b|\bapolog|\bunfortunately\b)[^.!?]{0,80}"
    rf"{_UNABLE}(?: \w+){{0,2}} (?:edit|review|proofread|read|access|provide|answer|process|complete)\b"
    r"|\bje ne (?:peux|puis|pourrai|suis)(?: pas)?(?: en mesure d(?:e |['’])| capable d(?:e |['’])| autorisée? à)?"
    r"(?: (?:vous|y|le|la|les|cette?|ce))? ?(?:aider|assister|répondre|traiter|fournir|relire|corriger|accéder"
    r"|effectuer|donner suite)\b",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"\bshould\b|\binstead\b|\breplac|->|→|[\"“”«»]|\bdevrait\b|\baucune? (?:erreur|faute)\b"
    r"|\b(?:no|any|without) (?:\w+ )?(?:errors?|mistakes?|problems?|issues?|edits?|changes?)\b"
    r"|\b(?:is|are) (?:correct|fine|wrong|missing)\b",
    re.IGNORECASE,
)
"""Who says this has read the passage."""
_OPENING = 300
"""Characters in which a reply that declines says so."""

_SCHEMA = re.compile(r"[\"'](?:properties|additionalProperties|items)[\"']\s*:")
_TYPE = re.compile(r"[\"']type[\"']\s*:\s*[\"'](?:object|array|string)[\"']")

_WORD = re.compile(r"[^\W\d_]{2,}")


def says_clean(text: str) -> bool:
    """Whether a short reply says that nothing is to be changed, in English or French, and nothing against it."""
    if len(text) > _LONGEST:
        return False
    text = text.strip(" \t\r\n[]\"'`“”«».")
    if _WHOLE.fullmatch(text):
        return True
    flat = " ".join(text.replace("*", " ").replace("_", " ").split())
    return _CLEAN.search(flat) is not None and _BUT.search(_CLEAN.sub(" ", flat)) is None


def declines(prose: str) -> bool:
    """Whether a reply in prose says, in English or French, that its model does not do what it was asked.

    One that finds no fault, or says what should stand somewhere, is an answer all the same.
    """
    return _DECLINES.search(prose[:_OPENING]) is not None and _REMARK.search(prose) is None


def gives_schema(text: str) -> bool:
    """Whether a reply gives back the JSON Schema that it was asked to follow: that is no prose and no answer."""
    return _SCHEMA.search(text) is not None and _TYPE.search(text) is not None


def prose_of(text: str) -> str:
    """What a person may read in a reply: one line, cut at ``SHOWN``; nothing when it is no prose (JSON, signs)."""
    flat = " ".join(text[: _LONGEST * 2].encode("utf-8", "replace").decode("utf-8").split())
    flat = "".join(character for character in flat if character.isprintable())
    if flat[:1] in {"{", "["} or len(_WORD.findall(flat[: 2 * SHOWN])) < 2:
        return ""
    return flat if len(flat) <= SHOWN else flat[: SHOWN - 1] + "…"
