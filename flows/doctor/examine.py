"""Examinations of decks: their rounds, and what they say of a deck, as JSON values."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.card_data import card_data
from engine.decks import Deck, class_pool, deck_code
from engine.history import PERIODS
from flows.questions.doctor import DeckDoctor
from models.doctor.carrying import carriers, without
from models.doctor.examination import Round, Sizes, examine
from models.doctor.mulligan import mulligan_guide, rule_of
from models.metagame.swaps import Limits
from models.players.card_games import card_effects
from models.players.config import PlayerConfig
from models.players.decks import SUITES, Opponent, opponents_of
from models.players.field import Field
from models.settings.outcomes import DUST
from models.statistics.intervals import normal_interval, wilson_interval
from tasks.orchestration.progress import Progress
from tasks.reports.deck_facts import mana_curve
from tasks.reports.formats import card_copies
from tasks.storage.files import Pieces, StoreError, read_json, write_csv, write_json, write_table
from tasks.storage.manifest import code_digest

#: Cards that name an archetype, and the fewest cards that a deck has in common with its kind.
N_KEY_CARDS, NEAR = 3, 12


def examined(
    asked: DeckDoctor,
    deck: Deck,
    player: PlayerConfig,
    opponents: tuple[Opponent, ...],
    limits: Limits,
) -> dict[str, Any]:
    """Plays the rounds that are missing, and returns what all of them say of the deck.

    Raises:
        DeckError: The deck is not legal with these cards.
        StoreError: The folder has another examination, or cannot be read or written.
    """
    progress = Progress()
    field = Field(opponents, player, asked.seed, asked.threads, progress.counter)
    pool = class_pool(deck.hero, player.format, player.patch)
    facts = about(asked, deck, player, opponents, limits)
    rounds = _read(asked.out, facts, asked.rounds) if asked.out else []
    n_cards = len(set(deck.cards))
    missing = range(len(rounds), asked.rounds)
    games = sum(Sizes.of(asked.games, number).games(n_cards) for number in missing)
    progress.expect(games, "examination")
    for number in missing:
        rounds.append(examine(deck, pool, field, limits, asked.games, rounds))
        if asked.out:
            _write(asked.out, number, rounds[-1])
    if asked.out:
        cards = card_games(rounds)
        write_table(asked.out / "card_games.parquet", cards)
        write_csv(asked.out, {"card_games": cards})
    return findings(deck, field, rounds) | {"asked": facts}


def about(
    asked: DeckDoctor,
    deck: Deck,
    player: PlayerConfig,
    opponents: Sequence[Opponent],
    limits: Limits,
) -> dict[str, Any]:
    """What the games of an examination depend on, as JSON values."""
    return {
        "deck": deck_code(deck),
        "cards": list(deck.cards),
        "opponents": [[each.name, each.scorer, deck_code(each.deck)] for each in opponents],
        "player": player.model_dump(mode="json"),
        "keep": sorted(limits.keep),
        "avoid": sorted(limits.avoid),
        "owned": limits.owned and dict(sorted(limits.owned.items())),
        "dust": limits.dust,
        "games": asked.games,
        "seed": asked.seed,
        "rules": player.rules().digest,
        "code": code_digest(),
    }


def _pieces(out: Path) -> dict[str, Pieces[int]]:
    """The tables of rounds, by field of `Round`; the results are written last and end a round."""
    names = sorted((each.name for each in fields(Round)), key=lambda name: name == "results")
    return {name: Pieces(out / "rounds", f"{name}-{{:02d}}".format) for name in names}


def _read(out: Path, facts: Mapping[str, Any], n: int) -> list[Round]:
    """The first rounds that are whole in a folder, at most `n`; begins one if it has none."""
    path, pieces = out / "examination.json", _pieces(out)
    lacks = lambda number: any(of.missing([number]) for of in pieces.values())  # noqa: E731
    numbers = range(next(filter(lacks, range(n)), n))
    if not pieces["results"].numbers():
        write_json(path, facts)
    elif read_json(path) != json.loads(json.dumps(facts)):
        raise StoreError(
            f"--out {out}: has another examination, or one of other code; use another --out"
        )
    return [Round(**{name: of.read(number) for name, of in pieces.items()}) for number in numbers]


def _write(out: Path, number: int, played: Round) -> None:
    for name, of in _pieces(out).items():
        of.write(number, getattr(played, name))


def card_games(rounds: Sequence[Round]) -> pl.DataFrame:
    """What became of the deck's cards in all rounds (`models.players.card_games`)."""
    table = pl.concat([each.cards for each in rounds])
    keys = [name for name in table.columns if name not in ("games", "wins")]
    return table.group_by(keys, maintain_order=True).agg(pl.col("games", "wins").sum())


def findings(deck: Deck, field: Field, rounds: Sequence[Round]) -> dict[str, Any]:
    """What rounds say of a deck, as JSON values; shares of games won have 95 % intervals.

    The last round may lack results; what needs them is then empty, or of the round before.
    `tasks.reports.explanation.pairs_of` can add pairs of cards from a search.
    """
    shown = next((each for each in reversed(rounds) if each.swaps.height), rounds[-1])
    patch = field.player.patch
    results = pl.concat([each.results for each in rounds])
    own = results.filter(part="own")
    cards = [patch.card_data(card) for card in deck.cards]
    return {
        "name": deck.name,
        "class": deck.hero,
        "deck_code": deck_code(deck),
        "archetype": archetype(deck),
        "curve": mana_curve(card_copies(Counter(deck.cards), patch)),
        "dust": sum(DUST.get(card.rarity, 0) for card in cards),
        "rounds": len(rounds),
        "won": _by_seat(own),
        "matchups": [
            {"opponent": each.name, "class": each.deck.hero, **_by_seat(_against(own, field, each))}
            for each in dict.fromkeys(field.opponents)
        ],
        "mulligan": _mulligan(deck, field, results.filter(part="forced")),
        "cards": _carriers(deck, field, results.filter(part="without")),
        "drawn": _drawn(card_games(rounds), patch),
        "swaps": _swaps(shown.swaps, patch),
        "explained": None,
        "pairs": [],
    }


