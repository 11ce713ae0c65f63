"""Decks from the command line."""

import pytest

from engine.decks import DeckError, card_data, deck_code
from flows.questions.decks import read_deck
from models.players.decks import named_deck

MIRACLE = named_deck("Classic Miracle Rogue")


def names() -> list[str]:
    """One name per copy."""
    return [card_data(card_id).name for card_id in MIRACLE.cards]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("line", ["{n}x {card}", "# {n}x (2) {card}", "{n}x (2) {card}"])
def test_a_file_of_any_editor_or_of_the_game_is_read(line, encoding, tmp_path):
    lines = [line.format(n=1, card=card) for card in names()]
    path = tmp_path / "deck.txt"
    path.write_text("\n".join(lines), encoding=encoding)
    assert sorted(read_deck(str(path)).cards) == sorted(MIRACLE.cards)


@pytest.mark.parametrize("n", [3, 4, 8, 15, 19, 20, 30, 63])
def test_a_code_that_is_cut_off_is_no_name_of_a_file(n):
    with pytest.raises(DeckError, match="is cut off"):
        read_deck(deck_code(MIRACLE)[:n])


def test_a_file_may_be_called_like_a_code(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "AAEBAaIH").write_text(deck_code(MIRACLE))
    assert sorted(read_deck("AAEBAaIH").cards) == sorted(MIRACLE.cards)
