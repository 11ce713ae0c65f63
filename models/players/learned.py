"""`LearnedSetting`: trained networks as a player, by their files."""

from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field

from engine.input_files import parse_json, path_of
from models.files import file_digest, load_arrays
from models.settings.config import Config, ConfigError, added_field

#: Checkpoints that come with the code, by name.
FOLDER = Path(__file__).parents[1] / "self_play" / "data"
#: Folder of the checkpoints in a training's directory.
PLAYERS = "players"

Choice = Literal["sample", "best", "lookahead"]


class LearnedSetting(Config):
    """Trained networks that play, each the classes that it was trained on."""

    #: Paths of checkpoints (`models.self_play.checkpoint`)
    files: tuple[str, ...] = Field(min_length=1)
    #: SHA-256 of each file, so that a league notices another file of the same name
    digests: tuple[str, ...]
    #: Whether one sees the first picks of opponents that build their own decks (`c5`)
    peeks: bool = added_field(False)
    #: Whether decisions are drawn from the network's probabilities (`sample`), are its most
    #: probable ones (`best`), or follow a `lookahead` (`models.self_play.deciding`)
    choice: Choice = "sample"
    #: Of `sample` in battles: below 1, probable decisions become more probable
    temperature: float = added_field(1.0, ge=0.01, le=100)

    @classmethod
    def read(cls, text: str, choice: str = "", temperature: str = "") -> Self:
        """Reads the paths of checkpoints, separated by commas, or names of those in `FOLDER`.

        Args:
            choice: How it decides; by default, as the checkpoints' cards say.
            temperature: Of the choice `sample`, which it implies; by default 1.

        Raises:
            ConfigError: A file is missing or given twice, or the choice or temperature cannot be.
        """
        paths = [_path(part) for part in text.split(",")]
        digests = tuple(map(file_digest, paths))
        if len(set(digests)) < len(digests):
            raise ConfigError(f"{text}: one network is given twice; give each once")
        cards = [_card(path) for path in paths]
        choices = {str(card.get("choice", "sample")) for card in cards}
        if temperature and choice not in ("", "sample"):
            raise ConfigError(f"choice={choice} has no temperature; use choice=sample, or omit it")
        choice = choice or (choices.pop() if len(choices) == 1 and not temperature else "sample")
        settings = {
            "files": tuple(str(path.resolve()) for path in paths),
            "digests": digests,
            "peeks": any(card.get("network", {}).get("peek") for card in cards),
            "choice": choice,
            "temperature": temperature or 1.0,
        }
        try:
            return cls.model_validate(settings)
        except ValueError:
            wrong = f"choice={choice}: use sample, best or lookahead"
            if temperature:
                wrong = f"temperature={temperature}: use a number from 0.01 to 100"
            raise ConfigError(wrong) from None

    @property
    def name(self) -> str:
        """The files' names without their folders; what a training wrote also has its run's name."""
        return "+".join(_short(Path(file)) for file in self.files)


def _path(text: str) -> Path:
    path = FOLDER / f"{text}.npz"
    path = path if path.is_file() else path_of(text)
    if not path.is_file():
        known = ", ".join(sorted(each.stem for each in FOLDER.glob("*.npz"))) or "none is included"
        raise ConfigError(
            f"{text or 'no file'}: no checkpoint; give the path of one that self-play wrote, as in "
            f"learned:player.npz, or a name ({known})"
        )
    return path


def _short(path: Path) -> str:
    run = path.parent.parent.name if path.parent.name == PLAYERS else ""
    return "-".join(filter(None, (run, path.stem)))


def _card(path: Path) -> dict[str, Any]:
    """A checkpoint's card; empty if the file is no checkpoint, as loading it will report."""
    try:
        card = parse_json(load_arrays(path)["card"].tobytes())
        return card if isinstance(card["network"], dict) else {}
    except (OSError, ValueError, TypeError, KeyError):
        return {}
