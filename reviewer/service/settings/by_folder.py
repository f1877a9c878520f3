"""The settings of many documents: each folder's own, its configuration file found and read once."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from reviewer.errors import UserError
from reviewer.service.settings.resolution import Settings, given_settings, load_settings


class SettingsByFolder:
    """What holds for the documents of a folder; what is given for all of them is looked at first of all.

    ``tell`` hears each note of a configuration file once.

    Raises:
        UserError: as ``given_settings``; a call raises as ``load_settings``.
    """

    def __init__(
        self,
        environ: Mapping[str, str],
        flags: Mapping[str, object],
        sets: Sequence[str] = (),
        file: Path | None = None,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._given = (environ, flags, sets, file)
        self._known: dict[Path, Settings | UserError] = {}
        self._told: set[str] = set()
        self._tell = tell
        given_settings(environ, flags, sets, file)

    def __call__(self, folder: Path) -> Settings:
        """The settings of the documents in a folder. Threads may ask; a file may then be read twice."""
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
        environ, flags, sets, file = self._given
        settings = load_settings(folder, environ, flags, sets, file)
        for note in settings.notes:
            if note not in self._told:
                self._told.add(note)
                self._tell(note)
        return settings
