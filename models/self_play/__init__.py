"""Self-play: one policy that builds a deck and plays it, trained against itself and its past.

The game:
- `environment`: `BuildAndPlay`, thousands of games at once, from the first card of a deck on
- `core`: its kernels, and those of games with other players
- `inputs`: what is shown and what is printed on cards, as numbers
- `network`: the policy that builds and plays, with values; one for all heroes, or one each

Training:
- `losses`: targets of values, policy gradient, PPO, UPGO, value error, entropy
- `unrolls`: decisions as records, collected into unrolls, which wait for the learner
- `learning`: `Learner`, updates by unrolls
- `pilot`: `Pilot`, a search player that the policy is a copy of at first
- `drafting`: `Drafter`, decks for a search player, which the policy learns to build
- `opponents`: `OpponentPool`, optimistic smooth fictitious play and what it is compared with
- `acting`: `Actor`, games of the learner against itself and its past; `crew`: several of them
- `config`: `SelfPlayConfig`, the settings of a training
- `training`: `SelfPlayTraining`, learning periods
- `checkpoint`: `Checkpoint`, a trained network in a file; states as arrays
- `ladder`: the paper's models b0 to c5, as differences, the sizes of trainings, exploiters

Trained networks against each other and against every other player:
- `learned_player`: `LearnedPlayer`, checkpoints that play, and the games that they know
- `deciding`: `Decider`, how networks decide and look ahead
- `matches`: many games at once; `LearnedSeat`, one game that others play, too
- `own_decks`: decks that players build for their games, and what others see of them
- `pairs`: two players in the same deals, as in a league

Sources: Xiao et al. 2023, Mastering Strategy Card Game (Hearthstone) with Improved Techniques
(arXiv 2303.05197); Xi et al. 2023 (arXiv 2303.04096), its predecessor.
"""
