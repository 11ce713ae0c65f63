"""`--patch` on the command line: checked first, recorded, compared on resuming."""

import json
import shlex
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from fastapi.testclient import TestClient

from engine.card_data import CardData
from engine.decks import deck_code, find_card, read_deck_text
from engine.new_cards import new_card
from flows.__main__ import main
from flows.commands import Evaluate
from flows.evaluate import evaluate, summary
from flows.faces.app.server import create_app
from flows.questions.presets import SMOKE
from models.players.config import PlayerConfig
from models.players.decks import named_deck
from models.players.evaluations import evaluate_decks
from models.problems.algorithms import experiment_for
from models.problems.decks import DeckSearch
from models.settings.patches import find_patch
from tasks.reports.results import read_results
from tasks.reports.run import write_report
from tests.engine.example_decks import list_with
from tests.processes import python
from tests.tasks.synthetic import write_run

DECK = named_deck("Classic Miracle Rogue")


@pytest.fixture
def patch(tmp_path):
    def write(text: str) -> str:
        path = tmp_path / "softer.yaml"
        path.write_text(f"cards:\n  {text}\n")
        return str(path)

    return write


def test_the_patches_are_listed_and_shown(answered):
    names = [line.split()[0] for line in answered("patches").splitlines()]
    assert names == ["38377", "23321", "mesb-balance", "mesb-balance-paper"]
    assert "EX1_032: {attack: 1}  # Sunwalker: attack 4" in answered("patches", "mesb-balance")


def test_what_is_shown_can_be_saved_and_used(tmp_path, answered):
    path = tmp_path / "mine.yaml"
    path.write_text(answered("patches", "mesb-balance-paper"))
    assert "EX1_008: {cost: 3}  # Argent Squire: cost 1" in answered("patches", path)


