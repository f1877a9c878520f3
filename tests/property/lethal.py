"""A process that dies by SIGKILL at its n-th file operation, and one that does not but counts them.

Every operation on a file below one folder counts: opening for writing, each write that reaches the system, fsync,
truncate, chmod, replace, unlink, mkdir. The wrappers stand where Python's own library calls the system, so nothing of
the project is replaced. Killed before a write, half of its bytes are written first: a torn write.
"""

import builtins
import io
import os
import pathlib
import signal
from pathlib import Path

NAMED = ("replace", "rename", "unlink", "remove", "mkdir", "link", "symlink")
BY_DESCRIPTOR = ("fsync", "fdatasync", "ftruncate", "fchmod", "fchown", "write")


class Lethal:
    """Counts operations below ``root``; the ``point``-th one kills the process, before or after it is done."""

    def __init__(self, root, point=0, *, after=False):
        self.root, self.point, self.after = os.path.realpath(root), point, after
        self.count = 0
        self.real_open = io.open

    def install(self):
        for name in NAMED:
            setattr(os, name, self._wrapped(getattr(os, name), lambda args: args[0]))
        for name in BY_DESCRIPTOR:
            torn = self._half if name == "write" else None
            setattr(os, name, self._wrapped(getattr(os, name), lambda args: self._path(args[0]), torn))
        real = os.open
        os.open = lambda path, flags, *rest, **named: (
            self._operation(lambda: real(path, flags, *rest, **named))
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) and self._below(path)
            else real(path, flags, *rest, **named)
        )
        io.open = builtins.open = self._open
        pathlib.io.open = self._open

    def _wrapped(self, real, path_of, torn=None):
        def call(*args, **named):
            if not self._below(path_of(args)):
                return real(*args, **named)
            return self._operation(lambda: real(*args, **named), torn and (lambda: torn(real, args)))

        return call

    @staticmethod
    def _half(real, args):
        real(args[0], args[1][: len(args[1]) // 2])

    @staticmethod
    def _path(descriptor):
        try:
            return os.readlink(f"/proc/self/fd/{descriptor}")
        except OSError:
            return ""

    def _below(self, path):
        try:
            return os.path.abspath(os.fsdecode(path)).startswith(self.root + "/")
        except (TypeError, ValueError):
            return False

    def _operation(self, call, torn=None):
        self.count += 1
        mine = self.count == self.point
        if mine and not self.after:
            if torn is not None:
                torn()
            os.kill(os.getpid(), signal.SIGKILL)
        try:
            return call()
        finally:
            if mine:
                os.kill(os.getpid(), signal.SIGKILL)

    def _open(self, file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):  # noqa: PLR0917 - as open
        arguments = (buffering, encoding, errors, newline, closefd, opener)
        path = self._path(file) if isinstance(file, int) else file
        if not set(mode) & set("wax+") or not self._below(path):
            return self.real_open(file, mode, *arguments)
        plain = mode.replace("b", "").replace("t", "")
        raw = (lambda: Raw(self, file, plain, closefd)) if isinstance(file, int) else None
        stream = raw() if raw else self._operation(lambda: Raw(self, file, plain, closefd))
        buffered = io.BufferedRandom(stream) if "+" in mode else io.BufferedWriter(stream)
        return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding, errors, newline)


class Raw(io.FileIO):
    """An unbuffered file whose writes and truncations are operations."""

    def __init__(self, lethal, file, mode, closefd):
        super().__init__(file, mode, closefd)
        self.lethal = lethal

    def write(self, data):
        plain = super().write
        return self.lethal._operation(lambda: plain(data), lambda: plain(bytes(data)[: len(data) // 2]))

    def truncate(self, size=None):
        plain = super().truncate
        return self.lethal._operation(lambda: plain(size))


def run(root, step, point=0, *, after=False):
    """Run ``step`` in a child. True when it was killed at ``point``, else the number of its operations."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reading)
            lethal = Lethal(root, point, after=after)
            lethal.install()
            step()
            os.write(writing, str(lethal.count).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        said = stream.read()
    status = os.waitpid(child, 0)[1]
    assert status in (0, signal.SIGKILL), f"the child ended with {status}"
    return True if status == signal.SIGKILL else int(said)


def tree(root):
    """Every file below a folder that a command is to leave, with its bytes; locks and what was set aside are not."""
    left = {}
    for path in sorted(Path(root).rglob("*")):
        passing = path.name.startswith(".lock") or path.suffix == ".tmp" or ".torn." in path.name
        if path.is_file() and not passing:
            left[str(path.relative_to(root))] = path.read_bytes()
    return left
