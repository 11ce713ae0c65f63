"""Rulings of two or more cards or of the engine only; a ruling of one card lives in cards/."""
