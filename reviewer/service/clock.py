"""The system clock."""

from datetime import UTC, datetime


class SystemClock:
    """UTC, microseconds, with offset."""

    def now(self) -> str:
        """The present moment as ISO 8601."""
        return datetime.now(UTC).isoformat(timespec="microseconds")
