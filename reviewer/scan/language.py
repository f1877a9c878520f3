"""Which language a passage is in: configuration, front matter, ``<!-- lang: xx -->``, else the section's own words."""

from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Languages:
    """Language by document offset. ``starts`` is sorted and begins with 0."""

    starts: tuple[int, ...]
    names: tuple[str, ...]

    def at(self, offset: int) -> str:
        """``en``, ``fr``, another code, or ``und`` where nothing speaks for one."""
        return self.names[bisect_right(self.starts, offset) - 1]
