import pytest

from engine.decks import Deck, DeckError
from engine.patches import build_patch
from models.players.config import PlayerConfig
from models.players.decks import named_deck
from tasks.reports.explanation import effects_sections, explanation_text, pairs_of
from tasks.reports.results import read_results
from tasks.reports.run import write_explanation, write_report
from tasks.sql.catalog import query
from tasks.storage.files import StoreError, read_table
from tests.tasks.synthetic import (
    deck_together,
    evaluated,
    write_explained,
    write_run,
    write_training,
)


@pytest.fixture(scope="module")
def explained(tmp_path_factory):
    """A run of 70 decks without numbers of games, as old ones are, after its explanation."""
    return write_explanation(write_run(tmp_path_factory.mktemp("runs") / "run").path)


def test_tables_have_each_card_and_each_pair_that_a_deck_had(explained):
    _, results = explained
    cards = read_table(results.run.card_effects_path)
    assert cards.height == 3 * len(results.pool)
    assert set(cards["target"]) == {"objective", "turns", "hand_size"}
    assert (cards["low"] < cards["effect"]).all()
    assert (cards["effect"] < cards["high"]).all()
    one = cards.filter(target="objective")
    assert one["effect"].is_sorted(descending=True)
    assert one["mean_copies"].sum() == pytest.approx(30)
    pairs = read_table(results.run.pair_effects_path)
    counts = results.evaluations["solution"].to_numpy()
    for row in pairs.head(50).to_dicts():
        first, second = counts[:, row["card"]], counts[:, row["other"]]
        held = (first > 0) & (second > 0) if row["card"] != row["other"] else first > 1
        assert row["n_decks"] == held.sum() > 0
    assert (pairs["card"] <= pairs["other"]).all()


def test_the_report_and_sql_have_the_effects(explained):
    page, results = explained
    best = read_table(results.run.card_effects_path).filter(target="objective")["name"][0]
    text = page.read_text()
    assert "What cards are worth" in text
    assert best in text.partition("What cards are worth")[2]
    assert (page.parent / "effects.png").exists()
    sql = "select name from card_effects where target = 'objective' order by effect desc limit 1"
    assert query([results.run.path], sql).item() == best
    assert query([results.run.path], "select count(*) from pair_effects").item() > 1000


def test_the_text_has_both_ends_of_the_effects(explained):
    _, results = explained
    text = explanation_text(results, 2)
    cards, pairs = text.partition("## Pairs")[::2]
    assert cards.count("\n| ") == pairs.count("\n| ") == 2 + 4
    head = "| card | decks | health difference (health) | turns (rounds) | hand size (cards) |"
    assert head in cards


def test_effects_of_fewer_decks_are_left_out(tmp_path):
    run = write_run(tmp_path / "run", n=40)
    write_explanation(run.path)
    evaluated(40, 10, 1).write_parquet(run.chunks.path(4))
    results = read_results(run.path)
    assert results.evaluations.height == 50
    assert effects_sections(results.run, 50) == []
    assert "What cards are worth" not in write_report(run.path).read_text()


def test_runs_without_decks_are_refused(tmp_path):
    run = write_run(tmp_path / "few", n=10)
    with pytest.raises(StoreError, match="10 decks have been evaluated; effects need 20 or more"):
        write_explanation(run.path)
    with pytest.raises(StoreError, match="no decks have been evaluated yet; let the run go on"):
        write_explanation(write_run(tmp_path / "empty", n=0).path)
    with pytest.raises(StoreError, match="a training of networks"):
        write_explanation(write_training(tmp_path / "training").path)
    with pytest.raises(StoreError, match="no run"):
        write_explanation(tmp_path / "nothing")


@pytest.fixture(scope="module")
def synergy(tmp_path_factory):
    """A run in which two cards work together."""
    return read_results(write_explained(tmp_path_factory.mktemp("runs") / "synergy").path)


def test_pairs_and_numbers_are_those_of_the_explanation(synergy):
    deck = deck_together(synergy)
    found = pairs_of(synergy, deck, PlayerConfig())
    assert found["explained"] == "synergy"
    (pair,) = found["pairs"]
    assert pair["pair"] == "Backstab + SI:7 Agent"
    table = read_table(synergy.run.pair_effects_path).filter(target="objective")
    (row,) = table.filter(name="Backstab", other_name="SI:7 Agent").to_dicts()
    assert [pair["effect"], *pair["interval"]] == [row["effect"], row["low"], row["high"]]
    assert pair["n_decks"] == row["n_decks"]
    without = tuple("EX1_278" if card == "EX1_134" else card for card in deck.cards)
    assert pairs_of(synergy, Deck("x", deck.hero, without), PlayerConfig())["pairs"] == []


def test_a_search_that_does_not_fit_is_refused(synergy, tmp_path):
    deck = deck_together(synergy)
    with pytest.raises(DeckError, match="is for WARLOCK"):
        pairs_of(synergy, named_deck("Zoolock"), PlayerConfig())
    with pytest.raises(StoreError, match="the examination those of blackrock, 38377"):
        pairs_of(synergy, deck, PlayerConfig(format="blackrock"))
    with pytest.raises(StoreError, match="those of standard-2019, 23321"):
        pairs_of(synergy, deck, PlayerConfig(patch=build_patch("23321")))
    plain = read_results(write_run(tmp_path / "plain").path)
    with pytest.raises(StoreError, match=r"run `python -m flows explain .*plain` first"):
        pairs_of(plain, deck, PlayerConfig())
