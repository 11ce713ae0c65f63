"""The sections of a study's report as Markdown. Every number is from the extract or published."""

import json
import math

import polars as pl

from models.algorithms import ALGORITHMS
from models.statistics import Effect, mean_and_error
from tasks.orchestration.progress import duration
from tasks.reports.documents import table
from tasks.study.analysis import ALPHA, METRICS, PUBLISHED, Analysis
from tasks.study.surrogate_quality import placement_facts

#: Digits after the point.
DIGITS = {"qd_score": 1, "max_objective": 2, "max_win_rate": 1, "coverage": 2}
N_DECKS = 5


def sections(analysis: Analysis) -> dict[str, str]:
    """All sections by name, in the order of the report."""
    return {
        "setup": _setup(analysis),
        "scores": _scores(analysis),
        "corrected": _corrected(analysis),
        "curves": _curves(analysis),
        "archives": _archives(analysis),
        "variance": _variance(analysis),
        "ancillary": _ancillary(analysis),
        "claims": _claims(analysis),
        "surrogate": _surrogate(analysis),
        "time": _time(analysis),
        "decks": _decks(analysis),
    }


def number(mean: float, error: float, digits: int) -> str:
    """A mean with its standard error, if there is one."""
    text = f"{mean:,.{digits}f}"
    return text if math.isnan(error) else f"{text} ± {error:,.{digits}f}"


def _setup(analysis: Analysis) -> str:
    rows = []
    for name in [*analysis.algorithms, "surrogate-test"]:
        trials = analysis.trials.filter(algorithm=name)
        if trials.height:
            budget = "" if name == "surrogate-test" else f"{trials['budget'][0]:,}"
            seeds = ", ".join(str(seed) for seed in trials["seed"])
            rows.append(
                [
                    f"{ALGORITHMS[name].title} (`{name}`)",
                    ALGORITHMS[name].summary,
                    seeds,
                    budget,
                    f"{trials['n_evaluations'].sum():,}",
                    f"{trials['n_games'][0]}",
                    f"{trials['games'].sum():,}",
                ]
            )
    head = ["algorithm", "what it does", "seeds", "budget", "decks played", "games each", "games"]
    versions = json.loads(analysis.trials["versions"][0])
    codes = ", ".join(f"`{code}`" for code in sorted(set(analysis.trials["code_digest"])))
    cards = ", ".join(f"`{code}`" for code in sorted(set(analysis.trials["card_digest"])))
    stack = ", ".join(f"{name} {text}" for name, text in versions.items() if name != "platform")
    return (
        f"{table(head, rows)}\nThe budget is checked between outer iterations, so surrogate "
        "searches play more; as in the paper, the decks within the budget count. The last column "
        "has the elites' new games, too. Algorithms with the same seed begin with the same decks "
        f"and games. Digests: code {codes}; cards {cards}. {stack}; {versions['platform']}.\n"
    )


def _scores(analysis: Analysis) -> str:
    head = ["algorithm", "trials"]
    for metric, label in METRICS.items():
        head += [label, "paper"] if metric != "qd_score" else [label]
    rows = []
    for name in analysis.algorithms:
        row = [ALGORITHMS[name].title, str(analysis.values(name, "qd_score").size)]
        for metric in METRICS:
            row.append(number(*mean_and_error(analysis.values(name, metric)), DIGITS[metric]))
            if metric != "qd_score":
                row.append(_published(name, metric))
        rows.append(row)
    archives = "; ".join(
        f"{ALGORITHMS[name].title} {found['qd_score']} with {found['n_elites']} elites"
        for name, found in PUBLISHED["archives"].items()
    )
    return (
        f"{table(head, rows)}\nMean ± standard error over trials. The paper's are five trials of "
        f"{PUBLISHED['evaluations']:,} decks x {PUBLISHED['n_games']} games. Its QD scores could "
        f"not be had; its two published archives have {archives}. QD score: the sum over elites "
        "of (health difference + 30) / 60. Its program counts one cell too many, 0.06 %.\n"
    )


def _published(name: str, metric: str) -> str:
    found = PUBLISHED["table"].get(name, {}).get(metric)
    return number(found["mean"], found["error"], DIGITS[metric]) if found else "-"


