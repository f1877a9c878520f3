"""How many calls all processes of this machine make to one model server at the same time: one file lock a call.

A lock that a process holds is free when the process ends, whatever ended it. Locks of files need no server: Prefect's
global limit took 12 to 14 s for what takes 2 (40 calls of 0.2 s, four at a time; measured with Prefect 3.9.1).
"""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from reviewer.errors import BackendError, UserError
from reviewer.hashing import content_hash
from reviewer.path_text import shown_path

_POLL = 0.02
"""Seconds, half to one and a half times, between two looks for a free lock: little beside any model's call."""


class MachineSlots:
    """``limit`` locks below ``folder`` for one endpoint; None: no limit, and no file.

    Raises:
        UserError: ``no-machine-limit``: the locks cannot be made. A limit that is asked for is never left out.
    """

    def __init__(self, folder: Path, endpoint: str, limit: int | None) -> None:
        name = content_hash(endpoint).rpartition(":")[2][:16]
        self._paths = [folder / f"{name}-{number}.lock" for number in range(limit or 0)]
        self._folder = folder
        if limit:
            self._prove()

    def _prove(self) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for path in self._paths:
                path.touch()
        except OSError as error:
            raise self._missing(error) from error

    def _missing(self, error: OSError) -> UserError:
        return UserError(
            "no-machine-limit",
            f"llm.machine_concurrency cannot be kept: {shown_path(self._folder)}: {error.strerror}",
            "make that folder writable, or set llm.machine_concurrency to null",
        )

    @contextmanager
    def one(self, ended: threading.Event) -> Iterator[None]:
        """One of the machine's calls; waits for it, until ``ended``.

        Raises:
            BackendError: ``closed``, when it ended while waiting.
            UserError: ``no-machine-limit``: the folder of the locks has gone since.
        """
        if not self._paths:
            yield
            return
        lock = self._free(ended)
        try:
            yield
        finally:
            lock.release()

    def _free(self, ended: threading.Event) -> FileLock:
        while True:
            for path in random.sample(self._paths, len(self._paths)):
                lock = FileLock(path, thread_local=False)
                try:
                    lock.acquire(timeout=0)
                except Timeout:
                    continue
                except OSError as error:
                    raise self._missing(error) from error
                return lock
            if ended.wait(_POLL * random.uniform(0.5, 1.5)):  # noqa: S311 - jitter is no secret
                raise BackendError("closed", "the run was ended while it waited for a call", "run it again to go on")
