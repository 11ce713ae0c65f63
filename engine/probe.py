"""`python -m engine.probe`: statistics of random play between two decks.

Both players choose uniformly among all legal actions: ending the turn, every target and every
board position count as one option each, and so does every card of a pending choice. Nobody takes a
mulligan; the deck of --deck goes first, the other side has The Coin. This is how the rules are
compared with other simulators: whatever differs in them shows in some mean sooner or later.
"""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import asdict

from engine.core.enums import MAX_DECK, MINION_CARD, SECRET_CARD, SPELL_CARD, WEAPON_CARD
from engine.deck_rules import check_hero, outside_format
from engine.formats import DEFAULT_FORMAT, SETS
from engine.input_files import parse_json, read_text
from engine.patches import BUILDS, DEFAULT_BUILD
from engine.random_play.statistics import (
    PlayedDeck,
    RandomPlay,
    RandomPlayError,
    Statistic,
    play_randomly,
)
from engine.rules import GENERATED, VARIANTS, Rules, rules_for

EXAMPLES = """
deck files:
  A JSON list of cards, ["CS2_029", "CS2_029", ...], or one card per line; '#' starts a comment.
  A card is a Blizzard id or an English name, written once per copy. There are no limits of deck
  building: any class, any number of copies, tokens too, 1 to 60 cards. With --format, the decks
  have only its cards, and tokens.

examples:
  python -m engine.probe --deck mage.txt --hero Mage --opponent hunter.txt --opponent-hero Hunter
  python -m engine.probe --deck mage.txt --hero Mage --opponent hunter.json \\
      --opponent-hero Hunter --games 100000 --seed 7 --format blackrock --json

Games stopped after 200 turns (both players' turns count) are "unfinished"; they count in all means
as they stood. "sd" is the standard deviation over games (of options: over decisions), with n - 1
in the denominator; the standard error of a mean is sd / sqrt(games). Health is that of a hero as
the game ended: a dead one's is 0 or less.
"""
PATCH = f"card build: one of {', '.join(BUILDS)} ({DEFAULT_BUILD}), or a day such as 2014-11-01"
VARIANT = "cards as printed, or as in SabberStone; see engine/README.md (printed)"
FORMAT = (
    "format of the decks and of random cards: standard-2019, classic, blackrock, or sets such as "
    f"CORE+EXPERT1+NAXX (decks of any cards, random cards of {DEFAULT_FORMAT})"
)
RANDOM_CARDS = (
    f"random cards of {DEFAULT_FORMAT} come from all of Standard of December 2019, those outside "
    "our sets without their text, or from the cards with their text implemented (standard)"
)
TYPES = (MINION_CARD, SPELL_CARD, SECRET_CARD, WEAPON_CARD)
MAX_PRINTED = 60


class ProbeError(ValueError):
    """Input that cannot be used; the message says what to change."""


def read_cards(path: str) -> list[str]:
    """Returns the ids or names of cards in a deck file, one per copy.

    Raises:
        ProbeError: The file cannot be read, or is neither a JSON list of texts nor lines.
    """
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise ProbeError(f"deck file {path}: cannot be read: {error}") from None
    if not text.lstrip().startswith(("[", "{")):
        lines = (line.partition("#")[0].strip() for line in text.splitlines())
        return [line for line in lines if line]
    try:
        cards = parse_json(text)
    except ValueError as error:
        raise ProbeError(f"deck file {path}: damaged JSON: {error}") from None
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise ProbeError(f"deck file {path}: expected a JSON list of card ids")
    return cards


def read_deck(
    path: str, hero: str, option: str, rules: Rules, format: str | None = None
) -> PlayedDeck:
    """Returns the deck in a file, for the class that an option named.

    Raises:
        ProbeError: The file cannot be used, or has a card that a deck cannot have.
        DeckError: There is no such class or format.
    """
    hero = check_hero(hero, option)
    cards = read_cards(path)
    if not 1 <= len(cards) <= MAX_DECK:
        raise ProbeError(f"deck file {path}: {len(cards)} cards; write 1 to {MAX_DECK}")
    rows = tuple(_card_row(rules, card, path) for card in cards)
    ids = (rules.ids[row] for row in rows)
    if format is not None and (problems := outside_format(ids, format)):
        raise ProbeError(f"deck file {path}: {'. '.join(problems)}")
    return PlayedDeck(hero, rows)


def _card_row(rules: Rules, card: str, path: str) -> int:
    try:
        row = rules.find(card)
    except ValueError as error:
        raise ProbeError(f"deck file {path}: {error}") from None
    if rules.tables.cards[row].type not in TYPES:
        raise ProbeError(f"deck file {path}: {card!r} is no minion, spell, secret or weapon")
    if not rules.is_implemented(rules.ids[row]):
        raise ProbeError(
            f"deck file {path}: the text of {card!r} is not played here; "
            f"use cards of {', '.join(SETS.values())} and their tokens"
        )
    return row


# --- as JSON -----------------------------------------------------------------------------------


def _number(x: float) -> float | None:
    return None if math.isnan(x) else x


def _json_of(statistic: Statistic) -> dict[str, float | None]:
    return {name: _number(x) for name, x in asdict(statistic).items()}


