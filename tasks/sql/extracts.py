"""The tables of studies' extracts, by name: what a row is.

`..._EXTRACT` are those of a study's extract; `..._RESULTS` are results that its report adds.
"""

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
TRAININGS_EXTRACT = {
    "trainings": "a finished training of a player: sizes, its archive, its player in new games and "
    "as a file, settings, digests",
    "generations": "a generation of a training: its archive, and the mean of what was proposed",
}
HEARTHSIM_EXTRACT = {
    "runs": "an experiment in a mode: games per point, seed, digests, seconds of its games",
    "points": "a point: games won, with the interval; as `hearthsim_points`",
    "rounds": "a round of a point's games; as `hearthsim_rounds`",
}
MESB_EXTRACT = {
    "runs": "a finished run: experiment, archetype, seed, configuration, time",
    "evaluations": "an evaluated deck, in order: objective, win rate, measures",
    "elites": "an elite with its cards, as found and in new games",
    "duels": "a pair of the best decks; none in a study of one run",
}
TRADINGSTONE_EXTRACT = {
    "study": "the study: sizes, seed, the digest of the code, CPU-seconds",
    "contests": "a contest: rules, view of the opponent's hand, player, number of PPO's training",
    "games": "a game against the greedy opponent: the contestant's reward, turns, decisions; "
    "`game` numbers the deals, which all contests share",
    "losses": "a player's mean loss per game against perfect play, in small games",
}
TRADINGSTONE_RESULTS = {
    "win_rates": "a contestant: its win rates with intervals, by seat, and its work"
}
LEAGUE_EXTRACT = {
    "league": "the league: seed, games per pair, cards, digests",
    "players": "a player: its settings, its work in all games, and its time in separate games",
    "decks": "a deck, with its code",
    "games": "a game: its deal, who goes first and second with which deck, who won, rounds",
}
LEAGUE_RESULTS = {
    "ratings": "a player, best first: rating with interval, win rates, nodes and milliseconds",
    "pairs": "a player against another: share of wins with interval, by seat, and as rated",
    "by_deck": "a player with a deck, against all others",
}
SELF_PLAY_EXTRACT = {
    "training": "the training: model, seed, sizes, settings, the digest of the code",
    "periods": "a learning period: samples so far, games, wins against random decisions, "
    "entropies, staleness in updates, time",
    "payoffs": "a copy of the learner's past in a period: games against it, and the share won",
    "updates": "an update of the weights: losses, entropies, staleness, how often the most "
    "probable decision was taken, the divergence from the copy",
    "decks": "a card in the decks that a hero was given in a period: mean copies",
    "heroes": "a hero in a period: how likely it is, its decks, the entropy of their cards in nats"
    " and the code of the deck that the policy finds most probable",
    "rivals": "such a deck of the last period against a deck of a suite, one player on both sides: "
    "games, share won with interval",
}
VALUE_EXTRACT = {
    "value-training": "the training: format, rounds, settings, the digests of code and cards",
    "updates": "a hundred updates of a round's fit: the mean logistic loss of their targets",
    "checks": "a part of the game in a round: log loss and AUC on games of other decks; from round "
    "`first` of the game on, 0 for all states",
    "reliability": "a tenth of the predicted chances in a round: predicted and true share of wins",
    "matches": "a match of a round's network in the fair beam: share of games won, with interval",
    "times": "a step of a round: seconds and CPU-seconds",
}
PILOTS_EXTRACT = {
    "pilots": "a search: the players on both sides, seed, games, settings, digests",
    "archives": "an archive by some players: QD score, cells, shares won, in new games",
    "judged": "a deck in new games with some players: an elite of the search, or a random deck",
    "random": "a random deck from which the searches of a trial start: its copies of each card",
    "cards": "a card of the pool, in the order of a solution",
}
PILOTS_RESULTS = {
    "agreement": "decks of one source: winning ones that lose with good players, rank correlation"
}
META_EXTRACT = {
    "meta": "the metagame: format, patch and its content, rounds, sizes, settings, digests",
    "decks": "a deck: round in which it joined, share, win rate against the equilibrium, archetype",
    "matchups": "a pair of decks in that order: games, wins, and the expected win rate",
    "answers": "a finalist of a class's races in a round: share of games won against the "
    "equilibrium; with new games if `confirmed`",
    "rivals": "a deck that no round knew: share of games won, and the nearest deck found",
    "attackers": "another algorithm's best deck of a class: share of new games won",
}
META_RESULTS = {"archetypes": "an archetype, most played first: share, win rate, most played deck"}
BACKTEST_EXTRACT = {
    "backtest": "a metagame: name, day, sizes, settings, digests",
    "nerfs": "a nerf of the game at a date: the change of the decks' win rate and of their share",
    "nerfed_decks": "a deck with a nerfed card: its win rate before and after, in the same deals",
    "ranked": "a card of a date: scores and baselines that rank it, and the day of its nerf",
}
BACKTEST_RESULTS = {"areas": "a score of cards at a date: AUC with 95 % limits"}
DESIGN_EXTRACT = {
    "design": "the design: format, patch, sizes, settings, digests",
    "designed": "a card with some numbers: share of decks with it, and how far its best deck is "
    "ahead of the best one without it, with limits",
    "takers": "a deck that takes a card: the cards that go, and its gain in new games",
    "design_decks": "a deck in the equilibrium with a card's numbers: share, value, copies",
}
