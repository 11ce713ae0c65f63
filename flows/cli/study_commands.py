"""What the commands about studies do: `study`, `study-report`, `surrogate-quality`."""

from argparse import Namespace
from typing import TYPE_CHECKING

from flows.cli import commands

if TYPE_CHECKING:
    from models.study import Study


def study(options: Namespace) -> int:
    """Runs a study: `study`."""
    from flows.configs.study_options import study_from

    wanted = study_from(options)
    if options.patch is not None:
        wanted = wanted.but(base=commands.with_patch(wanted.base, options))
    with commands.copied(options.out, options):
        return _make_or_plan(wanted, options)


def _make_or_plan(wanted: "Study", options: Namespace) -> int:
    if options.plan:
        from flows.configs.study_options import describe

        told = describe(wanted, options.out, options.resume_anyway, options.threads)
        print("\n".join(told))
        return 0
    from tasks.study.directory import open_study

    open_study(options.out, wanted, options.resume_anyway)
    with commands.orchestration(options):
        from flows.study import study as flow

        page, failed = flow(wanted, options.out, options.threads, options.resume_anyway)
    if page is not None:
        commands.say(f"done: open {page}")
    for name, error in failed.items():
        commands.say(f"failed: {name}: {error}")
    return 1 if failed else 0


def study_report(options: Namespace) -> int:
    """Analyses a study again: `study-report`."""
    from tasks.study.report import write_study_report

    commands.say(f"done: open {write_study_report(options.study, options.out, options.into)}")
    return 0


def surrogate_quality(options: Namespace) -> int:
    """Tests a run's final surrogate: `surrogate-quality`."""
    from flows.configs.quality_options import quality_test
    from tasks.search.source import check_search

    asked = quality_test(options.run, options.on, options.games)
    experiment, source, run = asked.experiment, asked.source, asked.run(options.out)
    with commands.copied(options.out, options):
        resumed = check_search(experiment, options.seed, run, options.resume_anyway, source)
        commands.run_flow(commands.search_flow, experiment, run, resumed, options, source=source)
        commands.say(f"done: open {asked.write(options.out)}")
    return 0
