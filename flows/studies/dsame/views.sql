-- The numbers of DSA-ME's report, as views over the tables of an extract.

-- The best deck of each cell, the earlier one of two.
create view elites as from evaluations qualify
    row_number() over (partition by run, cell order by objective desc, evaluation) = 1;

-- The same of the elites' new games.
create view corrected as from (from fresh semi join elites using (run, evaluation)) qualify
    row_number() over (partition by run, cell order by objective desc, evaluation) = 1;

-- The archive after each deck.
create view growth as
    with steps as (
        select run, evaluation, objective, max(objective) over (
            partition by run, cell order by evaluation
            rows between unbounded preceding and 1 preceding) as before
        from evaluations),
    gains as (
        select run, evaluation, objective, (before is null)::int as is_new,
            case when before is null then objective + 30 else greatest(objective - before, 0) end
                / 60 as gain
        from steps)
    select run, evaluation + 1 as evaluations, sum(gain) over part as qd_score,
        sum(is_new) over part as n_elites, max(objective) over part as max_objective
    from gains window part as (partition by run order by evaluation);

-- The paper's table 1, trial by trial; shares in percent.
create macro scores_of(source) as table
    select algorithm, trial, run, round(sum((objective + 30) / 60), 9) as qd_score,
        max(objective) as max_objective, 100 * max(win_rate) as max_win_rate,
        100.0 * count(*) / any_value(n_cells) as coverage, count(*) as n_elites
    from query_table(source) join trials using (run)
    where algorithm != 'surrogate-test' group by all order by algorithm, trial;
create view scores as from scores_of('elites');
create view scores_corrected as from scores_of('corrected');

-- 400 points of each trial's growth.
create view curves as
    select algorithm, trial, evaluations, qd_score, 100.0 * n_elites / n_cells as coverage
    from growth join trials using (run)
    where evaluations % greatest(1, budget // 400) = 0 or evaluations = budget
    order by algorithm, trial, evaluations;

-- The share of cells, in percent, whose elite is better than a threshold.
create view shares_above as
    select algorithm, trial, threshold,
        100.0 * count(*) filter (objective > threshold) / any_value(n_cells) as share
    from elites join trials using (run), (select unnest(range(-30, 31)) as threshold)
    group by all order by algorithm, trial, threshold;

-- Where the time went: medians over an algorithm's trials; shares in percent.
create view time as
    select algorithm, count(*) as trials, median(wall_s) as wall_s, min(wall_s) as shortest_s,
        max(wall_s) as longest_s, sum(wall_s) as all_s, median(games) as games,
        median(games / games_s) as games_per_second,
        100 * median(train_s / wall_s) as train, 100 * median(search_s / wall_s) as search,
        100 * median((archive_s + report_s + other_s) / wall_s) as rest,
        100 * median(not_games) as not_games, median(iterations) as iterations
    from trials where wall_s is not null group by algorithm order by algorithm;

-- What was run, algorithm by algorithm.
create view searches as
    select algorithm, string_agg(seed, ', ' order by trial) as seeds,
        first(budget order by trial) as budget, sum(n_evaluations) as decks,
        first(n_games order by trial) as n_games, sum(games) as games
    from trials group by algorithm;

-- What became of the archives of DSA-ME's final surrogates; shares in percent.
create view placed as
    select run, count(*) as n_elites, 100 * avg(retained::int) as retained,
        100 * avg((retained and distance = 0)::int) as same_cell,
        avg(distance) filter (retained) as distance
    from placements group by run order by run;

-- The best decks of all trials, by new games where there are some.
create view best_decks as
    select decks.* from decks join trials using (run)
    where algorithm not in ('random-search', 'surrogate-test')
    order by coalesce(fresh_objective, objective) desc, run, rank limit 5;
