"""Glob patterns of paths: of ``--exclude``, ``--include`` and ignore files."""

import re
from collections.abc import Callable
from fnmatch import translate

from reviewer.errors import UserError
from reviewer.json_text import shown
from reviewer.service.files.names import PATH_BYTES


def path_pattern(pattern: str, where: str = "an --exclude or --include pattern") -> Callable[[str], object]:
    """What tells whether a whole path matches; ``*`` also matches slashes.

    Raises:
        UserError: ``bad-pattern``: longer than any path; ``where`` it stands is told.
    """
    if len(pattern) > PATH_BYTES:
        message = f"{where} has {len(pattern)} characters: {shown(pattern)}"
        raise UserError("bad-pattern", message, "no path is that long; check the pattern")
    return re.compile(translate(pattern)).match


def with_folders(path: str) -> list[str]:
    """The path and every folder above it."""
    places = [place for place, char in enumerate(path) if char == "/" and place]
    return [*(path[:place] for place in places), path]
