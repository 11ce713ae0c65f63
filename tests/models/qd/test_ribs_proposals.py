"""Decks proposed by pyribs' emitters: legal, from elites, and the same when replayed."""

import subprocess
import sys

import numpy as np
import pytest

from engine.decks import pool
from models.problems.deck_task import DeckTask
from models.qd.archive import Archive, GridConfig
from models.qd.emitters import new_stream, random_decks
from models.qd.ribs_proposals import RibsConfig, RibsProposals
from models.qd.sliding import GrowingGridConfig, SlidingConfig
from models.settings.config import ConfigError

COPIES = pool("rogue-dsame").max_copies
EMITTERS = ("gaussian", "iso-line", "evolution-strategy")
CONFIG = RibsConfig(emitters=2)
BATCH = 16
RANGES = ((0.0, 30.0), (0.0, 30.0))
ARCHIVES = {
    "grid": lambda: GridConfig(shape=(12, 12), ranges=RANGES).build(180),
    "sliding": lambda: SlidingConfig(budget=300, remap_every=30).build(180),
    "growing-grid": lambda: GrowingGridConfig(ranges=RANGES, budget=300).build(180),
}


def judged(decks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The more of the first 60 cards, the better; measures are cards of two other parts."""
    parts = decks.astype(float).reshape(len(decks), 3, 60).sum(axis=2)
    return parts[:, 0], parts[:, 1:]


class Search:
    """Random decks, then batches of proposals; a record of all that was asked and found."""

    def __init__(self, archive: Archive, config: RibsConfig = CONFIG, seed: int = 1) -> None:
        self.archive = archive
        self.proposals = RibsProposals(config, archive, COPIES, BATCH, np.random.SeedSequence(seed))
        self.asked: list[np.ndarray] = []
        self.add(random_decks(COPIES, 20, new_stream(seed)))

    def add(self, decks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        objectives, measures = judged(decks)
        ids = 1000 * len(self.asked) + np.arange(len(decks))
        self.archive.add(decks, objectives, measures, ids)
        return objectives, measures

    def step(self, n: int | None = None) -> np.ndarray:
        self.asked.append(self.proposals.ask(n))
        self.proposals.tell(*self.add(self.asked[-1]))
        return self.asked[-1]

    def run(self, n_steps: int) -> list[np.ndarray]:
        return [self.step() for _ in range(n_steps)]


@pytest.mark.parametrize("kind", ARCHIVES)
@pytest.mark.parametrize("emitter", EMITTERS)
def test_a_search_with_the_same_seed_asks_the_same_legal_decks(emitter, kind):
    config = CONFIG.but(emitter=emitter)
    first = Search(ARCHIVES[kind](), config).run(6)
    assert {decks.shape for decks in first} == {(BATCH, 180)}
    decks = np.concatenate(first)
    assert decks.dtype == np.int8
    assert (decks.sum(axis=1) == 30).all()
    assert ((decks >= 0) & (decks <= COPIES)).all()
    np.testing.assert_array_equal(np.stack(first), Search(ARCHIVES[kind](), config).run(6))
    assert (Search(ARCHIVES[kind](), config, seed=2).run(6)[-1] != first[-1]).any()


@pytest.mark.parametrize("emitter", EMITTERS)
def test_the_search_finds_better_decks_than_chance(emitter):
    search = Search(ARCHIVES["grid"](), CONFIG.but(emitter=emitter))
    search.run(40)
    objectives, measures = judged(random_decks(COPIES, 20 + 40 * BATCH, new_stream(9)))
    by_chance, n = ARCHIVES["grid"](), len(objectives)
    by_chance.add(np.zeros((n, 180)), objectives, measures, np.arange(n))
    assert search.archive.elites().objectives.max() > objectives.max() + 2
    assert search.archive.qd_score() > 1.3 * by_chance.qd_score()


@pytest.mark.parametrize("emitter", EMITTERS)
def test_proposals_vary_elites(emitter):
    """With little noise and no lines they are elites; a strategy starts at one of them."""
    search = Search(ARCHIVES["grid"](), CONFIG.but(emitter=emitter, sigma=0.01, line_sigma=0))
    elites = {deck.tobytes() for deck in search.archive.elites().solutions}
    asked = {deck.tobytes() for deck in search.step()}
    assert asked <= elites
    assert len(asked) == 2 if emitter == "evolution-strategy" else len(asked) > 2


def test_lines_lead_to_other_elites():
    """Without noise a proposal has only cards of the two elites that it is between."""
    search = Search(ARCHIVES["grid"](), CONFIG.but(sigma=1e-6, line_sigma=0.5))
    elites = search.archive.elites().solutions.astype(int)
    pairs = np.maximum(elites[:, None], elites[None]).reshape(-1, 180)
    children = [deck for deck in search.step() if not (elites == deck).all(axis=1).any()]
    assert children
    assert all((pairs >= deck).all(axis=1).any() for deck in children)


def test_an_evolution_strategy_learns_from_what_it_is_told():
    def asked_after(objective_sign):
        search = Search(ARCHIVES["grid"](), CONFIG.but(emitter="evolution-strategy"))
        decks = search.proposals.ask()
        objectives, measures = judged(decks)
        search.archive.add(decks, objectives, measures, np.arange(len(decks)) + 1000)
        search.proposals.tell(100 + objective_sign * objectives, measures)
        return search.proposals.ask()

    assert (asked_after(1) != asked_after(-1)).any()


def test_gains_count_against_the_archive_as_it_was_when_the_decks_were_asked_for():
    """So those of a batch do not depend on its order, nor on cells that moved meanwhile."""
    added_first, told_first = (
        Search(ARCHIVES["sliding"](), CONFIG.but(emitter="evolution-strategy")) for _ in range(2)
    )
    decks = added_first.step()
    np.testing.assert_array_equal(told_first.proposals.ask(), decks)
    told_first.proposals.tell(*judged(decks))
    told_first.add(decks)
    np.testing.assert_array_equal(told_first.proposals.ask(), added_first.proposals.ask())


@pytest.mark.parametrize("emitter", EMITTERS)
def test_the_last_batch_may_be_a_part_of_which_emitters_do_not_learn(emitter):
    config = CONFIG.but(emitter=emitter)
    whole, part = (Search(ARCHIVES["grid"](), config) for _ in range(2))
    np.testing.assert_array_equal(part.step(5), whole.step()[:5])
    assert len(part.step()) == BATCH


def test_a_search_may_start_without_elites():
    for emitter in EMITTERS:
        archive, config = ARCHIVES["grid"](), CONFIG.but(emitter=emitter)
        proposals = RibsProposals(config, archive, COPIES, BATCH, np.random.SeedSequence(3))
        decks = proposals.ask()
        assert (decks.sum(axis=1) == 30).all()
        archive.add(decks, *judged(decks), np.arange(BATCH))
        proposals.tell(*judged(decks))
        assert archive.n_elites > 1


@pytest.mark.parametrize("change", [{"emitters": 4}, {"sigma": 0.5}, {"line_sigma": 0.9}])
def test_every_setting_changes_the_proposals(change):
    configs = CONFIG, CONFIG.but(**change)
    default, changed = (Search(ARCHIVES["grid"](), config).step() for config in configs)
    assert (default != changed).any()


def test_settings_are_known_without_pyribs():
    """So that a search without its emitters need not import it."""
    imports = "import sys, models.problems.experiment, models.problems.players"
    code = f"{imports}; assert 'ribs' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("emitter", EMITTERS)
def test_a_search_with_games_resumes_by_replaying(emitter):
    """Killed after two batches; the emitters get the results again; no game is played."""
    config = CONFIG.but(emitter=emitter)

    def search(recorded, n_batches):
        task = DeckTask(n_games=3, seed=4, first_evaluation=8 * len(recorded))
        archive = GridConfig().build(180)
        proposals = RibsProposals(config, archive, COPIES, 8, np.random.SeedSequence(5))
        for batch in range(n_batches):
            decks = proposals.ask()
            if batch == len(recorded):
                result = task.evaluate(decks)
                recorded.append((decks, result.objective, result.measures))
            known, objectives, measures = recorded[batch]
            np.testing.assert_array_equal(decks, known)
            archive.add(decks, objectives, measures, 8 * batch + np.arange(8))
            proposals.tell(objectives, measures)
        return archive, recorded

    whole, _ = search([], 4)
    _, recorded = search([], 2)
    resumed, _ = search(recorded, 4)
    for ours, theirs in zip(whole.elites(), resumed.elites(), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_mistakes_are_named():
    told = r"batch_size is 7 and ribs.emitters 2; use a batch of a mult"
    with pytest.raises(ValueError, match=told):
        CONFIG.check_batch(7)
    with pytest.raises(ValueError, match="use a batch of at least 8, or fewer emitters"):
        CONFIG.but(emitter="evolution-strategy").check_batch(6)
    with pytest.raises(ConfigError, match=r"emitter: .*iso-line"):
        CONFIG.but(emitter="isoline")
