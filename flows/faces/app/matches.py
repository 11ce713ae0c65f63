"""Best of five in Conquest: matches on disk, a game after the other."""

import secrets
from pathlib import Path
from typing import Any

from engine.decks import DeckError
from flows.faces.app.games import NoSuchGameError, OpenGame, OpenGames, is_id, new_id
from models.play.conquest import MatchGame, check_decks, match_winner, next_game, remaining
from models.play.game import PlayConfig, PlayDeck
from tasks.games.played import PLAY, read_config, read_kept, write_kept
from tasks.storage.locks import locked

WHO = ("you", "opponent")
_WINNERS: dict[str | None, int] = {"won": 0, "lost": 1}


class Matches:
    """The matches below a folder of runs.

    Args:
        games: The games of persons, among which theirs are.
    """

    def __init__(self, games: OpenGames) -> None:
        self.folder = games.runs / PLAY / ".matches"
        self._games = games

    def start(
        self,
        decks: tuple[list[PlayDeck], list[PlayDeck]],
        settings: PlayConfig,
        seed: int | None = None,
    ) -> str:
        """Starts a match; returns its id.

        Args:
            decks: The person's three decks, and the player's.
            settings: The settings of its games, with any of the decks.
            seed: The seed of all that is drawn; a random one by default.

        Raises:
            DeckError: A side has not three decks of three classes.
            StoreError: The folder of runs cannot be written.
        """
        for whose, side in zip(("Your decks", "The opponent's decks"), decks, strict=True):
            check_decks([deck.deck() for deck in side], whose)
        id = new_id()
        facts = {
            "decks": [[deck.model_dump(mode="json") for deck in side] for side in decks],
            "settings": settings.but(match=id).model_dump(mode="json"),
            "seed": secrets.randbits(62) if seed is None else seed,
            "games": [],
            "open": None,
        }
        write_kept(self.folder / f"{id}.json", facts)
        return id

    def match(self, id: str) -> dict[str, Any]:
        """A match as its page shows it.

        Raises:
            NoSuchGameError: There is none of this id.
        """
        facts = self._read(id)
        games = _games(facts)
        names = [[deck["name"] for deck in side] for side in facts["decks"]]
        left = [remaining(games, whose) for whose in range(2)]
        winner = match_winner(games)
        return {
            "id": id,
            "opponent": facts["settings"]["opponent"],
            "decks": names,
            "left": left,
            "wins": [len(names[0]) - len(each) for each in left],
            "open": facts["open"] and facts["open"]["game"],
            "winner": None if winner is None else WHO[winner],
            "games": [
                {
                    "decks": [names[side][each["decks"][side]] for side in range(2)],
                    "winner": "nobody" if each["winner"] is None else WHO[each["winner"]],
                    "run": each["run"],
                }
                for each in facts["games"]
            ],
        }

    def next(self, id: str, deck: int, owner: str) -> OpenGame:
        """Starts the next game of a match.

        Args:
            id: The match's id.
            deck: The person's deck, from 0.
            owner: In whose list of open games it is.

        Raises:
            NoSuchGameError: There is no match of this id.
            DeckError: The deck has won already, or the match is over.
        """
        path = self._path(id)
        with locked(self.folder):
            facts = self._read(id)
            if facts["open"] is not None:
                return self._games.game(facts["open"]["game"])
            played = _games(facts)
            if match_winner(played) is not None:
                raise DeckError("this match is over; start another one on the page Play")
            if deck not in remaining(played, 0):
                raise DeckError("a deck that has won is out; choose one of the others")
            theirs, person, seed = next_game(played, facts["seed"])
            pair = [facts["decks"][0][deck], facts["decks"][1][theirs]]
            config = facts["settings"] | {
                "decks": pair if person == 0 else pair[::-1],
                "person": person,
            }
            opened = self._games.start(read_config(config, f"match {id}"), owner, seed)
            facts["open"] = {"game": opened.id, "decks": [deck, theirs]}
            write_kept(path, facts)
        return opened

    def _read(self, id: str) -> dict[str, Any]:
        """A match, with its open game among the others once that is over and stored."""
        facts = read_kept(self._path(id))
        if facts["open"] and (ending := self._games.ending(facts["open"]["game"])):
            run, result = ending
            row = {"decks": facts["open"]["decks"], "winner": _WINNERS.get(result), "run": run}
            facts |= {"games": [*facts["games"], row], "open": None}
        return facts

    def _path(self, id: str) -> Path:
        """The file of a match.

        Raises:
            NoSuchGameError: There is none of this id.
        """
        path = self.folder / f"{id}.json"
        if not is_id(id) or not path.is_file():
            raise NoSuchGameError("this match is not known; start one on the page Play")
        return path


def _games(facts: dict[str, Any]) -> list[MatchGame]:
    return [MatchGame(tuple(each["decks"]), each["winner"]) for each in facts["games"]]
