"""A minimal metagame, from the command to its report; stops, and refusals."""

import shutil

import numpy as np
import polars as pl
import pytest

from engine.decks import deck_code
from flows.studies.meta.answers import (
    ATTACK,
    SEARCH,
    elite_codes,
    is_settled,
    runs_of,
    search_experiment,
    with_limits,
)
from flows.studies.meta.directory import decks_of, matchups_of, opponents_in, table_of
from flows.studies.meta.page import REPORT, archetypes
from flows.studies.meta.play import FILE, first_decks
from flows.studies.meta.settings import Meta
from flows.studies.meta.tables import leaders_of
from models.metagame.config import SLOTS, MetaConfig
from models.metagame.equilibrium import CLOSE, LARGE
from models.metagame.race import LEADERS
from models.players.decks import STARTER_DECKS
from models.problems.decks import solutions_of
from models.settings.config import ConfigError
from tasks.reports.results import elites, read_results
from tasks.search.source import read_surrogate
from tasks.sql.catalog import query
from tasks.storage.files import StoreError, read_json
from tests.flows.studies.playing import check_follows, played

SMALL = ["search_games=600", "random_decks=10", "draws=2", "temperature=0.1"]


def asked(out, settings=SMALL, **more) -> Meta:
    return Meta(preset="smoke", settings=settings, out=out, **more)


def test_the_best_answers_of_a_round_join_the_next(finished):
    answers = table_of(finished, "answers").read(0)
    best = answers.filter("confirmed")
    assert {*best["hero"]} == {"HUNTER", "WARLOCK"}
    joined = decks_of(finished, 1)
    assert joined.filter(round=1)["code"].to_list() == best["code"].to_list()
    assert joined.filter(round=0)["hero"].to_list() == ["HUNTER", "WARLOCK"]


def test_a_round_with_fewer_games_still_pays_for_its_random_decks():
    config = MetaConfig(growing=3, search_games=40_000, random_decks=100)
    found = [config.games_in(round_, config.search_games) for round_ in range(5)]
    assert found == [5_000, 10_000, 20_000, 40_000, 40_000]
    assert MetaConfig(growing=9).games_in(0, 6_000) == 2 * SLOTS * 100


def test_later_searches_are_shorter_and_begin_with_what_the_ones_before_believe(finished):
    first, later = (read_results(finished / "searches" / f"0{i}-HUNTER") for i in (0, 1))
    assert (first.experiment.learning.mode, later.experiment.learning.mode) == ("online", "trend")
    noted = read_json(later.run.path / "source.json")
    assert noted["path"] == str(first.run.path)
    games = [each.experiment.search.budget_games for each in (first, later)]
    assert games == [600, 300]
    trends = [read_surrogate(each.run).trend for each in (first, later)]
    assert trends[0] is None
    believed = read_surrogate(first.run).function
    for part, of_trend in zip(believed, trends[1], strict=True):
        np.testing.assert_array_equal(part, of_trend)


def test_a_later_share_is_of_all_games_in_any_round():
    config = MetaConfig(growing=3, search_games=40_000, random_decks=100, later_share=0.25)
    assert [config.search_games_in(i) for i in range(5)] == [5_000] + 4 * [10_000]
    assert config.but(later_share=0.01).search_games_in(1) == 2 * SLOTS * 100
    assert config.but(later_share=None).search_games_in(1) == 10_000


def test_only_a_metagame_that_begins_with_decks_has_shorter_later_searches(finished):
    assert Meta(preset="study").study.later_share is None
    study = Meta(preset="study", start=finished / "report").study
    assert (study.search_games_in(0), study.search_games_in(1)) == (24_000, 8_000)


def test_a_metagame_goes_on_from_the_searches_of_the_one_it_starts_from(finished, tmp_path):
    """Also with a patch; not with more sets, whose decks those searches do not know."""
    nerf = tmp_path / "nerf.yaml"
    nerf.write_text("cards:\n  Knife Juggler: {attack: 2}\n")
    wanted = asked(tmp_path / "meta", start=finished, rounds=1, patch=str(nerf))
    assert played(wanted)[1] == {}
    first, last = (
        read_results(out / "searches" / name)
        for out, name in ((tmp_path / "meta", "00-HUNTER"), (finished, "01-HUNTER"))
    )
    assert first.experiment.learning.mode == "trend"
    assert first.experiment.search.budget_games == 240
    assert read_json(first.run.path / "source.json")["path"] == str(last.run.path)
    raced = SEARCH.races(finished).read((1, "HUNTER"))["code"].to_list()
    assert {*raced[:LEADERS]} <= {*first.experiment.search.start_decks}
    again = asked(tmp_path / "meta", start=finished / "report", rounds=1, patch=str(nerf))
    assert FILE.check(again.folder, again.study).goes_on
    SEARCH.races(again.folder).path((0, "HUNTER")).unlink()
    with pytest.raises(StoreError, match="the directory that has them with --start"):
        played(again)
    assert played(wanted)[1] == {}
    other = asked(tmp_path / "other", start=finished, format="CORE+EXPERT1+HOF+NAXX")
    assert not other.study.goes_on
    with pytest.raises(ConfigError, match=r"goes_on: --start .* has no finished searches"):
        _ = asked(tmp_path / "other", [*SMALL, "goes_on=true"], start=finished / "report").study