def report(
    played: RandomPlay, rules: Rules, decks: Sequence[PlayedDeck], seed: int
) -> dict[str, object]:
    """Returns everything that is printed, ready for JSON."""
    of_player = [
        {
            "hero": deck.hero,
            "deck_size": len(deck.cards),
            "wins": played.wins[side],
            **{name: _json_of(x) for name, x in played.of_player[side].items()},
            "times_played": {
                rules.ids[row]: {"name": rules.names[row], **_json_of(x)}
                for row, x in played.times_played[side].items()
            },
        }
        for side, deck in enumerate(decks)
    ]
    return {
        "games": played.n_games,
        "seed": seed,
        "patch": rules.patch.name,
        "variant": rules.variant,
        "format": rules.format,
        "generated": rules.generated,
        "rules_digest": rules.digest,
        "wins": list(played.wins),
        "both_lost": played.both_lost,
        "unfinished": played.unfinished,
        **{name: _json_of(x) for name, x in played.of_game.items()},
        "players": of_player,
    }


# --- as a table --------------------------------------------------------------------------------


def _label(name: str) -> str:
    return {"options": "options per decision"}.get(name, name.replace("_", " "))


def _cells(statistic: Statistic | None) -> str:
    if statistic is None:
        return f"{'-':>10} {'-':>9}"
    return f"{statistic.mean:10.4f} {statistic.sd:9.4f}"


def table(played: RandomPlay, rules: Rules, decks: Sequence[PlayedDeck], seed: int) -> str:
    """Returns the statistics as text for people."""
    first, second = (f"{deck.hero.capitalize()}, {len(deck.cards)} cards" for deck in decks)
    share = 100 / played.n_games
    lines = [
        f"{played.n_games:,} random games, seed {seed}: {first} (first) against {second}",
        f"build {rules.patch.name}, cards: {rules.variant}, random cards: {rules.format}, "
        f"{rules.generated}",
        f"rules {rules.digest}",
        "",
        *(
            f"{name:24} {n:12,} {share * n:8.2f} %"
            for name, n in (
                ("won by the first", played.wins[0]),
                ("won by the second", played.wins[1]),
                ("both lost", played.both_lost),
                ("unfinished", played.unfinished),
            )
        ),
        "",
        f"{'per game':30} {'mean':>10} {'sd':>9}",
        *(f"{_label(name):30} {_cells(x)}" for name, x in played.of_game.items()),
        "",
        f"{'per player':30} {'first':>10} {'sd':>9} {'second':>10} {'sd':>9}",
        *(
            f"{_label(name):30} {_cells(x)} {_cells(played.of_player[1][name])}"
            for name, x in played.of_player[0].items()
        ),
        "",
        f"{'times played':30} {'first':>10} {'sd':>9} {'second':>10} {'sd':>9}",
        *_card_lines(played, rules),
    ]
    return "\n".join(lines)


def _card_lines(played: RandomPlay, rules: Rules) -> list[str]:
    rows = {*played.times_played[0], *played.times_played[1]}

    def times(row: int) -> float:
        return sum(of.get(row, Statistic(0, 0)).mean for of in played.times_played)

    shown = sorted(rows, key=lambda row: (-times(row), row))[:MAX_PRINTED]
    lines = [
        f"{rules.names[row][:30]:30} "
        + " ".join(_cells(of.get(row)) for of in played.times_played).rstrip()
        for row in shown
    ]
    if len(rows) > len(shown):
        lines.append(f"and {len(rows) - len(shown)} cards played less often: see --json")
    return lines


# --- the command -------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine.probe",
        description=__doc__.partition("\n\n")[2],
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--deck", metavar="FILE", required=True, help="deck of the first player")
    add("--hero", metavar="NAME", required=True, help="its class: Mage, Hunter, ...")
    add("--opponent", metavar="FILE", required=True, help="deck of the second player")
    add("--opponent-hero", metavar="NAME", required=True, help="its class")
    add("--games", metavar="N", type=int, default=10_000, help="games to play (10000)")
    add("--seed", metavar="S", type=int, default=0, help="equal seeds give equal results (0)")
    add("--json", action="store_true", help="JSON on stdout instead of a table")
    add("--patch", metavar="BUILD", default=DEFAULT_BUILD, help=PATCH)
    add("--variant", choices=tuple(VARIANTS), default="printed", help=VARIANT)
    add("--format", metavar="NAME|SETS", help=FORMAT)
    add("--generated", choices=GENERATED, default="standard", help=RANDOM_CARDS)
    add("--threads", metavar="N", type=int, help="threads (all cores); changes no result")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        if chosen.threads is not None and chosen.threads < 1:
            raise ProbeError(f"--threads {chosen.threads}: use at least 1")
        format = DEFAULT_FORMAT if chosen.format is None else chosen.format
        rules = rules_for(chosen.patch, chosen.generated, chosen.variant, format=format)
        first, second = (chosen.deck, chosen.hero), (chosen.opponent, chosen.opponent_hero)
        decks = (
            read_deck(*first, "--hero", rules, chosen.format),
            read_deck(*second, "--opponent-hero", rules, chosen.format),
        )
        played = play_randomly(rules, decks, chosen.games, chosen.seed, chosen.threads)
    except (ValueError, RandomPlayError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    if chosen.json:
        print(json.dumps(report(played, rules, decks, chosen.seed), indent=2, allow_nan=False))
    else:
        print(table(played, rules, decks, chosen.seed))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