@pytest.mark.parametrize(
    "command",
    [
        *("search dsa-me", "search map-elites", "calibrate", "mesb", "balance"),
        *(f"{command} '{DECK.name}'" for command in ("evaluate", "replay")),
    ],
)
def test_a_wrong_patch_is_refused_with_its_line(command, patch, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = patch("Backstab: {attack: 3}")
    assert refused(*shlex.split(command), "--patch", path) == (
        f"error: {path}, line 2: 'Backstab' is a spell and has no attack; change its cost\n"
    )
    assert list(tmp_path.iterdir()) == [Path(path)]


def test_a_deck_of_later_cards_is_refused_before_a_game(capsys):
    assert main(["evaluate", list_with("Pilfer"), "--patch", "23321"]) == 2
    assert "'Pilfer' is not in build 23321; take it out or use a" in capsys.readouterr().err


def test_a_patch_changes_games_and_the_facts_of_decks():
    player = PlayerConfig(depth=3, width=1)
    players = [player.but(patch=patch) for patch in ("38377", "23321")]
    tables = [evaluate_decks([DECK], "starter", each, n_games=6) for each in players]
    plain, changed = (table.row(0, named=True) for table in tables)
    n_cold_bloods = DECK.cards.count(find_card("Cold Blood").id)
    assert changed["deck_mana_sum"] == plain["deck_mana_sum"] - n_cold_bloods < 100
    assert changed["objective"] != plain["objective"]


def test_an_evaluation_tells_its_patch(capsys):
    player = PlayerConfig(depth=3, width=1, patch="mesb-balance-paper")
    result = evaluate(Evaluate(deck=DECK.name, opponents="starter", games=2), DECK, player)
    assert result["patch"]["cards"]["EX1_008"] == {"name": "Argent Squire", "cost": 3}
    assert "cards: mesb-balance-paper (Earthen Ring Farseer: cost 3 -> 5;" in summary(result)


def test_a_run_with_another_patch_is_not_continued(tmp_path, patch, capsys):
    run = tmp_path / "run"
    write_run(run, patch=find_patch(patch("Backstab: {cost: 1}")))
    manifest = json.loads((run / "manifest.json").read_text())
    cards = {"CS2_072": {"name": "Backstab", "cost": 1}}
    told = {"name": "softer", "description": "", "base": "38377", "cards": cards}
    assert manifest["experiment"]["player"]["patch"] == told
    command = ["search", "dsa-me", "--out", str(run), "--patch"]
    assert main([*command, patch("Backstab: {cost: 2}")]) == 2
    told = capsys.readouterr().err
    assert "player.patch.cards.CS2_072.cost: 1 there, 2 now" in told
    assert "use another --out, or the old settings to continue that run" in told
    assert main([*command, patch("Backstab: {cost: 1}")]) == 2
    assert "player.patch" not in capsys.readouterr().err


def test_the_report_and_the_table_of_cards_show_the_patch(tmp_path, patch):
    run = write_run(tmp_path / "run", patch=find_patch(patch("Backstab: {cost: 4}")))
    page = write_report(run.path).read_text()
    assert "Cards: softer, on build 38377. Backstab: cost 0 -&gt; 4." in page
    cards = DeckSearch(read_results(run.path).experiment).tables["cards"]
    assert cards.row(by_predicate=pl.col("id") == "CS2_072", named=True)["cost"] == 4


# --- new cards ---

RIDER = 'minion("Argent Horserider", 0, 9, 9, charge, divine_shield)'
LIST = list_with("Argent Horserider", "Backstab")
#: Prints the best deck of a run, in a process that knows no patch.
READ = """\
import sys
from engine.card_data import card_data, new_card_data
from tasks.reports.results import read_results
assert not new_card_data()
results = read_results(sys.argv[1])
best = results.archive.elites().solutions[0]
print(results.pool.deck(best).describe())
"""


@pytest.fixture
def rider(tmp_path):
    path = tmp_path / "rider.yaml"
    path.write_text(f"new:\n  - {RIDER}\n")
    return path


def test_a_search_finds_decks_with_new_cards_that_all_can_read(prefect, tmp_path, rider):
    from flows.search import search

    changes = {"player__patch": find_patch(str(rider)), "player__width": 1, "player__depth": 3}
    run = tmp_path / "run"
    search(experiment_for("map-elites", SMOKE.but(**changes)), 1, run, threads=1)
    results = read_results(run)
    (card,) = results.experiment.player.patch.new_cards
    place = results.pool.ids.index(card.id)
    copies = results.evaluations["solution"].to_numpy()[:, place]
    health = results.evaluations["objective"].to_numpy()
    assert health[copies == 2].mean() > health[copies == 0].mean()
    ran = python("-c", READ, run)
    assert ran.returncode == 0, ran.stderr
    assert "Argent Horserider" in ran.stdout
    assert "Argent Horserider" in write_report(run).read_text()
    with_it = results.evaluations.row(int(np.flatnonzero(copies)[0]), named=True)["evaluation"]
    check_that_pages_show(card, run, with_it)


def check_that_pages_show(card: CardData, run: Path, evaluation: int) -> None:
    """The application draws a new card with its words as text, and its decks can be read."""
    client = TestClient(create_app(run.parent), base_url="http://127.0.0.1")
    shown = client.get("/cards", params={"run": run.name}).json()[card.id]
    assert (shown["name"], shown["cost"], shown["most"]) == (card.name, 0, 2)
    assert shown["text"] == "charge, divine_shield"
    asked = {"run": run.name, "evaluation": evaluation}
    for page in ("deck", "bench"):
        assert card.name in client.get(f"/{page}", params=asked).text
    assert client.get("/replay/lines", params=asked).status_code == 200
    used = client.get("/patch/use", params={"run": run.name, "card": card.id})
    assert used.json()[0]["card"] == card.id
    assert client.get("/patch", params={"run": run.name}).status_code == 200


@pytest.mark.parametrize(
    "player",
    ["control", "greedy:aggro", "fair-beam:value", "one-turn:value", "mcts:control:simulations=8"],
)
def test_every_player_plays_new_cards(player, rider, tmp_path, answered):
    deck = tmp_path / "deck.txt"
    deck.write_text(LIST)
    words = ["evaluate", deck, "--patch", rider, "--player", player, "--games", 4]
    found = json.loads(answered(*words, "--opponents", "starter", "--json"))
    assert found["win_rate"] > 0.5
    assert found["patch"]["new"] == [str(new_card(RIDER).line)]


def test_a_deck_with_new_cards_needs_their_patch(rider, tmp_path, refused, patch, capsys):
    deck = tmp_path / "deck.txt"
    deck.write_text(LIST)
    assert "unknown card 'Argent Horserider'; did you" in refused("evaluate", deck)
    code = deck_code(read_deck_text(LIST, patch=find_patch(str(rider))).deck)
    assert main(["evaluate", code, "--patch", patch("Wisp: {cost: 1}")]) == 2
    told = capsys.readouterr().err
    assert "'Argent Horserider' is not in the patch softer; take it out or use the patch" in told
