"""A fair player's decision depends only on what it sees."""

from collections import Counter
from functools import partial

import numpy as np
import pytest

from engine.core.enums import SECRET_CARD
from engine.core.hash import digest
from models.players.config import PlayerConfig
from models.players.core.state import new_desk
from tests.models.play.hidden import cards_in, dealt, with_hidden_cards_permuted
from tests.models.players.conftest import plan_of

hand, deck, secrets = (partial(cards_in, zone=zone) for zone in ("hand", "deck", "secrets"))


def permuted(game, rules, seed: int):
    """The same game to whoever moves: hidden cards permuted, in the same entities."""
    viewer = int(game.active)
    return with_hidden_cards_permuted(game, rules, viewer, seed, foreign=False, moves=False)


TREES = [
    {"search": search, "tree": {"simulations": 120, "determinisations": 4, "rollout": rollout}}
    for search in ("pi-mcts", "is-mcts")
    for rollout in ("turn", "end")
]
TWO_PLY = {"search": "two-ply", "two_ply": {"plans": 3, "replies": 2}}


@pytest.mark.parametrize(
    ("opponent", "step", "config"),
    [(0, 9, {}), (3, 9, {}), (4, 9, {}), (3, 15, TWO_PLY), *((3, 13, tree) for tree in TREES)],
)
def test_hidden_cards_do_not_change_the_decision(states, rules, opponent, step, config):
    """Neither the plan nor its score nor the visits of every action at the root of a tree."""
    strategy = PlayerConfig(fidelity="fair", **config).strategy("control", is_first=True)
    desk = new_desk()
    tree = desk.search.trees.tree
    for game in states(opponent, seed=opponent + 1, step=step):
        decisions = set()
        for seed in range(4):
            plan = plan_of(permuted(game, rules, seed), rules, strategy, 11, desk)
            decisions.add(str((plan, tree.root_visits[: tree.n_root].tolist())))
        assert len(decisions) == 1


def test_a_deal_moves_hidden_cards_only(states, rules):
    changed = 0
    for game in states(3, seed=2, step=4):
        own, opponent = int(game.active), 1 - int(game.active)
        new = dealt(game, rules, 5)
        assert hand(new, own) == hand(game, own)
        assert secrets(new, own) == secrets(game, own)
        assert Counter(deck(new, own)) == Counter(deck(game, own))
        before, after = (
            sorted(hand(each, opponent) + deck(each, opponent) + secrets(each, opponent))
            for each in (game, new)
        )
        assert before == after
        before, after = (np.equal(hand(each, opponent), rules.tables.coin) for each in (game, new))
        assert before.tolist() == after.tolist()
        changed += hand(new, opponent) != hand(game, opponent)
    assert changed > 0


def lay_secrets(game, side: int, names: list[str], rules) -> None:
    """Makes the bottom cards of a deck these secrets and lays the first of them in play."""
    player = game.players[side]
    for entity, name in zip(player.deck[: len(names)].tolist(), names, strict=True):
        game.entities[entity].card = rules.find(name)
    player.secrets[0] = player.deck[0]
    player.n_secrets = 1
    player.deck[: int(player.n_deck) - 1] = player.deck[1 : player.n_deck].copy()
    player.n_deck -= 1


def test_any_hidden_secret_may_be_the_one_that_lies_in_play(states, rules):
    game = states(0, seed=4, step=1)[20]
    opponent = 1 - int(game.active)
    names = ["Snake Trap", "Eye for an Eye", "Eye for an Eye"]
    lay_secrets(game, opponent, names, rules)
    seen = Counter(secrets(dealt(game, rules, seed), opponent)[0] for seed in range(60))
    assert set(seen) == {rules.find(name) for name in names}
    for card in seen:
        assert rules.tables.cards[card].type == SECRET_CARD


def test_secrets_in_play_are_all_different(states, rules):
    game = states(0, seed=4, step=1)[20]
    opponent = 1 - int(game.active)
    lay_secrets(game, opponent, ["Snake Trap"], rules)
    first = int(game.players[opponent].secrets[0])
    lay_secrets(game, opponent, ["Eye for an Eye", "Eye for an Eye", "Snake Trap"], rules)
    game.players[opponent].secrets[1] = first
    game.players[opponent].n_secrets = 2
    for seed in range(30):
        assert len(set(secrets(dealt(game, rules, seed), opponent))) == 2


def test_every_place_gets_every_card(states, rules):
    game = states(2, seed=6, step=1)[10]
    opponent = 1 - int(game.active)
    tops = Counter(deck(dealt(game, rules, seed), opponent)[-1] for seed in range(400))
    assert set(tops) == set(deck(game, opponent) + hand(game, opponent)) - {int(rules.tables.coin)}


def test_the_digest_counts_the_deck_as_it_was_dealt(states, rules):
    for game in states(1, seed=3, step=9):
        again = dealt(game, rules, 1)
        again.players["deck_sum"] = 0
        assert digest(dealt(again, rules, 1)) == digest(dealt(game, rules, 1))
