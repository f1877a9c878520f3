"""The lines of a ledger that hold nothing out of the ordinary, read in a third of the time (measured).

A long ledger is 10,000 lines that this program wrote. Reading one with the general reader takes a parse, a check of the
fields and a second writing of the same JSON, to see that the line is canonical. Here one pattern says of the bytes that
they are: every field in its order, every text, number and object as the canonical form writes it.
"""

import hashlib
import re

from pydantic import ValidationError

from reviewer.model.entry import LedgerEntry

_CHARACTERS = rb'[^"\\\x00-\x1f]*+'
_ESCAPE = rb'\\(?:["\\bfnrt]|u00(?:0[0-7be]|0f|1[0-9a-f]))'
_TEXT = rb'"%b(?:%b%b)*+"' % (_CHARACTERS, _ESCAPE, _CHARACTERS)
_NUMBER = rb"(?:0|-?[1-9][0-9]{0,14})"
"""A longer one is left to the general reader, which refuses those of too many digits."""


def _object(*keys: str, pairs: bytes = b"") -> bytes:
    """An object with some of these keys, sorted, each at most once; a comma too many is no JSON.

    The values are texts, or what ``pairs`` adds: two numbers, a share.
    """
    items = (rb'(?:"%b":(?:%b%b)(?:,|(?=\})))?+' % (key.encode(), _TEXT, pairs) for key in sorted(keys))
    return rb"\{%b\}" % b"".join(items)


_SHARE = rb"(?:0\.0|1\.0|0\.(?!0000)[0-9]{0,14}[1-9])"
"""A number from 0 to 1 as it is written; a longer or smaller one is left to the general reader."""

_VERDICT = (
    rb'\{(?:"confidence":%b,)?"decision":"(?:approve|reject|attention|unavailable)",'
    rb'"execution":"(?:deterministic|model)"(?:,"reason":%b)?,(?:"validator":%b|"validators":\[%b(?:,%b)*+\])\}'
    % (_SHARE, _TEXT, _TEXT, _TEXT, _TEXT)
)
"""As ``model.verdict.compact`` makes them."""

_VALUES = {
    "actor": _object("decision", "document", "operator", "ops", "output", "plan", "reason", "tool"),
    "basis_seq": rb"(?:null|%b)" % _NUMBER,
    "is_revert": rb"(?:true|false)",
    "observed_hash": rb"(?:null|%b)" % _TEXT,
    "refs": rb"\[(?:%b(?:,%b)*+)?+\]" % (_TEXT, _TEXT),
    "review_note": rb"(?:null|%b)" % _object("alert", "text"),
    "schema": rb"1",
    "scope": _object("anchor", "bars", "needs", "node_path", "place"),
    "seq": _NUMBER,
    "silent": rb"(?:true|false)",
    "source": _object(
        "confidence",
        "digest",
        "group",
        "model",
        "prompt_hash",
        "proposal",
        "quoted",
        "rule",
        "run_id",
        "type",
        pairs=rb"|\[%b,%b\]|%b" % (_NUMBER, _NUMBER, _SHARE),
    ),
    "span": rb"\[%b,%b\]" % (_NUMBER, _NUMBER),
    "txn_index": _NUMBER,
    "txn_size": _NUMBER,
    "verdicts": rb"\[(?:%b(?:,%b)*+)?+\]" % (_VERDICT, _VERDICT),
}
"""Fields that are not one text. Numbers and objects beyond these forms are left to the general reader."""


def _pattern() -> re.Pattern[bytes]:
    """All fields in canonical order, by code points of their keys; one group takes ``entry_hash`` with its comma."""
    parts = []
    for key in sorted(field.alias or name for name, field in LedgerEntry.model_fields.items()):
        if key == "entry_hash":
            parts.append(rb'("entry_hash":"(sha256:[0-9a-f]{64})",)')
        else:
            parts.append(rb'"%b":%b,' % (key.encode(), _VALUES.get(key, _TEXT)))
    return re.compile(rb"\{%b\}" % b"".join(parts).removesuffix(b","))


_LINE = _pattern()
_read = LedgerEntry.__pydantic_validator__.validate_json


def plain_entry(line: bytes) -> LedgerEntry | None:
    """The entry of a line that is canonical and has its ``entry_hash``; None promises nothing.

    Not None promises what the general reader would find: every field is written, in the canonical form byte for byte,
    and the digest is that of the content.
    """
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    digest = hashlib.sha256(line[: match.start(1)])
    digest.update(line[match.end(1) :])
    if match[2] != b"sha256:" + digest.hexdigest().encode():
        return None
    try:
        entry: LedgerEntry = _read(line)
    except ValidationError:  # not UTF-8, or a comma too many
        return None
    return entry
