"""The sections of a study's report as Markdown. Every number is from the extract or published."""

import json
from collections.abc import Mapping
from typing import Any

from models.algorithms import ALGORITHMS
from models.statistics import mean_and_error
from tasks.orchestration.progress import duration
from tasks.reports.documents import table
from tasks.study.analysis import METRICS, PUBLISHED, Analysis
from tasks.study.claims import ACCURACY, accuracy, transfer
from tasks.study.verdicts import DIGITS, ancillary, claims, findings, number, variance

N_DECKS = 5
#: Pictures of curves, and what they show.
CURVES = {
    "curves": "QD score, cells filled, and cells by quality",
    "curves-ad": "The same with and without ancillary data",
    "curves-variants": "The same for other ways to learn",
}


def sections(analysis: Analysis) -> dict[str, str]:
    """All sections by name, in the order of the report."""
    return {
        "findings": findings(analysis),
        "setup": _setup(analysis),
        "scores": _scores(analysis),
        "corrected": _corrected(analysis),
        "curves": _curves(analysis),
        "archives": _archives(analysis),
        "variance": variance(analysis),
        "ancillary": ancillary(analysis),
        "claims": claims(analysis),
        "surrogate": _surrogate(analysis),
        "time": _time(analysis),
        "decks": _decks(analysis),
    }


def shown(analysis: Analysis, picture: str) -> list[str]:
    """The algorithms of one of `CURVES`; none if the study has none that only it shows."""
    names = {
        "curves": PUBLISHED["families"]["main"],
        "curves-ad": ("dsa-me", "dsa-me-ad", "offline-dsa-me", "offline-dsa-me-ad"),
        "curves-variants": PUBLISHED["families"]["offline"],
    }[picture]
    there = [name for name in names if name in analysis.algorithms]
    main = PUBLISHED["families"]["main"]
    return there if picture == "curves" or set(there) - set(main) else []


def searched(analysis: Analysis) -> list[str]:
    """The algorithms that search, so those without random decks."""
    return [name for name in analysis.algorithms if name != "random-search"]


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
    pictures = [
        f"![{text}]({name}.png)\n\n" for name, text in CURVES.items() if shown(analysis, name)
    ]
    return (
        f"{''.join(pictures)}Mean over trials with its 95 % confidence band (Student's t). Right: "
        "the share of all cells whose elite is better than the value on the axis.\n"
    )


def _archives(analysis: Analysis) -> str:
    if not searched(analysis):
        return "No archive yet.\n"
    names = ", ".join(analysis.median_run(name) for name in searched(analysis))
    return (
        "![Final archives](archives.png)\n\nOf each algorithm the trial with the median QD score, "
        f"of two the lower one: {names}.\n"
    )


def _surrogate(analysis: Analysis) -> str:
    text, games = "", PUBLISHED["n_games"]
    errors = transfer(analysis)
    if errors.height:
        rows = []
        for target, mse in PUBLISHED["surrogate"]["mse"].items():
            parts = errors.filter(target=target)
            columns = ["mse"] if parts["noise"].null_count() else ["mse", "noise", "comparable"]
            ours = [number(*mean_and_error(parts[name].to_numpy()), 3) for name in columns]
            rows.append([target, *ours, *["-"] * (3 - len(ours)), str(mse)])
        head = ["target", "here", "of it noise", f"with {games} games", "paper"]
        played = analysis.trials.filter(algorithm="dsa-me")["n_games"][0]
        text += (
            "Mean squared errors of DSA-ME's final surrogates on the decks of its other trials:\n\n"
            f"{table(head, rows)}\nThese decks played {played} games each, the paper's {games}. "
            "Noise: the mean squared standard error of the decks' own results, chance that no "
            f"surrogate can predict; with {games} games there is less of it. For turns and hand "
            "size it was not measured, and is in their errors.\n\n"
        )
    found = accuracy(analysis)
    if "retained" in found:
        placed = analysis.ask("select count(*) as n from placements group by run")["n"].to_numpy()
        rows = [["elites of the surrogate's archive", number(*mean_and_error(placed), 0), "-"]]
        rows += [
            [
                ACCURACY[name],
                number(*mean_and_error(found[name]), digits),
                str(PUBLISHED["surrogate"][name]),
            ]
            for name, digits in (("retained", 1), ("same_cell", 1), ("distance", 2))
        ]
        text += (
            "MAP-Elites on DSA-ME's final surrogate, all its elites played:\n\n"
            f"{table(['', 'here', 'paper'], rows)}\n{_size(analysis)}\n\n"
            "![A surrogate's archive as predicted, and as played](surrogate.png)\n"
        )
    return text or "Needs DSA-ME with two trials, or the algorithm `surrogate-test`.\n"


def _size(analysis: Analysis) -> str:
    """How large the trials are whose surrogates were tested."""
    trials = analysis.trials.filter(algorithm="dsa-me")
    share = trials["budget"][0] / PUBLISHED["evaluations"]
    return (
        f"The surrogates learned from trials of {trials['budget'][0]:,} decks x "
        f"{trials['n_games'][0]} games, {share:.0%} of the paper's {PUBLISHED['evaluations']:,} "
        f"decks x {PUBLISHED['n_games']} games."
    )


def _time(analysis: Analysis) -> str:
    found = analysis.time()
    rows = [
        [
            ALGORITHMS[row["algorithm"]].title,
            _times(row),
            f"{row['games_per_second']:,.0f}",
            f"{row['iterations']:.1f}",
            *(f"{row[part]:.1f}" for part in ("train", "search", "rest", "not_games")),
        ]
        for name in [*analysis.algorithms, "surrogate-test"]
        for row in found.filter(algorithm=name).iter_rows(named=True)
    ]
    head = ["algorithm", "time of a trial (range)", "games/s", "outer iterations", "training, %"]
    head += ["inner loop, %", "storage, logging, report, %", "all that is no game, %"]
    wall = found["all_s"].sum()
    theirs = ", ".join(
        f"{ALGORITHMS[name].title} {count}" for name, count in PUBLISHED["outer_iterations"].items()
    )
    return (
        f"{table(head, rows)}\nMedians over trials; {duration(wall)} in all. Outer iterations are "
        f"those after the first decks; of the paper's runs: {theirs}.\n"
    )


def _times(row: Mapping[str, Any]) -> str:
    """The median, and the range if there is one."""
    median, *ends = (duration(row[key]) for key in ("wall_s", "shortest_s", "longest_s"))
    return median if ends[0] == ends[1] else f"{median} ({ends[0]} to {ends[1]})"


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
