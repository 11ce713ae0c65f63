"""`Checkpoint`: a trained network in a small file, with a card that says what it is.

checkpoint = Checkpoint.load("player.npz")
print(checkpoint.card.method, checkpoint.card.samples)

The file is an ``.npz`` archive without pickled objects: one array for each weight, one with the
card as JSON, and one with outputs for made-up decisions. Loading computes these outputs again, so
that weights are never read by code that gives them another meaning.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
import torch
from pydantic import Field, ValidationError, ValidationInfo, field_validator

from engine.core.enums import CLASSES, KEYWORDS
from engine.input_files import parse_json
from engine.patches import Patch
from engine.rules import Rules, rules_for
from models.environments.core.records import N_FEATURES, OBSERVATION
from models.files import array_bytes, load_arrays, replace_file
from models.players.learned import Choice
from models.self_play.core.records import CONSTRUCT, DECISION, KINDS, N_POINTERS
from models.self_play.environment import BuildPool, EnvironmentConfig
from models.self_play.inputs import inputs_of
from models.self_play.network import Network, NetworkConfig
from models.settings.config import Config, ConfigError
from models.settings.patches import PatchSetting


def part(state: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """Return the arrays whose names begin with a prefix, without it."""
    return {
        name.removeprefix(prefix): each for name, each in state.items() if name.startswith(prefix)
    }


def prefixed(state: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """Return the arrays with a prefix before their names."""
    return {f"{prefix}{name}": each for name, each in state.items()}


def generator_state(rng: np.random.Generator) -> np.ndarray:
    """Return the state of a generator as bytes."""
    return np.frombuffer(json.dumps(rng.bit_generator.state).encode(), np.uint8).copy()


def restore_generator(rng: np.random.Generator, state: np.ndarray) -> None:
    """Continue from `generator_state`."""
    rng.bit_generator.state = json.loads(state.tobytes())


FORMAT, FORMAT_VERSION = "hearthlight-checkpoint", 1
_CARD, _CHECK = "card", "check"  # names of arrays beside the weights
_N_CHECKED = 16  # made-up decisions
_TOLERANCE = 1e-3  # machines round differently; other code is off by much more
_UNREADABLE = (OSError, ValueError, KeyError)


class CheckpointError(ConfigError):
    """A checkpoint cannot be used; the message names the file and the fix."""


class CheckpointCard(Config):
    """What a checkpoint is. Everything that its weights depend on is in it."""

    format: Literal["hearthlight-checkpoint"] = "hearthlight-checkpoint"  #: Marks the file
    format_version: Literal[1] = 1  #: Version of the file's layout
    network: NetworkConfig  #: Widths
    #: The games that it was trained on: classes, format, cards, decisions
    environment: EnvironmentConfig
    #: The classes that it plays: all of these games, or some
    heroes: tuple[str, ...] = Field(min_length=1)
    patch: PatchSetting = Patch()  #: The cards' build, and what was changed in it
    variant: str = "printed"  #: Effects of cards: printed, or as in another simulator
    cards: str  #: Digest of the rows of cards, costs and stats: what card embeddings stand for
    code: str  #: Digest of what decisions and observations consist of
    method: str  #: How it was trained, such as `osfp`
    samples: int = Field(ge=0, le=1_000_000_000_000)  #: Decisions that it learned from
    seed: int = Field(ge=0)  #: The training's seed
    program: str = ""  #: The version of the training program, for people
    #: How it decides as a player, unless the player's name has another choice
    choice: Choice = "sample"
    #: How strong it was found to be, and how: text by name
    measured: dict[str, str] = Field(default_factory=dict)

    @field_validator("heroes")
    @classmethod
    def _of_its_games(cls, heroes: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        environment = info.data.get("environment")  # missing if it is wrong itself
        known = [hero.upper() for hero in (environment.heroes if environment else heroes)]
        if foreign := {hero.upper() for hero in heroes} - {*known}:
            raise ValueError(f"{min(foreign)} is no class of its games, {', '.join(known)}")
        return heroes

    @property
    def title(self) -> str:
        """What it is, on one line."""
        heroes = ", ".join(hero.capitalize() for hero in self.heroes)
        return f"{self.method}, {self.samples:,} samples, {heroes}, {self.environment.format}"


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """A trained network with its card.

    The network is without gradients and on the CPU; decks are built with the cards of `pool`.
    """

    card: CheckpointCard
    network: Network
    rules: Rules
    pool: BuildPool

    @classmethod
    def of(
        cls,
        network: Network,
        environment: EnvironmentConfig,
        rules: Rules,
        *,
        method: str,
        samples: int,
        seed: int,
        heroes: Sequence[str] = (),
        program: str = "",
    ) -> Self:
        """Returns a copy of a network as a checkpoint; training may go on with the original.

        `heroes` are the classes that it plays, if not all of these games.
        """
        pool = environment.card_pool(rules)
        card = CheckpointCard(
            network=network.config,
            environment=environment,
            heroes=tuple(heroes) or pool.heroes,
            patch=rules.patch,
            variant=rules.variant,
            cards=cards_digest(rules),
            code=code_digest(),
            method=method,
            samples=samples,
            seed=seed,
            program=program,
        )
        copy = _new_network(network.config, pool, rules)
        copy.load_state_dict({name: each.cpu() for name, each in network.state_dict().items()})
        return cls(card, copy, rules, pool)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Reads a checkpoint.

        Raises:
            CheckpointError: The file is missing or damaged, or was made with other cards, sizes or
                code; or its cards do not make a deck.
        """
        path = Path(path)
        card, arrays = _read(path)
        try:
            rules = rules_for(card.patch, variant=card.variant, format=card.environment.format)
            pool = card.environment.card_pool(rules)
        except ValueError as error:
            raise CheckpointError(f"{path}: its games cannot be played ({error})") from None
        if card.cards != cards_digest(rules):
            raise CheckpointError(
                f"{path}: trained with other cards than those of build {rules.patch.name} here; "
                "use the code that wrote it, or train it again"
            )
        network = _new_network(card.network, pool, rules)
        _fill(path, network, arrays)
        found = _check_outputs(network)
        if card.code != code_digest() or not np.allclose(found, arrays[_CHECK], atol=_TOLERANCE):
            raise CheckpointError(
                f"{path}: made by other code, which shows or decides something else; use the code "
                "that wrote it, or train it again"
            )
        return cls(card, network, rules, pool)

    def save(self, path: str | Path) -> None:
        """Writes the file atomically, or raises CheckpointError. Equal checkpoints: equal bytes."""
        arrays = {name: each.numpy() for name, each in self.network.state_dict().items()}
        text = json.dumps(self.card.model_dump(mode="json"), indent=2)
        arrays[_CARD] = np.frombuffer(text.encode(), np.uint8)
        arrays[_CHECK] = _check_outputs(self.network)
        try:
            replace_file(Path(path), array_bytes(arrays))
        except OSError as error:
            raise CheckpointError(f"{path}: cannot write here ({error.strerror})") from error

    def network_for(self, rules: Rules) -> Network:
        """Returns the network for games with other effects or formats, but the same cards.

        Raises:
            CheckpointError: The costs or stats of a card differ, or there is a new one.
        """
        if self.card.cards != cards_digest(rules):
            raise CheckpointError(
                f"a network trained with the cards of {self.card.patch.name} cannot play with "
                f"those of {rules.patch.name}; use that patch, or train another one"
            )
        return self.network


