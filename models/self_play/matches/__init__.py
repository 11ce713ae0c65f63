"""Matches: trained networks against each other and against every other player.

- `players`: `LearnedPlayer`, checkpoints that play, and how they decide
- `own_decks`: decks that players build for their games
- `sight`: what a player sees of its opponent's deck, if it may
- `rehearsals`: a network tries its actions before it takes one
- `games`: many games at once, in which networks decide
- `seat`: `LearnedSeat`, a network in one game that others play, too
- `pairs`: two players in the same deals, as in a league
- `trained_games`: the games that learned players were trained on, and their own decks
- `evaluation`: a deck that a learned player plays against published opponents
- `core`: its kernels
"""
