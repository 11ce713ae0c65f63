"""The tables of studies' extracts, with the meaning of a row."""

#: Tables of a study's extract, with the meaning of a row.
STUDY_EXTRACT = {
    "trials": "a finished trial: algorithm, seed, budget, where its time went",
    "evaluations": "a deck within the budget: cell, objective, win rate, measures",
    "fresh": "an elite's new games",
    "iterations": "an outer iteration",
    "errors": "the surrogate's error in training: by iteration, target and split",
    "transfer": "the error of a final surrogate of DSA-ME on the decks of another trial",
    "placements": "a deck in a test of surrogates: predicted and true cell",
    "decks": "one of the best decks of a trial, with its code",
}
#: The same for the report of HearthSim's experiments.
HEARTHSIM_EXTRACT = {
    "runs": "an experiment in a mode: games per point, seed, digests, seconds of its games",
    "points": "a point: games won, with the interval; as `hearthsim_points`",
    "rounds": "a round of a point's games; as `hearthsim_rounds`",
}
#: The same for MESB's report.
MESB_EXTRACT = {
    "runs": "a finished run: experiment, archetype, seed, configuration, time",
    "evaluations": "an evaluated deck, in order: objective, win rate, measures",
    "elites": "an elite with its cards, as found and in new games",
    "duels": "a pair of the best decks; none in a study of one run",
}
#: The same for the report of TradingStone.
TRADINGSTONE_EXTRACT = {
    "study": "the study: sizes, seed, the digest of the code, CPU-seconds",
    "contests": "a contest: rules, view of the opponent's hand, player, number of PPO's training",
    "games": "a game against the greedy opponent: the contestant's reward, turns, decisions; "
    "`game` numbers the deals, which all contests share",
    "losses": "a player's mean loss per game against perfect play, in small games",
}
#: Results that the report adds to the extract.
TRADINGSTONE_RESULTS = {
    "win_rates": "a contestant: its win rates with intervals, by seat, and its work",
}
#: The same for a league's report.
LEAGUE_EXTRACT = {
    "league": "the league: seed, games per pair, cards, digests",
    "players": "a player: its settings, its work in all games, and its time in games apart",
    "decks": "a deck, with its code",
    "games": "a game: its deal, who goes first and second with which deck, who won, rounds",
}
#: Results that the report adds to the extract.
LEAGUE_RESULTS = {
    "ratings": "a player, best first: rating with interval, win rates, nodes and milliseconds",
    "pairs": "a player against another: share of wins with interval, by seat, and as rated",
    "by_deck": "a player with a deck, against all others",
}
#: The same for the report of a training by self-play.
SELF_PLAY_EXTRACT = {
    "training": "the training: model, seed, sizes, settings, the digest of the code",
    "periods": "a learning period: samples so far, games, wins against random decisions, "
    "entropies, staleness in updates, time",
    "payoffs": "a copy of the learner's past in a period: games against it, and the share won",
    "updates": "an update of the weights: losses, entropies, staleness",
    "decks": "a card in the decks that a hero was given in a period: mean copies",
    "heroes": "a hero in a period: how likely it is, its decks, the entropy of their cards in nats",
}