def cards_digest(rules: Rules) -> str:
    """Returns the digest of the ids, costs and stats of cards, row by row; texts do not count."""
    cards = rules.tables.cards[: len(rules.ids)]
    numbers = [cards[name].astype(np.int64) for name in ("type", "cost", "attack", "health")]
    data = "\n".join(rules.ids).encode() + np.stack(numbers).tobytes()
    return hashlib.sha256(data).hexdigest()[:16]


def code_digest() -> str:
    """Returns the digest of what decisions and observations consist of, by name and order."""
    words = (OBSERVATION.descr, DECISION.descr, KINDS, N_POINTERS, CLASSES, KEYWORDS)
    return hashlib.sha256(repr(words).encode()).hexdigest()[:16]


def _new_network(config: NetworkConfig, pool: BuildPool, rules: Rules) -> Network:
    """A network to fill. Torch's random stream stays as it is, so that trainings can save."""
    with torch.random.fork_rng(devices=[]):
        network = Network(config, pool, rules)
    return network.eval().requires_grad_(requires_grad=False)


def _read(path: Path) -> tuple[CheckpointCard, dict[str, np.ndarray]]:
    try:
        arrays = load_arrays(path)
        facts = parse_json(arrays.pop(_CARD).tobytes())
        arrays[_CHECK]
    except FileNotFoundError:
        raise CheckpointError(f"{path}: no such file; give a checkpoint of self-play") from None
    except _UNREADABLE as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise CheckpointError(
            f"{path}: damaged, or no checkpoint ({reason}); copy it again"
        ) from None
    version = facts.get("format_version") if isinstance(facts, dict) else None
    if version != FORMAT_VERSION or facts.get("format") != FORMAT:
        raise CheckpointError(
            f"{path}: a checkpoint of version {version}; this code reads version "
            f"{FORMAT_VERSION}; use the code that wrote it"
        )
    return _card(path, facts), arrays


