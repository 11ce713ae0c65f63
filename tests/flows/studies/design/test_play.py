"""A minimal design, from the command to its report: cards, a new card, a patch, stops, refusals."""

import shutil

import polars as pl
import pytest

from flows.studies.design.page import REPORT, played_range, smallest_change
from flows.studies.design.play import FILE, tried_in
from flows.studies.design.settings import Design
from flows.studies.design.tables import BEFORE, card_tables
from tasks.storage.files import StoreError, keyed
from tests.flows.studies.playing import check_follows, check_mended, finished_in

NEW = 'minion("Training Giant", 0, 8, 8, taunt)'
CARDS = ["Knife Juggler", NEW]


@pytest.fixture(scope="module")
def patch(tmp_path_factory):
    path = tmp_path_factory.mktemp("patch") / "slow.yaml"
    path.write_text("base: classic14\ncards:\n  Knife Juggler: {cost: 9}\n")
    return path


def asked(metagame, out, cards=CARDS, **more) -> Design:
    return Design(cards=cards, metagame=metagame, preset="smoke", out=out, **more)


@pytest.fixture(scope="module")
def finished(small_metagame, patch, tmp_path_factory):
    out = tmp_path_factory.mktemp("design") / "design"
    return finished_in(asked(small_metagame, out, patch=str(patch)))


@pytest.fixture(scope="module")
def extract(finished):
    return REPORT.extract(finished)


def test_decks_take_a_card_that_is_far_too_good(extract):
    giant = extract["takers"].filter(pl.col("card").str.starts_with("NEW_"))
    assert giant.height >= 2
    assert giant["gain"].max() > 0.1
    assert (giant["replaced"].list.len() == giant["copies"]).all()
    assert extract["designed"].filter(name="Training Giant", numbers="given")["share"].item() > 0.3


def test_the_share_of_a_card_is_that_of_its_decks(extract):
    decks = extract["design_decks"]
    sums = decks.group_by("card", "numbers").agg(pl.sum("share"))
    assert ((sums["share"] - 1).abs() < 1e-9).all()
    having = decks.filter(pl.col("copies") > 0, pl.col("numbers") != BEFORE)
    shares = having.group_by("card", "numbers").agg(found=pl.sum("share"))
    both = extract["designed"].join(shares, on=["card", "numbers"])
    assert both.height > 6
    assert ((both["share"] - both["found"]).abs() < 1e-9).all()


def test_an_old_card_that_no_deck_takes_moves_nothing(finished, tmp_path):
    out = shutil.copytree(finished, tmp_path / "design")
    config, _ = FILE.load(out)
    juggler = next(tried_in(out, config.but(takers=0)))
    shutil.rmtree(out / "games")
    for key, play_it in juggler.games():
        keyed(out / "games").write(key, play_it(1))
    _, decks = card_tables(juggler)
    before, given = (decks.filter(numbers=each).drop("numbers") for each in (BEFORE, "given"))
    assert before.equals(given)
    assert len({tuple(decks.filter(numbers=f"{each}")["share"]) for each in juggler.numbers}) > 1


def test_a_patch_changes_the_shares_of_the_decks_with_its_cards(extract):
    decks = extract["design_decks"].filter(pl.col("card").str.starts_with("patch-"))
    assert set(decks["numbers"]) == {BEFORE, "given"}
    assert decks["copies"].sum() > 0
    row = extract["designed"].filter(pl.col("card").str.starts_with("patch-")).row(0, named=True)
    assert (row["value"], row["size"]) == (None, 0)


def test_a_design_that_lost_files_ends_with_the_same(small_metagame, patch, finished, tmp_path):
    wanted = asked(small_metagame, tmp_path / "design", patch=str(patch))
    check_mended(wanted, finished, ("base", "takers", "games"))


def test_cards_can_be_added_and_nothing_else_changed(small_metagame, finished):
    joined = FILE.check(finished, asked(small_metagame, finished, ["Leper Gnome"]).study)
    assert len(joined.cards) == 3
    assert len(joined.patches) == 1
    with pytest.raises(StoreError, match="other settings"):
        asked(small_metagame, finished, seed=2).check()
    with pytest.raises(StoreError, match="other settings"):
        asked(small_metagame, finished, steps=2).check()


def test_two_patches_of_one_name_are_two(small_metagame, finished, patch, tmp_path):
    other = tmp_path / patch.name
    other.write_text(patch.read_text().replace("cost: 9", "cost: 8"))
    joined = FILE.check(finished, asked(small_metagame, finished, [], patch=str(other)).study)
    tried = list(tried_in(finished, joined))
    assert [each.name for each in tried[-2:]] == ["slow", "slow"]
    assert len({each.key for each in tried}) == len(tried) == 4


def test_an_unfinished_card_is_not_in_the_extract(finished, tmp_path):
    out = shutil.copytree(finished, tmp_path / "design")
    config, _ = FILE.load(out)
    juggler = next(tried_in(out, config))
    key = next(key for key, _ in juggler.games())
    keyed(out / "games").path(key).unlink()
    assert "Knife Juggler" not in REPORT.extract(out)["designed"]["name"].to_list()
    shutil.rmtree(out / "base")
    with pytest.raises(StoreError, match="nothing has ended"):
        REPORT.extract(out)


def test_the_report_follows_from_its_extract(finished, tmp_path):
    check_follows(REPORT, finished / "report" / "index.html", tmp_path)
    for name in ("designed.csv", "takers.csv", "NEW1_019.png"):
        assert (tmp_path / name).is_file()
    text = (tmp_path / "report.md").read_text()
    assert "### Training Giant" in text
    assert text.index("| Training Giant | ") < text.index("## Cards")
    assert "### slow" in text


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        (["Knife Jugler"], "did you mean 'Knife Juggler'"),
        (["Undertaker"], "is not in the game of 2014-07-15"),
        (["Knife Juggler", "NEW1_019"], "given twice"),
        (["The Coin"], "is in no deck"),
        (['minion("Odd", 1, 1, 1, charg)'], "did you mean 'charge'"),
        ([], "nothing to try"),
    ],
)
def test_a_card_that_cannot_be_tried_is_refused(cards, problem, small_metagame, refused):
    assert problem in refused("design", *cards, "--metagame", str(small_metagame))


ROWS = [
    ("given", "", 0, None, 0, 0.6, 0.05),
    ("cost-1", "cost", -1, 1, 2, 0.9, 0.09),
    ("cost+1", "cost", 1, 3, 2, 0.2, 0.01),
    ("attack-1", "attack", -1, 2, 1, 0.35, 0.03),
    ("attack-2", "attack", -2, 1, 2, 0.01, 0.02),
]
COLUMNS = ("numbers", "field", "step", "value", "size", "share", "gap")
FOUND = pl.DataFrame(ROWS, COLUMNS, orient="row")


def test_a_card_is_played_but_not_too_much_with_some_numbers():
    assert played_range(FOUND, 0.3) == "cost 3 (of 1 to 3); attack none (of 1 to 3)"
    assert played_range(FOUND, 0.4) == "cost 3 (of 1 to 3); attack 2 (of 1 to 3)"
    assert played_range(FOUND.head(1), 0.3) == ""


def test_the_smallest_change_has_the_fewest_steps_then_the_smallest_gap():
    assert smallest_change(FOUND, 0.02) == "cost 2 to 3"
    assert smallest_change(FOUND, 0.03) == "attack 3 to 2"
    assert smallest_change(FOUND, 0.05) == "none is needed"
    assert smallest_change(FOUND, 0.001) == "none of those that were tried"
