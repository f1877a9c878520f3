"""Which names of languages are taken in a configuration: ISO 639-1, and three letters of ISO 639-2 and -3."""

from reviewer.scan.language import normalise_code

_TWO_LETTERS_TEXT = """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo
    es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg
    ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn
    no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw
    ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
_TWO_LETTERS = frozenset(_TWO_LETTERS_TEXT.split())
_THREE = 3


def is_language(name: str) -> bool:
    """True for ``en``, ``EN``, ``en-GB``, ``english``, ``deu``; false for ``xx``, which would switch rules off."""
    code = normalise_code(name)
    return code in _TWO_LETTERS or (len(code) == _THREE and code.isascii() and code.isalpha() and code != "und")
