"""What a reader said about flags: hashes and verdicts, never a corpus's text. How such tables are read and written."""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

FILE = Path(__file__).parent / "judgements.tsv"
VERDICTS = frozenset({"right", "wrong", "neutral"})


def digest(*parts: str) -> str:
    """SHA-256 over the parts, cut to 32 hex digits."""
    return hashlib.sha256("\0".join(parts).encode("utf-8")).hexdigest()[:32]


def read_judgements(path: Path = FILE) -> dict[str, str]:
    """Verdict by key. A verdict that is none of ``VERDICTS`` is refused with its line."""
    return read_verdicts(path, 0, VERDICTS)


def read_verdicts(path: Path, key: int, allowed: Collection[str]) -> dict[str, str]:
    """The column after the column ``key``, by that; lines that begin with ``#`` are for people.

    What is none of ``allowed`` is refused with its line.
    """
    known: dict[str, str] = {}
    if not path.exists():
        return known
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        name, verdict, *_ = line.split("\t")[key:]
        if verdict not in allowed:
            raise SystemExit(f"{path}: line {number}: verdict {verdict!r} is none of {', '.join(sorted(allowed))}")
        known[name] = verdict
    return known


def write_unjudged(path: Path, rows: Iterable[tuple[str, ...]]) -> None:
    """What is still to be read, one a line, with the key to put into the judgements file."""
    path.write_text("".join(f"{flat_row(row)}\n" for row in rows), encoding="utf-8")


def flat_row(fields: Iterable[str]) -> str:
    """Fields as one line of a table; tabs and line ends in them are shown otherwise."""
    return "\t".join(field.replace("\t", " ").replace("\n", "⏎").replace("\r", "") for field in fields)


def count(keys: Iterable[str], known: Mapping[str, str]) -> dict[str, int]:
    """How many of the keys have each verdict; ``unjudged`` for the rest."""
    result = dict.fromkeys((*sorted(VERDICTS), "unjudged"), 0)
    for key in keys:
        result[known.get(key, "unjudged")] += 1
    return result