def _card(path: Path, facts: dict[str, Any]) -> CheckpointCard:
    try:
        return CheckpointCard.model_validate(facts)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(each) for each in first["loc"])
        raise CheckpointError(
            f"{path}: its card is not of this code ({place}: "
            f"{first['msg'].removeprefix('Value error, ')}); use the code that wrote it"
        ) from None


def _fill(path: Path, network: Network, arrays: Mapping[str, np.ndarray]) -> None:
    """Writes the arrays into the network, if they are float32 with its names and shapes."""
    weights = {name: tuple(each.shape) for name, each in network.state_dict().items()}
    sizes = weights | {_CHECK: (2, _N_CHECKED)}
    expected = {name: f"{shape} of float32" for name, shape in sizes.items()}
    found = {name: f"{each.shape} of {each.dtype}" for name, each in arrays.items()}
    wrong = sorted(n for n in expected.keys() | found.keys() if expected.get(n) != found.get(n))
    if wrong:
        name = wrong[0]
        raise CheckpointError(
            f"{path}: weights of another kind: {name} is {found.get(name, 'missing')}, this "
            f"network has {expected.get(name, 'none')}; use the code that wrote it"
        )
    if bad := [name for name in weights if not np.isfinite(arrays[name]).all()]:
        raise CheckpointError(f"{path}: {bad[0]} is not finite; train it again")
    network.load_state_dict({name: torch.from_numpy(arrays[name]) for name in weights})


def _check_outputs(network: Network) -> np.ndarray:
    """(2, n) array of float32: values and a mean over probabilities for made-up decisions.

    All numbers of these observations are from 0 to 8, so that they are cards and classes, too.
    """
    numbers = np.arange(_N_CHECKED * N_FEATURES, dtype=np.int64)
    words = ((numbers * 2_654_435_761 >> 16) % 9).astype(np.int16).reshape(_N_CHECKED, N_FEATURES)
    n_cards = len(network.pool_rows)
    decisions = np.zeros(_N_CHECKED, DECISION)
    decisions["kind"] = np.arange(_N_CHECKED) % len(KINDS)
    decisions["source"] = np.arange(_N_CHECKED) % N_POINTERS - 1
    decisions["hero"] = 1 + np.arange(_N_CHECKED) % (len(CLASSES) - 1)
    masks = np.zeros((_N_CHECKED, max(N_POINTERS, n_cards)), np.int8)
    masks[decisions["kind"] == CONSTRUCT, :n_cards] = 1
    masks[decisions["kind"] != CONSTRUCT, :N_POINTERS] = 1
    picks = (np.arange(_N_CHECKED)[:, None] + np.arange(n_cards)) % 3
    inputs = inputs_of(words.reshape(-1).view(OBSERVATION), decisions, picks.astype(np.int8), masks)
    with torch.no_grad():
        output = network(inputs)
        places = torch.arange(masks.shape[1], dtype=torch.float32)
        means = (output.log_probs.exp() * places).sum(dim=1) / masks.shape[1]
    return np.stack([output.values.numpy(), means.numpy()])
