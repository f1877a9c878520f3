"""The summary of a batch as Parquet: one row a document, a schema that stays."""

from io import BytesIO

from reviewer.model.batch import BatchOutcome

SCHEMA_VERSION = "1"

TEXTS = ("path", "doc_hash", "status", "error_code", "error", "head", "workspace", "report", "run")
NUMBERS = (
    "changes",
    "silent",
    "attention",
    "deletions",
    "flags",
    "rejected",
    "findings",
    "findings_minor",
    "findings_attention",
    "findings_critical",
    "chunks",
    "chunks_failed",
    "model_calls",
)


def batch_parquet(outcome: BatchOutcome) -> bytes:
    """The bytes of the file. Texts are UTF-8 and empty where there is none, never null; ``seconds`` is a double.

    The file's metadata says ``reviewctl_schema``.
    """
    import pyarrow as pa
    from pyarrow import parquet

    fields = [
        *(pa.field(name, pa.string(), nullable=False) for name in TEXTS),
        *(pa.field(name, pa.int64(), nullable=False) for name in NUMBERS),
        pa.field("seconds", pa.float64(), nullable=False),
    ]
    schema = pa.schema(fields, metadata={"reviewctl_schema": SCHEMA_VERSION})
    columns = {name: [getattr(row, name) for row in outcome.documents] for name in schema.names}
    for name in TEXTS:
        columns[name] = [text.encode("utf-8", "backslashreplace").decode() for text in columns[name]]
    sink = BytesIO()
    parquet.write_table(pa.table(columns, schema=schema), sink)
    return sink.getvalue()
