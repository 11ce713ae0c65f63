import pytest

from tasks.reports.explanation import effects_sections, explanation_text
from tasks.reports.results import read_results
from tasks.reports.run import write_explanation, write_report
from tasks.sql.catalog import query
from tasks.storage.files import StoreError, read_table
from tests.tasks.synthetic import evaluated, write_run, write_training


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