def _corrected(analysis: Analysis) -> str:
    if analysis.corrected.is_empty():
        return "No elite was played again.\n"
    rows = []
    for name in analysis.algorithms:
        trials = analysis.corrected.filter(algorithm=name)
        if trials.height:
            values = [
                number(*mean_and_error(trials[metric].to_numpy()), DIGITS[metric])
                for metric in METRICS
            ]
            rows.append([ALGORITHMS[name].title, *values])
    games = analysis.trials["fresh_games"].max()
    return (
        f"{table(['algorithm', *METRICS.values()], rows)}\nAn archive keeps the lucky. Here every "
        f"elite of the table above is judged, and placed, by {games} new games alone; elites that "
        "meet in a cell leave one.\n"
    )


def _curves(analysis: Analysis) -> str:
    text = ""
    families = set(PUBLISHED["families"]["main"])
    if families & set(analysis.algorithms):
        text += "![QD score, cells filled, and cells by quality](curves.png)\n\n"
    if set(analysis.algorithms) - families - {"random-search"}:
        text += "![The same for the variants](curves-variants.png)\n\n"
    return (
        f"{text}Mean over trials with its 95 % confidence band (Student's t). Right: the share of "
        "all cells whose elite is better than the value on the axis.\n"
    )


def _archives(analysis: Analysis) -> str:
    if not analysis.algorithms:
        return "No archive yet.\n"
    return "![Final archives](archives.png)\n\nThe first trial of each algorithm.\n"


def _variance(analysis: Analysis) -> str:
    text = ""
    for family, names in PUBLISHED["families"].items():
        effects = analysis.one_way(family)
        if not effects:
            continue
        titles = ", ".join(
            ALGORITHMS[name].title for name in names if analysis.values(name, "qd_score").size > 1
        )
        head = ["number", "F", "p"] + (["paper's F"] if family == "main" else [])
        rows = []
        for metric, effect in effects.items():
            row = [METRICS[metric], _f(effect), _p(effect.p)]
            if family == "main":
                row.append(f"F(3, 16) = {PUBLISHED['one_way'][metric]}")
            rows.append(row)
        text += f"One-way analysis of variance over {titles}:\n\n{table(head, rows)}\n"
        text += f"Pairs, by t tests with Bonferroni's correction:\n\n{_pairs(analysis, family)}\n"
    return text or "Needs two algorithms of a family with two trials each.\n"


def _pairs(analysis: Analysis, family: str) -> str:
    rows = [
        [
            METRICS[metric],
            ALGORITHMS[pair.a].title,
            ALGORITHMS[pair.b].title,
            f"{pair.difference:+.2f}",
            "-" if math.isnan(pair.t) else f"{pair.t:.2f}",
            _p(pair.p),
            "yes" if pair.is_significant else "no",
        ]
        for metric, pairs in analysis.pairs(family).items()
        for pair in pairs
    ]
    significant = f"significant at {ALPHA} over all pairs"
    return table(["number", "a", "b", "a - b", "t", "p", significant], rows)


def _ancillary(analysis: Analysis) -> str:
    found = analysis.ancillary()
    if not found:
        return "Needs two trials each of DSA-ME, Offline DSA-ME, and both with ancillary data.\n"
    rows = []
    for metric, effects in found.items():
        theirs = ", ".join(f"{k}: {v}" for k, v in PUBLISHED["two_way"][metric].items())
        rows += [
            [METRICS[metric], effect.name, _f(effect), _p(effect.p), theirs if place == 0 else ""]
            for place, effect in enumerate(effects)
        ]
    head = ["number", "effect", "F", "p", "paper"]
    return (
        f"Two-way analysis of variance (type II): does the surrogate learn online or offline, and "
        f"does it predict three targets or twelve?\n\n{table(head, rows)}"
    )


def _claims(analysis: Analysis) -> str:
    found = analysis.claims()
    if not found:
        return "Needs two trials of the algorithms that the paper compares.\n"
    rows = [
        [
            f"{METRICS[claim.metric]}: {claim.text}",
            claim.verdict,
            f"{claim.difference:+.2f}",
            _p(claim.p),
            f"{claim.alpha:.4f}",
        ]
        for claim in found
    ]
    head = ["the paper", "here", "our difference", "p", "needed"]
    return (
        f"{table(head, rows)}\nReproduced or not: the "
        "difference is significant after Bonferroni's correction, with or against the paper. Not "
        "decidable: it is not. Consistent: the paper found no significant difference, nor do we, "
        "which with few trials means little.\n"
    )


