-- The example queries of docs/sql.md. A line `-- name: title` begins one.

-- best-deck-per-cell: The best deck of each cell, when found
select run, cell, evaluation, round(archive.objective, 1) as health, round(deck.turns, 1) as turns,
       round(deck.hand_size, 1) as hand, round(deck.deck_mana_sum / 30, 1) as mana
from archive join evaluations as deck using (run, evaluation)
where archive.iteration = (select max(iteration) from archive as last where last.run = archive.run)
order by health desc, run, cell limit 20;

-- strongest-decks: The strongest decks in new games, with codes to import
select run, rank, round(fresh_objective, 1) as health, round(fresh_objective_se, 1) as se,
       round(100 * fresh_win_rate) as wins, dust, deck_code
from elites order by rank, run limit 10;

-- card-frequency: Share of elites with each card, with 95 % intervals (Wilson)
with elite as (select count(*) as n from elites),
     played as (select name, count(*) as k, sum(copies) as copies
                from decks semi join elites using (run, evaluation) group by name)
select name, k as decks, copies, round(k / n, 3) as share,
       round((k / n + 1.92 / n - 1.96 * sqrt(k / n * (1 - k / n) / n + 0.96 / n ** 2))
             / (1 + 3.84 / n), 3) as low,
       round((k / n + 1.92 / n + 1.96 * sqrt(k / n * (1 - k / n) / n + 0.96 / n ** 2))
             / (1 + 3.84 / n), 3) as high
from played, elite order by share desc, name limit 20;

-- cards-of-winners: Cards of good decks: mean health difference with and without each card
with cards_of as (select run, evaluation, name from decks),
     known as (select run, count(*) as n, avg(objective) as mean from evaluations group by run)
select run, name, count(*) as decks, round(avg(objective), 2) as with_it,
       round((any_value(mean) * any_value(n) - sum(objective))
             / nullif(any_value(n) - count(*), 0), 2) as without_it
from cards_of join evaluations using (run, evaluation) join known using (run)
group by run, name having count(*) >= 5 order by with_it - without_it desc, name, run limit 20;

-- card-pairs: Pairs of cards that elites have together more often than by chance (lift)
with played as (select run, evaluation, name from decks semi join elites using (run, evaluation)),
     total as (select run, count(*) as n from elites group by run),
     single as (select run, name, count(*) as k from played group by run, name)
select run, a.name as one, b.name as other, count(*) as decks,
       round(count(*) * any_value(n) / (any_value(x.k) * any_value(y.k)), 2) as lift
from played as a join played as b using (run, evaluation)
     join single as x using (run) join single as y using (run) join total using (run)
where a.name < b.name and x.name = a.name and y.name = b.name
group by all having count(*) >= 3 order by lift desc, decks desc, one, other, run limit 20;

-- learning-curve: Growth of the archives, run by run
select run, evaluations, round(qd_score, 1) as qd_score, round(100 * coverage, 1) as percent_filled,
       round(max_objective, 1) as best, round(100 * max_win_rate) as best_wins
from metrics order by run, iteration;

-- surrogate-error: Errors of the surrogate on held-out decks
select run, iteration, target, round(sqrt(max(mse) filter (split = 'train')), 2) as on_known,
       round(sqrt(max(mse) filter (split = 'holdout')), 2) as on_new
from surrogate_metrics group by all order by run, target, iteration;

-- surrogate-error-by-region: Errors of the surrogate by rounds and cards in hand
select run, floor(turns / 4) * 4 as turns_from, floor(hand_size / 2) * 2 as hand_from,
       count(*) as decks, round(avg(predicted_objective - objective), 2) as bias,
       round(sqrt(avg((predicted_objective - objective) ** 2)), 2) as error
from (select distinct run, iteration, solution, predicted_objective from proposals)
     join evaluations using (run, iteration, solution)
where predicted_objective is not null group by all order by run, turns_from, hand_from;

-- luck: Luck of the elites: values when found and in new games
select run, count(*) as elites, round(avg(objective), 2) as as_found,
       round(avg(fresh_objective), 2) as in_new_games,
       round(avg(objective - fresh_objective), 2) as luck
from elites group by run order by run;

-- compare-runs: Runs beside each other: settings and results
select run, status, experiment->>'$.algorithm' as algorithm, seed,
       max(evaluations) as decks, round(max(qd_score), 1) as qd_score,
       round(100 * max(coverage), 1) as percent_filled, round(max(max_objective), 1) as best
from runs join metrics using (run) group by all order by qd_score desc;

