"""One writer per workspace (DESIGN §6): a file lock, and beside it who holds it."""

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.errors import Busy, UserError
from reviewer.file_kinds import read_regular
from reviewer.json_text import read_json
from reviewer.ledger.unwritable import reason, remedy
from reviewer.path_text import shown_path

if TYPE_CHECKING:
    from filelock import FileLock

LOCK_NAME = ".lock"
HOLDER_NAME = ".lock.holder.json"

_POLL = 0.01
"""Seconds between two tries: threads of a batch take turns at the index of one folder, for some 20 ms each."""

_LOOKS, _BETWEEN_LOOKS = 20, 0.01
"""Who has just taken the lock writes its name a moment later: look so often, so many seconds apart."""


@contextmanager
def workspace_lock(root: Path, command: str, timeout: float = 10.0) -> Iterator[None]:
    """Hold the workspace at ``root``; waits up to ``timeout`` seconds.

    The lock falls with its process, however that ends.

    Raises:
        Busy: ``busy``, naming the holder's pid, host, command and since when.
        UserError: ``unwritable``: no lock can be taken in this folder.
    """
    from filelock import FileLock

    lock = FileLock(root / LOCK_NAME)
    try:
        root.mkdir(parents=True, exist_ok=True)
        _take(lock, root, timeout)
    except OSError as error:
        raise UserError(
            "unwritable",
            f"cannot lock {shown_path(root)}: {reason(error)}",
            f"{remedy(error)}, or begin a review in another folder with -w",
        ) from None
    try:
        _name_holder(root, command)
        yield
    finally:
        with suppress(OSError):
            (root / HOLDER_NAME).unlink(missing_ok=True)
        lock.release()


def _name_holder(root: Path, command: str) -> None:
    """A courtesy to who has to wait: on a full disk the command goes on without it."""
    since = datetime.now(UTC).isoformat(timespec="seconds")
    holder = {"pid": os.getpid(), "host": socket.gethostname(), "command": command, "since": since}
    with suppress(OSError):
        (root / HOLDER_NAME).write_text(json.dumps(holder), encoding="utf-8")


def _take(lock: "FileLock", root: Path, timeout: float) -> None:
    """Take the lock, or raise Busy with its holder's name; while nobody is named it may just have become free."""
    from filelock import Timeout

    for wait in (timeout, *(_BETWEEN_LOOKS for _ in range(_LOOKS))):
        try:
            lock.acquire(timeout=wait, poll_interval=_POLL)
            return
        except Timeout:
            if who := _holder(root):
                break
    message = f"workspace {shown_path(root)} is held by {who or 'another process'}"
    raise Busy("busy", message, "wait for it to end, then run the command again")


def _holder(root: Path) -> str:
    try:
        holder = read_json(read_regular(root / HOLDER_NAME))
        return f"process {holder['pid']} on {holder['host']} ({holder['command']}, since {holder['since']})"
    except (OSError, ValueError, KeyError, TypeError):
        return ""