def _surrogate(analysis: Analysis) -> str:
    theirs, text = PUBLISHED["surrogate"], ""
    errors = analysis.ask("select model, target, avg(mse) as mse from transfer group by all")
    if errors.height:
        rows = [
            [
                target,
                number(*mean_and_error(errors.filter(target=target)["mse"].to_numpy()), 3),
                str(mse),
            ]
            for target, mse in theirs["mse"].items()
        ]
        text += (
            "Mean squared errors of DSA-ME's final surrogates on the decks of its other trials:"
            f"\n\n{table(['target', 'here', 'paper'], rows)}\n"
        )
    placed = analysis.ask("select * from placements order by run, evaluation")
    if placed.height:
        facts = [placement_facts(part) for part in placed.partition_by("run", maintain_order=True)]
        rows = [
            [label, number(*mean_and_error([factor * each[name] for each in facts]), digits), paper]
            for label, name, factor, digits, paper in (
                ("elites of the surrogate's archive", "n_elites", 1, 0, "-"),
                ("retained in the true archive, %", "retained", 100, 1, theirs["retained"]),
                ("retained in the predicted cell, %", "same_cell", 100, 1, theirs["same_cell"]),
                ("mean distance of the retained, cells", "distance", 1, 2, theirs["distance"]),
            )
        ]
        text += (
            "MAP-Elites on DSA-ME's final surrogate, all its elites played:\n\n"
            f"{table(['', 'here', 'paper'], rows)}\n"
            "![A surrogate's archive as predicted, and as played](surrogate.png)\n"
        )
    return text or "Needs DSA-ME with two trials, or the algorithm `surrogate-test`.\n"


def _time(analysis: Analysis) -> str:
    found = analysis.time()
    rows = [
        [
            ALGORITHMS[row["algorithm"]].title,
            duration(row["wall_s"]),
            f"{row['games_per_second']:,.0f}",
            f"{row['iterations']:.1f}",
            *(f"{row[part]:.1f}" for part in ("train", "search", "rest", "not_games")),
        ]
        for name in [*analysis.algorithms, "surrogate-test"]
        for row in found.filter(algorithm=name).iter_rows(named=True)
    ]
    head = ["algorithm", "time of a trial", "games/s", "outer iterations", "training, %"]
    head += ["inner loop, %", "storage, logging, report, %", "all that is no game, %"]
    wall = found.select((pl.col("wall_s") * pl.col("trials")).sum()).item()
    theirs = ", ".join(
        f"{ALGORITHMS[name].title} {count}" for name, count in PUBLISHED["outer_iterations"].items()
    )
    return (
        f"{table(head, rows)}\nMeans over trials; {duration(wall)} in all. Outer iterations are "
        f"those after the first decks; of the paper's runs: {theirs}.\n"
    )


def _decks(analysis: Analysis) -> str:
    best = analysis.ask(
        "select algorithm, decks.* from decks join trials using (run) where algorithm != "
        "'random-search' and algorithm != 'surrogate-test' "
        f"order by coalesce(fresh_objective, objective) desc, run, rank limit {N_DECKS}"
    )
    rows = [
        [
            row["run"],
            f"{row['objective']:+.1f}",
            "-" if row["fresh_objective"] is None else f"{row['fresh_objective']:+.1f}",
            f"{row['turns']:.1f} / {row['hand_size']:.1f}",
            f"{row['deck']} `{row['deck_code']}`",
        ]
        for row in best.iter_rows(named=True)
    ]
    return table(["trial", "found", "in new games", "turns / hand", "deck"], rows)


def _f(effect: Effect) -> str:
    value = "-" if math.isnan(effect.f) else f"{effect.f:.2f}"
    return f"F({effect.df}, {effect.df_error}) = {value}"


def _p(p: float) -> str:
    """A probability; `-` where nothing varies, so that nothing can be tested."""
    return "-" if math.isnan(p) else "< 0.001" if p < 0.001 else f"{p:.3f}"
