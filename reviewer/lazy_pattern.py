"""Regular expressions that are compiled when they are first used.

Compiling the patterns of all rules took a third of the start of ``reviewctl check``, and most documents need few of
them. Where one is wrong is told when it is used; the tests compile every one.
"""

import re
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")


def lazy_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """As ``re.compile``, at the first use. To be called by its methods: functions of ``re`` do not take it.

    A use raises ``re.error`` for a source that is no regular expression.
    """
    return cast("re.Pattern[str]", _LazyPattern(source, flags))


class _LazyPattern:
    def __init__(self, source: str, flags: int) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> Any:
        """Reached once: then the methods stand in the object itself, and cost what they cost on a compiled pattern."""
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self._source, self._flags)
        vars(self).update({method: getattr(compiled, method) for method in _METHODS})
        return getattr(compiled, name)
