"""Self-play: one policy that builds a deck and plays it, trained against itself and its past.

The game:
- `environment`: `BuildAndPlay`, thousands of games at once, from the first card of a deck on
- `card_pool`: the cards to build with
- `core`: its kernels
- `matches`: trained networks against every other player
- `inputs`: what is shown and what is printed on cards, as numbers
- `network`: the policy that builds and plays, with values; one for all heroes, or one each

Learning:
- `learning`: `Learner`, updates by unrolls
- `targets`: what values should have been: n-step returns, V-trace, upgoing returns
- `losses`: policy gradient, PPO, UPGO, value error, entropy; `LearningRules` sets their weights
- `opponents`: `OpponentPool`, optimistic smooth fictitious play and what it is compared with
- `checkpoint`: `Checkpoint`, a trained network in a file; states as arrays
- `exploiter`: learners that only play one frozen network

Training on the full game:
- `steps`: decisions as records, collected into unrolls
- `acting`: `Actor`, games of the learner against itself and its past; `crew`: several of them
- `peeking`: cards of the opponent's deck that a player may see
- `buffers`: a blocking queue, a ring that is overwritten
- `heroes`: heroes chosen by a bandit
- `training`: `SelfPlayTraining`, learning periods
- `measuring`: games against random decisions
- `ladder`: the paper's models b0 to c5, as differences, and the sizes of trainings

Sources: Xiao et al. 2023, Mastering Strategy Card Game (Hearthstone) with Improved Techniques
(arXiv 2303.05197); Xi et al. 2023 (arXiv 2303.04096), its predecessor.
"""