def test_elites_race_best_first_by_what_their_search_believes(finished):
    search = read_results(finished / "searches" / "00-HUNTER")
    believed = elites(search).sort("objective", descending=True)["deck_code"].to_list()
    assert elite_codes(search) == believed
    raced = SEARCH.races(finished).read((0, "HUNTER"))["code"].to_list()
    assert {*raced} == {*believed[:2]}  # the preset has two finalists, and no deck is known


def test_a_race_decides_the_answer_and_its_winner_starts_the_next_search(finished):
    race = SEARCH.races(finished).read((0, "HUNTER"))
    winner = table_of(finished, "answers").read(0).filter("confirmed", hero="HUNTER")
    assert winner["code"].to_list() == race["code"].to_list()[:1]
    start = read_results(finished / "searches" / "01-HUNTER").experiment.search.start_decks
    assert race["code"][1] in start


@pytest.mark.parametrize(
    ("shares", "patience", "growing", "settled"),
    [
        *(((0.5, 0.5), 2, 0, True), ((0.9, 0.5), 2, 0, False), ((0.9, 0.5), 1, 0, True)),
        *(((0.5, 0.5), n, growing, False) for n, growing in ((2, 1), (0, 0), (3, 0))),
    ],
)
def test_a_metagame_ends_when_nothing_beats_it(shares, patience, growing, settled, tmp_path):
    for round_, share in enumerate(shares):
        row = {"hero": "HUNTER", "share": [share], "games": [2000], "confirmed": [True]}
        table_of(tmp_path, "answers").write(round_, pl.DataFrame(row))
    config = MetaConfig(classes=("HUNTER",), patience=patience, growing=growing)
    assert is_settled(tmp_path, config, 1) is settled


def test_all_pairs_have_games_in_both_seats_and_those_of_the_equilibrium_more(finished):
    found = matchups_of(finished, 1)
    shares = table_of(finished, "equilibria").read(1)["share"].to_numpy()
    large = shares >= LARGE * shares.max()
    close = np.outer(shares >= CLOSE, shares >= CLOSE) & ~np.eye(4, dtype=bool)
    close &= large[:, None] | large[None, :]
    assert close.any()
    assert np.all(found.games[close] == 8)
    assert set(found.games[~np.eye(4, dtype=bool)]) <= {4, 8}
    assert np.array_equal(found.wins + found.wins.T, found.games)


def test_a_stop_before_the_games_of_the_equilibriums_pairs_ends_with_the_same(finished, tmp_path):
    out = shutil.copytree(finished, tmp_path / "meta")
    payoffs = table_of(out, "payoffs")
    before = payoffs.read(1)
    new = decks_of(out, 1).filter(round=1)["deck"].to_list()
    first = before.head(sum(new))
    assert first.height < before.height
    payoffs.write(1, first)
    for name in ("equilibria", "answers"):
        table_of(out, name).path(1).unlink()
    assert played(asked(out))[1] == {}
    assert payoffs.read(1).equals(before)


def test_searches_start_from_what_is_known(finished):
    run = read_results(finished / "searches" / "01-HUNTER")
    known = decks_of(finished, 1).filter(hero="HUNTER")["code"].to_list()
    assert known == list(run.experiment.search.start_decks[: len(known)])
    first = [deck_code(run.pool.deck(counts)) for counts in solutions_of(run.evaluations.head(2))]
    assert first == list(run.experiment.search.start_decks[:2])


def test_the_report_follows_from_its_extract(finished, tmp_path):
    check_follows(REPORT, finished / "report" / "index.html", tmp_path)
    for name in ("archetypes.csv", "matchups.png", "answers.png"):
        assert (tmp_path / name).is_file()
    assert query([tmp_path], "select sum(share) from decks").item() == pytest.approx(1)


#: Writes of a round without those of its searches, which have tests of their own.
STEPS = ("decks", "payoffs", "equilibria", "answers")


@pytest.mark.parametrize(
    ("round_", "names"),
    [(1, STEPS[place:]) for place in range(len(STEPS))] + [(0, (name,)) for name in STEPS],
)
def test_tables_that_were_removed_are_written_again(finished, round_, names, tmp_path):
    out = shutil.copytree(finished, tmp_path / "meta")
    shutil.rmtree(out / "report")
    for name in names:
        table_of(out, name).path(round_).unlink()
    assert played(asked(out))[1] == {}
    files = [f"{name}/{number:05d}.parquet" for name in STEPS for number in range(2)]
    assert all((out / file).read_bytes() == (finished / file).read_bytes() for file in files)


def test_rivals_are_shown_beside_the_decks_found(finished, tmp_path):
    out = shutil.copytree(finished, tmp_path / "meta")
    assert played(asked(out, rivals="starter"))[1] == {}
    found = query([out / "report"], "select name, share, common from rivals order by all")
    assert found.height == 6
    assert found["share"].is_between(0, 1).all()
    assert found.filter(pl.col("name").str.contains("Paladin"))["common"].to_list() == [0, 0]
    assert "Aggro Hunter" in (out / "report" / "report.md").read_text()
    assert played(asked(out, rivals="classic14"))[1] == {}
    assert query([out / "report"], "select name from rivals").height == 7


