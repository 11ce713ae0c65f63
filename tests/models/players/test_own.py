"""A player of one's own: its class, its errors, and that it sees nothing hidden."""

import json

import pytest

from engine.game import Game
from models.own_class import class_of
from models.players.kinds import OWN
from models.players.own import OwnPlayerError, OwnSetting, View, dealt_copy
from models.players.player_names import read_player
from models.settings.config import ConfigError
from tests.models.play.hidden import with_hidden_cards_permuted

PLAYERS = """
import random


class Chance:
    def act(self, view):
        return random.Random(view.seed).choice(view.actions)


class Cheat:
    def act(self, view):
        return view.actions[0] | {"kind": "win"}


class Broken:
    def act(self, view):
        return {}[view.board["turn"]]


class Asking:
    def __init__(self, name):
        self.name = name

    def act(self, view):
        return view.actions[0]


class Silent:
    pass


class Sorting:
    def act(self, view):
        return sorted(view.actions, key=lambda action: action["kind"] != "attack")[0]


class SortingInPlace:
    def act(self, view):
        view.actions.sort()


chance = Chance()
"""


@pytest.fixture
def players(tmp_path, monkeypatch):
    """The file of a module, in the current folder, that only this test imports."""
    module = f"players_of_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{module}.py").write_text(PLAYERS)
    monkeypatch.chdir(tmp_path)
    return tmp_path / f"{module}.py"


def staged() -> Game:
    return Game.stage(hand=["Fireball", "Wisp"], board=["Wisp"], enemy_board=["Chillwind Yeti"])


def test_a_class_is_a_player_by_its_name(players, played):
    player = read_player(f"{players.stem}:Chance")
    assert (player.kind, player.name) == (OWN, f"{players.stem}:Chance")
    assert player.config == read_player("fair-beam").config
    assert not player.sees_all
    game = staged()
    before = game.record.tobytes()
    found = {tuple(player.own.seat().actions(game, played, number)) for number in range(20)}
    assert len(found) > 5
    assert {code for (code,) in found} <= set(game.codes())
    assert game.record.tobytes() == before


def test_actions_in_another_order_are_played_as_they_are_chosen(players, played):
    game = staged()
    seat = read_player(f"{players.stem}:Sorting").own.seat()
    view = View(game, 0)
    chosen = next(action for action in view.actions if action["kind"] == "attack")
    assert seat.actions(game, played, 0) == [view.code_of(chosen)]
    with pytest.raises(OwnPlayerError, match="no attribute 'sort'"):
        read_player(f"{players.stem}:SortingInPlace").own.seat().actions(game, played, 0)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("{}:Missing", "has no class 'Missing'"),
        ("{}:chance", "has no class 'chance'"),
        ("{}:Silent", "no method act"),
        ("no_such_module:Chance", "no player is called 'no_such_module'.*no module"),
        ("no_such_package.module:Chance", "there is no module 'no_such_package.module'"),
        ("json.no_such_module:Chance", "there is no module 'json.no_such_module'"),
        ("{}.module:Chance", "there is no module '.*.module'"),
        ("baem:aggro", "did you mean beam"),
    ],
)
def test_a_class_that_is_missing_is_named(players, name, message):
    with pytest.raises(ConfigError, match=message):
        read_player(name.format(players.stem))


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import no_such_thing", "raised ModuleNotFoundError: No module named 'no_such"),
        ("raise SystemExit(3)", "raised SystemExit: 3"),
        ("1 / 0", "raised ZeroDivisionError"),
    ],
)
def test_a_module_that_cannot_be_imported_says_why(players, code, message):
    (package := players.parent / f"{players.stem}_{len(code)}").mkdir()
    (package / "__init__.py").write_text(code)
    for name in (package.name, f"{package.name}.module"):
        with pytest.raises(ConfigError, match=message):
            read_player(f"{name}:Chance")


@pytest.mark.parametrize("name", ["../..", "..", "", ".a", "a/b", "\0"])
def test_what_is_no_name_of_a_module_is_refused(name):
    with pytest.raises(ConfigError, match="there is no module"):
        class_of(f"{name}:Chance", "act")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Cheat", "act returned .*'win'.*, which is no action of view.actions"),
        ("Broken", r"act raised KeyError: 1 in line 17 of \w+\.py; turn 1"),
    ],
)
def test_what_goes_wrong_names_the_player_and_the_position(players, played, name, message):
    seat = OwnSetting.read(f"{players.stem}:{name}").seat()
    with pytest.raises(OwnPlayerError, match=message) as caught:
        seat.actions(staged(), played, 4)
    for part in (f"{players.stem}:{name}", "action 4", "Chillwind Yeti 4/5", "30 health"):
        assert part in str(caught.value)
    assert "Fireball" not in str(caught.value).partition("; turn")[2]


def test_an_object_that_cannot_be_made_and_a_changed_file_are_refused(players):
    setting = OwnSetting.read(f"{players.stem}:Asking")
    with pytest.raises(ConfigError, match=r"Asking\(\) raised TypeError"):
        setting.seat()
    players.write_text(PLAYERS + "# changed")
    with pytest.raises(ConfigError, match="is not the class it was"):
        setting.seat()


def content(view: View) -> str:
    """All that a view shows, and what two actions show."""
    ends = [view.after(action) for action in (view.actions[0], view.actions[-1])]
    shown = [[each.board, each.actions, each.result, each.side] for each in (view, *ends)]
    return json.dumps(shown)


@pytest.mark.parametrize("seed", range(3))
def test_a_view_depends_on_nothing_hidden(states, rules, seed):
    for record in states(seed, seed, 11):
        side, seen = int(record.active), []
        for other in range(4):
            permuted = with_hidden_cards_permuted(record, rules, side, other, foreign=False)
            seen.append(content(View(dealt_copy(Game(rules, permuted, 0), 7), 7)))
        assert content(View(dealt_copy(Game(rules, record, 0), 7), 7)) == seen[0]
        assert len(set(seen)) == 1
        assert "entity" not in seen[0]


def test_its_actions_are_those_of_the_game(states, rules):
    for record in states(0, 0):
        game = Game(rules, record, 0)
        view = View(dealt_copy(game, 3), 3)
        assert [view.code_of(action) for action in view.actions] == game.codes()


def test_after_an_action_it_shows_the_same_side():
    game = Game.stage(hand=["Fireball"], enemy_board=["Chillwind Yeti"], enemy_health=6)
    view = View(game.copy(), 1)
    won = next(each for each in view.actions if each["target"] == "enemy-hero")
    assert view.after(won).result == "won"
    assert view.after(won).actions == ()
    ended = view.after(next(each for each in view.actions if each["kind"] == "end turn"))
    assert (ended.side, ended.board["is_own"], ended.actions) == (0, False, ())
    assert (view.result, view.board["enemy"]["hero"]["health"]) == ("running", 6)
    with pytest.raises(ValueError, match=r"is none of view\.actions"):
        view.after({"kind": "win"})


def test_other_seeds_deal_other_cards():
    game = Game.stage(deck=["Wisp", "Fireball", "Frostbolt", "Chillwind Yeti"])
    copies = {str(dealt_copy(game, seed).player.deck[0].name) for seed in range(20)}
    assert len(copies) > 1
