"""JSON Schemas (draft 2020-12) of what ``--json`` prints and of the files that the tool writes, schema version 1.

Fields may be added within version 1, so unknown ones are allowed; those that are listed stay.
"""

from typing import Any

from pydantic import BaseModel

from reviewer.model.batch import BatchOutcome
from reviewer.model.chunk import ChunkFingerprint, ReviewChunk
from reviewer.model.entry import LedgerEntry
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.plan_outcome import PlanOutcome
from reviewer.model.structure import HeadingNode, ProtectedSpan
from reviewer.model.undo import UndoOutcome

Schema = dict[str, Any]
_DRAFT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
PLACE: Schema = {"type": "integer", "minimum": 1}
FLAG: Schema = {"type": "boolean"}
HASH: Schema = {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}


def schemas() -> dict[str, Schema]:
    """All schemas by file name."""
    made = {
        "error": _error(),
        "check": _check(),
        "inspect": _inspect(),
        "review": _of_model(ReviewOutcome),
        "plan": _of_model(PlanOutcome),
        "batch": _of_model(BatchOutcome),
        "revert": _of_model(UndoOutcome),
        "state-at": _object(
            schema={"const": 1},
            state=TEXT,
            seq=COUNT,
            doc_hash=HASH,
            bytes=COUNT,
            output=_or_null(TEXT),
            text=_or_null(TEXT),
        ),
        "diff": _object(schema={"const": 1}, before=TEXT, after=TEXT, diff=TEXT),
        "log": _log(),
        "config": _config(),
        "status": _status(),
        "verify": _verify(),
        "show": _show(),
        "grep": _grep(),
        "report": _object(schema={"const": 1}, document=TEXT, report=TEXT, background=_background(), text=TEXT),
        "server": _object(
            schema={"const": 1},
            status={"enum": ["running", "stopped"]},
            url=_or_null(TEXT),
            pid=_or_null(COUNT),
            ui=_or_null(TEXT),
            home=TEXT,
            log=TEXT,
        ),
        "deploy": _deploy(),
        "baseline": _baseline(),
        "version": _object(schema={"const": 1}, version=TEXT),
        "ledger-entry": _of_model(LedgerEntry),
    }
    return {f"{name}.schema.json": {"$schema": _DRAFT, "title": name, **schema} for name, schema in made.items()}


def _deploy() -> Schema:
    kind: Schema = {"enum": ["work pool", "deployment", "automation"]}
    done: Schema = {"enum": ["created", "updated", "unchanged"]}
    step = _object(kind=kind, name=TEXT, done=done, changed=_list(TEXT), schedule=TEXT)
    return _object(schema={"const": 1}, api=TEXT, ui=TEXT, steps=_list(step))


def _background() -> Schema:
    """Of when the summaries are that models were told; null where they were told none."""
    parts = {"type": "array", "items": TEXT}
    return _or_null(_object(run=TEXT, stale=parts, counted_by={"enum": ["backend", "estimate"]}))


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "required": list(properties), "properties": properties}