def test_attackers_know_the_rivals_and_a_stopped_attack_ends_the_same(finished, tmp_path):
    out = shutil.copytree(finished, tmp_path / "meta")
    wanted = asked(out, [*SMALL, "attacker_games=600"], rivals="starter")
    assert played(wanted)[1] == {}
    rivals = {each.code for each in wanted.study.rivals}
    (hunter, _) = runs_of(out, wanted.study, 1, ATTACK, None)
    assert hunter.experiment.algorithm == "extract-me"
    assert rivals & {*hunter.experiment.search.start_decks}
    found = query([out / "report"], "select hero, share, games from attackers order by all")
    assert found["hero"].to_list() == ["HUNTER", "WARLOCK"]
    assert "Attacker" in (out / "report" / "report.md").read_text()
    other = wanted.study.but(attacker_games=1200, rivals=())
    assert FILE.check(out, other).attacker_games == 600  # those that were made
    before = table_of(out, "attackers").path(1).read_bytes()
    table_of(out, "attackers").path(1).unlink()
    ATTACK.races(out).path((1, "WARLOCK")).unlink()
    assert played(wanted)[1] == {}
    assert table_of(out, "attackers").path(1).read_bytes() == before


def test_a_metagame_may_begin_with_the_decks_of_another(finished, tmp_path):
    wanted = asked(tmp_path / "meta", start=finished, rounds=1)
    of_extract = asked(tmp_path / "meta", start=finished / "report", rounds=1).study
    assert wanted.study == of_extract.but(goes_on=True)
    decks = query([finished / "report"], "select hero, code, share from decks order by value desc")
    best = decks.unique("hero", keep="first", maintain_order=True)
    last = table_of(finished, "answers").read(1).filter("confirmed")
    played, winning = decks.filter(pl.col("share") >= CLOSE), last.filter(pl.col("share") >= 0.5)
    first = first_decks(wanted.study)
    codes = {code for each in (best, played, winning) for code in each["code"]}
    assert {deck_code(deck) for deck in first} == codes
    assert {deck.hero for deck in first} == {"HUNTER", "WARLOCK"}
    assert Meta(preset="study", start=finished).study.growing == 0


def test_a_class_that_no_first_deck_has_begins_with_a_random_one(finished):
    config = MetaConfig(start=asked(None, start=finished).study.start, classes=("MAGE", "HUNTER"))
    heroes = [each.hero for each in first_decks(config)]
    assert heroes.count("MAGE") == 1
    assert {*heroes} == {"MAGE", "HUNTER"}


def test_rounds_can_be_added_and_nothing_else_changed(finished):
    assert FILE.check(finished, asked(finished, rounds=3).study).rounds == 3
    with pytest.raises(StoreError, match="search_games"):
        asked(finished, ["search_games=601", *SMALL[1:]]).check()


def test_both_sides_have_the_same_players():
    player = asked(None, ["player.scorer=aggro"]).study.player
    assert (player.scorer, player.opponents_scorer) == ("aggro", "aggro")


def test_a_search_plays_the_field_with_the_same_players():
    config, code = MetaConfig(), deck_code(STARTER_DECKS["PALADIN"])
    field = opponents_in(pl.DataFrame({"deck": [0], "hero": ["PALADIN"], "code": [code]}))
    made = search_experiment(config, "HUNTER", field, [], 6_000)
    assert (made.pool, made.player) == ("hunter", config.player)
    assert made.search.n_games == SLOTS


def test_an_archetype_is_its_most_played_deck_and_those_like_it():
    warlock, hunter = STARTER_DECKS["WARLOCK"], STARTER_DECKS["HUNTER"]
    assert leaders_of([warlock, warlock, hunter], np.array([0.1, 0.6, 0.3])) == [1, 1, 2]
    table = pl.DataFrame(
        {
            "deck": [0, 1, 2], "archetype": [1, 1, 2], "name": ["a", "a", "b"],
            "hero": ["WARLOCK", "WARLOCK", "HUNTER"], "share": [0.1, 0.6, 0.3],
            "value": [0.4, 0.5, 0.5], "value_low": [0.3] * 3, "value_high": [0.6] * 3,
            "code": ["x", "y", "z"],
        }
    )  # fmt: skip
    found = archetypes(table)
    assert found.select("name", "decks", "code").rows() == [("a", 2, "y"), ("b", 1, "z")]
    assert found["share"].to_list() == pytest.approx([0.7, 0.3])


def test_limits_of_all_classes_hold_together():
    answers = pl.DataFrame({"share": [0.5], "games": [600]})
    one, nine = (with_limits(answers, n).select("low", "high").row(0) for n in (1, 9))
    assert one == pytest.approx((0.46, 0.54), abs=0.003)
    assert nine[0] < one[0] < one[1] < nine[1]
