-- The tables of the extract of HearthSim's experiments, from their run directories.

create schema extract;

create view extract.runs as
    select run, experiment->>'$.experiment' as experiment, experiment->>'$.mode' as mode,
        (experiment->>'$.n_games')::bigint as n_games, seed::bigint as seed, code_digest,
        card_digest, t.games, t.games_s
    from main.runs join timing as t using (run) order by run;

create view extract.points as
    select p.* from hearthsim_points as p join extract.runs using (run) order by run, number;

create view extract.rounds as
    select r.* from hearthsim_rounds as r join extract.runs using (run)
    order by run, number, round;
