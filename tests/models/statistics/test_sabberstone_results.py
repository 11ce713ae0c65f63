from engine.decks import find_card, pool
from models.statistics.sabberstone_results import (
    GENERATORS,
    N_GAMES_THEIRS,
    POOL,
    PUBLISHED_EFFECTS,
    REFERENCE,
    read_reference,
)


def test_the_reference_decks_are_read_and_legal():
    counts, theirs = read_reference(REFERENCE)
    assert counts.shape == (200, 180)
    assert set(counts.sum(axis=1)) == {30}
    assert theirs.min() > -30
    assert N_GAMES_THEIRS == 200


def test_cards_named_in_the_source_are_in_the_pool():
    ids = set(pool(POOL).ids)
    assert len(PUBLISHED_EFFECTS) == 20
    assert {find_card(name).id for name in (*PUBLISHED_EFFECTS, *GENERATORS)} <= ids
