"""The deck doctor: `deck` examines a deck in rounds, and reports what it finds.

Modules:
    examine: the rounds, and what they say of the deck, as JSON values.
    page: the same as text and as a page.
"""