-- cells-of-two-runs: Pairs of runs with the same grid: in how many common cells one has the better deck
with last as (select run, cell, objective, experiment->'$.archive' as grid
              from archive join runs using (run)
              where experiment->>'$.archive.kind' = 'grid' and iteration =
                    (select max(iteration) from archive as a where a.run = archive.run))
select a.run as one, b.run as other, count(*) as common_cells,
       count(*) filter (a.objective > b.objective) as one_is_better,
       round(avg(a.objective - b.objective), 2) as mean_difference
from last as a join last as b using (cell, grid)
where a.run < b.run group by all order by all;

-- who-beats: The decks that beat an opponent most often
select run, games.name as opponent, evaluation, games.wins, games.n_games,
       round(games.objective, 1) as health
from (select * from games join opponents using (run, opponent)) as games
where n_games > 0
qualify row_number() over (partition by run, name order by wins / n_games desc, objective desc) <= 3
order by run, games.name, wins / n_games desc;

-- hardest-opponents: Win rates against each opponent, of all decks and of the elites
select run, name, round(100 * sum(wins) / sum(n_games), 1) as percent_won,
       round(100 * sum(wins) filter (e.evaluation is not null)
             / nullif(sum(n_games) filter (e.evaluation is not null), 0), 1) as percent_won_by_elites
from games join opponents using (run, opponent)
     left join (select run, evaluation from elites) as e using (run, evaluation)
group by run, name order by run, percent_won;

-- cheap-and-strong: The strongest deck for each thousand of dust
select floor(dust / 1000) * 1000 as dust_from, count(*) as elites,
       max_by(deck_code, coalesce(fresh_objective, objective)) as best,
       round(max(coalesce(fresh_objective, objective)), 1) as health
from elites group by 1 order by 1;

-- mana-curve: Mana curves of elites: cards per mana cost, in short and in long games
with elite as (select run, evaluation, case when turns < 8 then 'fast' when turns < 11 then 'middle'
                                       else 'slow' end as speed from elites),
     total as (select speed, count(*) as n from elite group by speed)
select speed, cost, round(sum(copies) / any_value(n), 2) as cards
from decks join elite using (run, evaluation) join total using (speed)
group by speed, cost order by speed, cost;

-- speed: Seconds by part, and games per second
select run, round(wall_s) as seconds, games, round(games / nullif(games_s, 0)) as games_per_second,
       round(100 * not_games, 1) as percent_no_game,
       round(100 * tracking_s / wall_s, 1) as percent_prefect_and_mlflow
from timing order by run;

-- cards-drawn-early: Win rate with a card among the first 7 of the deck minus without, in points (95 %)
with counts as (select deck_code, name, opponent, seat,
                       sum(games) filter (event = 'early') as n,
                       sum(wins) filter (event = 'early') as a,
                       sum(games) filter (event = 'deck') - n as m,
                       sum(wins) filter (event = 'deck') - a as b
                from card_games where event in ('early', 'deck') group by all),
     sums as (select deck_code, name, sum(n) as early, sum(m) as late, sum(n * m / (n + m)) as weight,
                     sum((a * m - b * n) / (n + m)) / weight as effect,
                     sum((n * n * b - m * m * a + n * m * (m - n) / 2) / (n + m) ** 2) as slope,
                     sum((a * (m - b) + b * (n - a)) / (2 * (n + m))) as rest
              from counts where n > 0 and m > 0 group by all),
     effects as (select *, 1.96 * sqrt(greatest(0, effect * slope + rest)) / weight as margin from sums)
select deck_code, name, early, late, round(100 * effect, 1) as points,
       round(100 * (effect - margin), 1) as low, round(100 * (effect + margin), 1) as high
from effects order by deck_code, effect desc;

-- cards-in-games: How often cards are kept, drawn, played and held, and when; choices are in all of it
select name, sum(games) filter (event = 'all') as n_games,
       round(100 * sum(games) filter (event = 'kept')
             / nullif(sum(games) filter (event = 'offered'), 0)) as percent_kept,
       round(100 * sum(games) filter (event = 'drawn') / n_games) as percent_drawn,
       round(100 * sum(games) filter (event = 'played') / n_games) as percent_played,
       round(100 * sum(games) filter (event = 'held') / n_games) as percent_held,
       round(sum(games * turn) filter (event = 'drawn')
             / sum(games) filter (event = 'drawn'), 1) as turn_drawn,
       round(sum(games * turn) filter (event = 'played')
             / sum(games) filter (event = 'played'), 1) as turn_played
from card_games group by name order by percent_played desc, name;
