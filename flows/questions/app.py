"""The application in the browser: `app`."""

from pathlib import Path

from flows.questions.question import Answer, Question, say, setting
from models.config import ConfigError


class App(Question):
    """Open runs in the browser: archives, decks and games; play against the players."""

    runs: Path = setting(Path("runs"), "Folder of run directories.")
    host: str = setting(
        "127.0.0.1",
        "Address to listen on. There is no password: use another one only in a trusted network.",
    )
    port: int = setting(8008, "Port to listen on; 0 for a free one.", ge=0, le=65_535)

    def answer(self) -> Answer:
        """Serves the application until Ctrl-C."""
        if self.runs.exists() and not self.runs.is_dir():
            raise ConfigError(f"--runs {self.runs}: is no folder; give a folder of run directories")
        from flows.faces.app.server import serve

        def ready(address: str) -> None:
            say(f"runs in {self.runs}: open {address} (Ctrl-C stops)")

        serve(self.runs, self.host, self.port, ready)
        return Answer("")
