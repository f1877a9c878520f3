"""The settings of many documents: each folder's own, its configuration file found and read once."""

from collections.abc import Callable
from pathlib import Path

from reviewer.errors import UserError
from reviewer.service.settings.resolution import Settings


class SettingsByFolder:
    """What holds for the documents of a folder, as ``load`` has it; ``tell`` hears each note of a file once."""

    def __init__(self, load: Callable[[Path], Settings], tell: Callable[[str], None] = lambda _: None) -> None:
        self._load = load
        self._known: dict[Path, Settings | UserError] = {}
        self._told: set[str] = set()
        self._tell = tell

    def __call__(self, folder: Path) -> Settings:
        """The settings of the documents in a folder. Raises what ``load`` raised, each time."""
        if folder not in self._known:
            try:
                self._known[folder] = self._loaded(folder)
            except UserError as error:
                self._known[folder] = error
        found = self._known[folder]
        if isinstance(found, UserError):
            raise found
        return found

    def _loaded(self, folder: Path) -> Settings:
        settings = self._load(folder)
        for note in settings.notes:
            if note not in self._told:
                self._told.add(note)
                self._tell(note)
        return settings