def _against(games: pl.DataFrame, field: Field, opponent: Opponent) -> pl.DataFrame:
    """The games against an opponent; an equilibrium has a deck in several slots."""
    slots = [i for i, each in enumerate(field.opponents) if each == opponent]
    return games.filter(pl.col("opponent").is_in(slots))


def archetype(deck: Deck) -> dict[str, Any]:
    """The published deck of its class with most cards in common, and the cards that name the deck.

    These are the cards that the fewest published decks have; of a near deck only those in common.
    """
    known = {each.deck: suite for suite in SUITES for each in opponents_of(suite)}
    common = {
        each: (Counter(each.cards) & Counter(deck.cards)).total()
        for each in known
        if each.hero == deck.hero
    }
    nearest = max(common, key=lambda each: common[each], default=None)
    if nearest is not None and common[nearest] < NEAR:
        nearest = None
    having = Counter(card for each in known for card in set(each.cards))
    shared = [card for card in dict.fromkeys(deck.cards) if not nearest or card in nearest.cards]
    key = sorted(shared, key=lambda card: having[card])[:N_KEY_CARDS]
    return {
        "nearest": nearest and nearest.name,
        "when": _month(known[nearest]) if nearest else "",
        "common": common[nearest] if nearest else 0,
        "key_cards": [card_data(card).name for card in key],
    }


def _month(suite: str) -> str:
    """When people played the decks of a suite: "May 2015"; empty for other suites."""
    return f"{date.fromisoformat(PERIODS[suite]):%B %Y}" if suite in PERIODS else ""


def _by_seat(own: pl.DataFrame) -> dict[str, Any]:
    """Games and shares won: of all, going first, and going second."""
    parts = {"all": own, "first": own.filter(seat=0), "second": own.filter(seat=1)}
    return {name: _share(part["change"].to_numpy()) for name, part in parts.items()}


def _share(won: np.ndarray) -> dict[str, Any]:
    n, wins = len(won), float(won.sum())
    rate = wins / n if n else None
    return {"games": n, "win_rate": rate, "win_rate_interval": wilson_interval(wins, n)}


def _difference(row: Mapping[str, Any]) -> dict[str, Any]:
    """A change with its interval; both None without games."""
    if row["change"] is None:
        return {"n": 0, "change": None, "interval": [None, None]}
    limits = normal_interval(row["change"], row["error"])
    return {"n": row["n"], "change": row["change"], "interval": limits}


def _card(card: str, patch: Any) -> dict[str, Any]:
    data = patch.card_data(card)
    return {"card": data.name, "id": card, "dbf_id": data.dbf_id, "cost": data.cost}


def _mulligan(deck: Deck, field: Field, choices: pl.DataFrame) -> list[dict[str, Any]]:
    """Per card, what keeping it is worth, by kind of opponent; the worthiest first."""
    if choices.is_empty():
        return []
    patch, kinds = field.player.patch, [each.scorer for each in field.opponents]
    rule = rule_of(deck, field)
    costs = {card: patch.card_data(card).cost for card in rule}
    out: dict[str, dict[str, Any]] = {}
    guide = mulligan_guide(choices, costs, kinds)
    for row in guide.sort("belief", descending=True).to_dicts():
        card = row["card"]
        entry = out.setdefault(card, _card(card, patch) | {"rule_keeps": rule[card], "against": {}})
        believed = {"belief": row["belief"], "belief_sd": row["belief_sd"], "keep": row["keep"]}
        entry["against"][row["kind"]] = _difference(row) | believed
    return sorted(out.values(), key=lambda entry: -entry["against"]["all"]["belief"])


def _carriers(deck: Deck, field: Field, lacking: pl.DataFrame) -> list[dict[str, Any]]:
    """Per card, what it adds in place of a plain one; the one that adds most first."""
    patch = field.player.patch
    pool = class_pool(deck.hero, field.player.format, patch)
    rows = carriers(lacking).sort("change", descending=True).to_dicts()
    for row in rows:
        plain = Counter(without(deck, row["card"], pool).cards) - Counter(deck.cards)
        row["plain"] = [patch.card_data(card).name for card in plain]
    return [
        _card(row["card"], patch)
        | {"copies": deck.cards.count(row["card"]), "plain": row["plain"]}
        | _difference(row)
        for row in rows
    ]


def _drawn(table: pl.DataFrame, patch: Any) -> list[dict[str, Any]]:
    """Per card, win rate with it among the deck's first cards minus without: chance decides."""
    rows = card_effects(table).to_dicts()
    return [
        _card(row["id"], patch)
        | {"n": row["early"], "change": row["early_effect"]}
        | {"interval": [row["early_low"], row["early_high"]]}
        | {name: row[name] / row["games"] for name in ("drawn", "played", "held")}
        for row in rows
    ]


def _swaps(table: pl.DataFrame, patch: Any) -> list[dict[str, Any]]:
    """The finalists of the last round, those with the largest chance to be better first."""
    rows = table.sort("chance", "change", descending=True).to_dicts()
    names = lambda cards: [patch.card_data(card).name for card in cards]  # noqa: E731
    return [
        {"out": names(row["out"]), "into": names(row["into"]), **_difference(row)}
        | {"chance": row["chance"], "dust": row["dust"], "deck_code": row["code"]}
        for row in rows
    ]
