"""Effects of nerfs, and how well cards are ranked."""

import polars as pl

from flows.studies.backtest.page import REPORT, claims
from flows.studies.backtest.tables import KINDS, areas


def test_a_nerf_has_the_mean_change_of_its_decks(finished):
    found = REPORT.extract(finished)
    nerfs = found["nerfs"].filter(pl.col("decks") > 0)
    means = found["nerfed_decks"].group_by("card").agg(pl.mean("change"), decks=pl.len())
    both = nerfs.join(means, on="card", suffix="_mean")
    assert both.height == nerfs.height > 5
    assert ((both["change"] - both["change_mean"]).abs() < 1e-9).all()
    assert (both["decks"] == both["decks_mean"]).all()
    absent = found["nerfs"].filter(decks=0)
    assert absent["change"].null_count() == absent.height > 0


def test_the_share_of_decks_is_that_of_an_equilibrium(finished):
    found = REPORT.extract(finished)["nerfed_decks"]
    assert found.select("share_before", "share_after").min_horizontal().min() >= 0
    sums = found.group_by("card").agg(pl.sum("share_before"))["share_before"]
    assert (sums <= 1 + 1e-9).all()


def ranked() -> pl.DataFrame:
    n = 40
    return pl.DataFrame(
        {
            "metagame": ["m"] * n,
            "kind": ["board"] * 6 + ["draw"] * 6 + [None] * 28,
            "nerfed": ["2015-01-01"] * 3 + ["2018-01-01"] * 9 + [None] * 28,
            "effect": [1.0] * 6 + [-1.0] * 6 + [0.0] * 28,
            **{name: [0.0] * n for name in ("presence", "loss", "low_cost", "stats", "played")},
        }
    )


def test_cards_of_other_kinds_are_left_out_and_later_nerfs_are_others():
    about = pl.DataFrame({"metagame": ["m"], "day": ["2014-07-15"]})
    found = areas(about, ranked()).filter(score="effect")
    rows = {(row["until"], row["cards"]): row for row in found.to_dicts()}
    assert {cards for _, cards in rows} == set(KINDS)
    assert rows["2019-12-31", "board"]["auc"] == 1
    assert rows["2019-12-31", "combo, draw, ramp"]["auc"] == 0
    assert rows["2019-12-31", "all"]["auc"] == 0.5
    assert (rows["2019-12-31", "board"]["nerfed"], rows["2019-12-31", "board"]["others"]) == (6, 28)
    assert (rows["2015-07-15", "board"]["nerfed"], rows["2015-07-15", "board"]["others"]) == (3, 37)


def test_verdicts_need_enough_nerfs_and_all_numbers():
    about = pl.DataFrame({"metagame": ["m"], "day": ["2014-07-15"]})
    clear = pl.DataFrame({"change": [-0.1] * 25, "error": [0.01] * 25})
    found = claims(clear, areas(about, ranked()))
    assert [row[-1] for row in found] == ["met", "met", "not met"]
    assert [row[-1] for row in claims(clear.head(24), areas(about, ranked()))][:2] == [
        "not met"
    ] * 2
    vague = clear.with_columns(error=pl.lit(0.06))
    assert [row[-1] for row in claims(vague, areas(about, ranked()))][:2] == ["met", "not met"]
