from tasks.studies.claims import NOT_REPRODUCED, REPRODUCED, UNDECIDED
from tasks.studies.tradingstone.claims import ahead, apart, below, falls, inside, judged

MCTS, PPO = ("literal", "open", "mcts"), ("literal", "open", "ppo")
PI, IS = ("literal", "hidden", "pi-mcts"), ("literal", "hidden", "is-mcts")


def test_a_rate_is_inside_or_outside_by_its_interval(known):
    verdicts = [inside(known, MCTS, mean, 0.1).verdict for mean in (0.5, 0.42, 0.2)]
    assert verdicts == [REPRODUCED, UNDECIDED, NOT_REPRODUCED]


def test_exact_intervals_must_not_overlap(known):
    assert apart(known, MCTS, PPO).verdict == REPRODUCED
    assert apart(known, PPO, MCTS).verdict == NOT_REPRODUCED
    assert apart(known, MCTS, IS).verdict == UNDECIDED


def test_orders_are_tested_in_the_same_games(known):
    found = ahead(known, IS, PI)
    assert (found.verdict, found.ours) == (REPRODUCED, "+25.0 ± 4.2 points")
    assert ahead(known, PI, IS).verdict == NOT_REPRODUCED
    assert ahead(known, MCTS, IS).verdict == UNDECIDED


def test_losses_fall_and_are_below_a_level(known):
    assert falls(known, "open", "mcts").verdict == REPRODUCED
    found = below(known, "open", "mcts", 0.01)
    assert found.verdict == REPRODUCED
    assert found.ours == "0.0020 at 1,000, at most 0.0051 (4 of 2000 games lose)"
    assert below(known, "open", "mcts", 0.003).verdict == UNDECIDED
    assert below(known, "open", "mcts", 0.00001).verdict == NOT_REPRODUCED


def test_claims_without_data_are_left_out(known):
    texts = [claim.text for claim in judged(known)]
    assert len(texts) == 13
    assert not any("hidden hands" in text for text in texts)
