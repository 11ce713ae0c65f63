"""Questions that Prefect's pages can ask: a deck, several players, our simulator, a surrogate.

As in `flows.deployed.searches`, every parameter is a field of a form.
"""

from pathlib import Path
from typing import Annotated, Any

from prefect import flow, runtime
from prefect.artifacts import create_markdown_artifact, create_table_artifact
from pydantic import Field

from flows.calibrate import PUBLISHED_MIXUPS
from flows.calibrate import calibrate as run_calibration
from flows.calibrate import summary as calibration_summary
from flows.cli.decks import read_deck
from flows.compare_players import compare_players as play_players
from flows.compare_players import summary as players_summary
from flows.configs.quality_options import quality_test
from flows.deployed.forms import (
    ONE_AT_A_TIME,
    Fidelity,
    Games,
    Seed,
    Suite,
    Threads,
    check_copy,
    patch_of,
    seed_of,
    show_text,
)
from flows.evaluate import evaluate_deck
from flows.evaluate import summary as deck_summary
from flows.search import search
from models.players.config import PlayerConfig, read_scorer
from tasks.games.cluster import on_cluster
from tasks.orchestration.flow_page import show_picture
from tasks.storage.mirror import mirrored

_NAME_LENGTH = 40  # a deck may be given as a list of thirty cards


def run_name() -> str:
    """What is asked, of which deck, players or run, with how many games and which seed."""
    given = runtime.flow_run.parameters
    whom = given.get("deck") or " and ".join(given.get("players", ())) or given.get("run", "")
    parts = [runtime.flow_run.flow_name, Path(whom).name[:_NAME_LENGTH]]
    if given["games"]:
        parts.append(f"{given['games']}-games")
    return "-".join([*filter(None, parts), f"seed{seed_of(given['seed'])}"])


@flow(name="evaluate", flow_run_name=run_name)
def evaluate(
    deck: str = "Classic Miracle Rogue",
    games: Games = 200,
    opponents: Suite = "elite",
    fidelity: Fidelity = "dsame",
    patch: str | None = None,
    seed: Seed | None = None,
    threads: Threads = None,
) -> dict[str, Any]:
    """Plays games with one deck; returns and shows its results with 95 % intervals.

    Args:
        deck: A deck code, a list of cards, or a published deck's name.
        games: Number of games.
        opponents: A suite of decks.
        fidelity: Whose players.
        patch: Cards of another build by name, or a YAML file's path.
        seed: Of the games; one of the run's own if left empty.
        threads: Games played at a time; all cores if left empty.
    """
    player = PlayerConfig(patch=patch_of(patch)).but(fidelity=fidelity)
    asked = read_deck(deck, None)
    result = evaluate_deck(asked, opponents, player, games, seed_of(seed), threads)
    show_text("evaluation", deck_summary(result))
    create_table_artifact(result["opponents"], key="opponents", description="By opponent")
    return result


@flow(name="compare-players", flow_run_name=run_name)
def compare_players(
    players: list[str] = ["rogue-network", "control"],  # noqa: B006 - never changed
    deck: str = "Classic Miracle Rogue",
    games: Games = 4_000,
    opponents: Suite = "elite",
    fidelity: Fidelity = "dsame",
    patch: str | None = None,
    seed: Seed | None = None,
    threads: Threads = None,
    cluster: str | None = None,
) -> list[dict[str, Any]]:
    """Plays a deck with several players; returns and shows how each differs from the first.

    Args:
        players: Networks and scorers by name, or files that a training wrote.
        deck: A deck code, a list of cards, or a published deck's name.
        games: Per player.
        opponents: A suite of decks.
        fidelity: How they search.
        patch: Cards of another build by name, or a YAML file's path.
        seed: Of the games, all players are dealt alike; one of the run's own if left empty.
        threads: Games played at a time; all cores if left empty.
        cluster: Who plays instead: local:N processes, or tcp://HOST:PORT of a Dask scheduler.
    """
    config = PlayerConfig(patch=patch_of(patch)).but(fidelity=fidelity)
    scorers = [read_scorer(player) for player in players]
    decks = [read_deck(deck, None)]
    with on_cluster(cluster):
        found = play_players(scorers, decks, opponents, config, games, seed_of(seed), threads)
    show_text("players", players_summary(found))
    return found


@flow(name="calibrate", flow_run_name=run_name)
def calibrate(
    games: Games = 200,
    random_decks: Annotated[int, Field(ge=0, le=1_000_000)] = 0,
    mixups: Annotated[float, Field(ge=0, le=1)] = PUBLISHED_MIXUPS,
    patch: str | None = None,
    seed: Seed | None = None,
    out: str | None = None,
    threads: Threads = None,
    cluster: str | None = None,
) -> dict[str, Any]:
    """Compares our simulator with published results; returns and shows how far they agree.

    Args:
        games: Per published deck.
        random_decks: Random decks to play as well.
        mixups: Share of the first player's states that are scored as another game's, as happened in
            the published program.
        patch: Cards of another build by name, or a YAML file's path.
        seed: Of all games; one of the run's own if left empty.
        out: Folder for tables and the scatter plot; none are written if left empty.
        threads: Games played at a time; all cores if left empty.
        cluster: Who plays instead: local:N processes, or tcp://HOST:PORT of a Dask scheduler.
    """
    folder = None if out is None else Path(out)
    player = PlayerConfig(patch=patch_of(patch), mixups=mixups)
    with on_cluster(cluster):
        result = run_calibration(
            n_games=games,
            seed=seed_of(seed),
            n_random=random_decks,
            threads=threads,
            out=folder,
            player=player,
        )
    show_text("calibration", calibration_summary(result))
    if folder is not None:
        show_picture(
            "calibration-plot", folder / "calibration.png", "Health differences, ours and theirs"
        )
    return result


@flow(name="surrogate-quality", flow_run_name=run_name, task_runner=ONE_AT_A_TIME)
def surrogate_quality(
    run: str,
    on: list[str] = [],  # noqa: B006 - never changed; the form needs a list
    games: Games | None = None,
    seed: Seed | None = None,
    out: str | None = None,
    threads: Threads = None,
    cluster: str | None = None,
    mirror: str | None = None,
    resume_anyway: bool = False,
) -> str:
    """Tests the surrogate that a run ended with, by games with its archive; returns the report.

    Args:
        run: The directory of a finished run of DSA-ME.
        on: Run directories whose decks it is to predict.
        games: Per deck; as many as the run has if left empty.
        seed: Of everything random; one of the run's own if left empty.
        out: Folder, continued if it was begun; RUN-surrogate-seedSEED if left empty.
        threads: Games played at a time; all cores if left empty.
        cluster: Who plays instead: local:N processes, or tcp://HOST:PORT of a Dask scheduler.
        mirror: URL of a copy that is kept up to date, such as s3://bucket/run; where the directory
            is missing, the copy is fetched and continued.
        resume_anyway: Continue although the code has changed.
    """
    check_copy(seed, out, mirror)
    asked = quality_test(Path(run), [Path(path) for path in on], games)
    learned, own = asked.source, seed_of(seed)
    folder = Path(out) if out else learned.with_name(f"{learned.name}-surrogate-seed{own}")
    with mirrored(folder, mirror):
        with on_cluster(cluster):
            search.fn(asked.experiment, own, asked.run(folder), threads, resume_anyway, learned)
        page = asked.write(folder)
    create_markdown_artifact(page.read_text(encoding="utf-8"), key="quality")
    show_picture(
        "before-after", folder / "before-after.png", "Its archive as predicted and as played"
    )
    return str(page)
