"""The application in the browser: `app`."""

from pathlib import Path

from flows.questions.question import Answer, Question, say, setting
from models.settings.config import ConfigError


class App(Question):
    """Open runs in the browser: archives, decks and games; play against the players."""

    runs: Path = setting(Path("runs"), "Folder of run directories.")
    host: str = setting(
        "127.0.0.1",
        "Address to listen on. There is no password: use another one only in a trusted network.",
    )
    names: list[str] = setting(
        [],
        "Name under which browsers reach this machine, such as lab.example.org. Requests for other "
        "names are refused, except localhost, --host and addresses in numbers.",
        option="--name",
        metavar="NAME",
        repeated=True,
    )
    players: list[str] = setting(
        [],
        "A player of your own that can be chosen as an opponent: package.module:MyPlayer.",
        option="--player",
        metavar="CLASS",
        repeated=True,
    )
    port: int = setting(8008, "Port to listen on; 0 for a free one.", ge=0, le=65_535)

    def answer(self) -> Answer:
        """Serves the application until Ctrl-C.

        Raises:
            ConfigError: `--runs` is no folder, a player cannot be used, or the address cannot be
                listened on.
        """
        if self.runs.exists() and not self.runs.is_dir():
            raise ConfigError(f"--runs {self.runs}: is no folder; give a folder of run directories")
        from flows.faces.app.server import is_local, serve
        from models.players.own import OwnSetting
        from tasks.orchestration.server import leave_at_once

        own = [OwnSetting.read(path) for path in self.players]

        def ready(address: str) -> None:
            if not is_local(self.host):
                say(
                    f"warning: --host {self.host}: there is no password; everybody who reaches "
                    "this port can see the runs, play, and make this machine compute"
                )
            say(f"runs in {self.runs}: open {address} (Ctrl-C stops)")

        try:
            serve(self.runs, self.host, self.port, ready, self.names, own)
        finally:
            leave_at_once()  # Ctrl-C does not wait for examinations in the background
        return Answer("")