def _optional(schema: Schema, **properties: Schema) -> Schema:
    return {**schema, "properties": {**schema["properties"], **properties}}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _map(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _of_model(model: type[BaseModel]) -> Schema:
    schema: Schema = _open(model.model_json_schema(by_alias=True, mode="serialization"))
    return schema


def _open(schema: Any) -> Any:
    """The schema without its ban on further fields and without titles, which only repeat the names."""
    if isinstance(schema, list):
        return [_open(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    banned = {"title"} if isinstance(schema.get("title"), str) else set()
    banned |= {"additionalProperties"} if schema.get("additionalProperties") is False else set()
    return {name: _open(value) for name, value in schema.items() if name not in banned}


def _error() -> Schema:
    """The further fields are those of ``results-not-written``: what is done and in the ledger all the same."""
    told = _object(schema={"const": 1}, status={"const": "error"}, code=TEXT, message=TEXT, hint=TEXT)
    done = {name: _list(TEXT) for name in ("applied", "flagged", "reverted", "reapplied", "notes")}
    return _optional(told, head=HASH, **done)


def _check() -> Schema:
    severity: Schema = {"enum": ["minor", "attention", "critical"]}
    finding = _object(
        rule=TEXT,
        severity=severity,
        line=PLACE,
        column=PLACE,
        end_line=PLACE,
        end_column=PLACE,
        text=TEXT,
        message=TEXT,
        suggestion=_or_null(_object(before_text=TEXT, after_text=TEXT)),
    )
    failed = _object(rule=TEXT, error=TEXT)
    document = _object(path=TEXT, doc_hash=_or_null(HASH), findings=_list(finding), failed_rules=_list(failed))
    document = _optional(document, error=_object(code=TEXT, message=TEXT, hint=TEXT))
    counts = _object(minor=COUNT, attention=COUNT, critical=COUNT)
    summary = _object(documents=COUNT, findings=COUNT, by_severity=counts, by_rule=_map(COUNT))
    baseline = _optional(_object(known=COUNT, fixed=COUNT), written=TEXT)
    return _object(schema={"const": 1}, documents=_list(document), summary=_optional(summary, baseline=baseline))


def _inspect() -> Schema:
    document = _object(
        path=TEXT,
        doc_hash=HASH,
        bytes=COUNT,
        lines=COUNT,
        bom=FLAG,
        newline={"enum": ["lf", "crlf", "cr", "mixed", "none"]},
        front_matter={"enum": [None, "yaml", "toml"]},
    )
    models: dict[str, type[BaseModel]] = {
        "headings": HeadingNode,
        "spans": ProtectedSpan,
        "chunks": ReviewChunk,
        "fingerprints": ChunkFingerprint,
    }
    definitions: Schema = {}
    lists: Schema = {}
    for name, model in models.items():
        schema = _of_model(model)
        definitions |= schema.pop("$defs", {})
        definitions.setdefault(model.__name__, schema)
        lists[name] = _list({"$ref": f"#/$defs/{model.__name__}"})
    return {"$defs": definitions, **_object(schema={"const": 1}, document=document, **lists)}


def _log() -> Schema:
    names = ("id", "event", "kind", "severity", "timestamp", "summary", "reason", "txn", "told")
    texts = dict.fromkeys(names, TEXT)
    entry = _object(seq=PLACE, **texts, silent=FLAG, refs=_list(TEXT), active=FLAG)
    return _object(schema={"const": 1}, head=TEXT, entries=_list(entry))


def _config() -> Schema:
    value = {"type": "object", "required": ["value", "source"], "properties": {"source": TEXT, "rows": _map(TEXT)}}
    return _object(schema={"const": 1}, file=_or_null(TEXT), values=_map(value), notes=_list(TEXT))


def _status() -> Schema:
    return _object(
        schema={"const": 1},
        status={"enum": ["completed", "partial", "not_found"]},
        summary=TEXT,
        workspace=TEXT,
        document=TEXT,
        stages_completed=_list(TEXT),
        counts=_map(COUNT),
        head=TEXT,
        pending_repair=_or_null(TEXT),
    )


def _verify() -> Schema:
    check = _object(name=TEXT, ok=FLAG, detail=TEXT)
    status: Schema = {"enum": ["ok", "repair_pending", "failed"]}
    return _object(schema={"const": 1}, status=status, head=TEXT, checks=_list(check))


def _entry() -> Schema:
    entry = _of_model(LedgerEntry)
    required, properties = [*entry["required"], "told", "active"], entry["properties"]
    return {**entry, "required": required, "properties": {**properties, "told": TEXT, "active": FLAG}}


def _show() -> Schema:
    entry = _entry()
    properties = {**entry["properties"], "together": _list(TEXT), "passage": TEXT, "patch": TEXT}
    properties["in_context"] = _object(before=TEXT, after=TEXT)
    return {**entry, "required": [*entry["required"], "together"], "properties": properties}


def _grep() -> Schema:
    entry = _entry()
    definitions = entry.pop("$defs", {})
    return {"$defs": definitions, **_object(schema={"const": 1}, entries=_list(entry))}


def _baseline() -> Schema:
    entry = _object(
        path=TEXT,
        rule=TEXT,
        severity={"enum": ["minor", "attention", "critical"]},
        section=TEXT,
        snippet=TEXT,
        ordinal=PLACE,
        added={"type": "string", "format": "date"},
        fingerprint=HASH,
    )
    return _object(schema={"const": 1}, entries=_list(entry))
