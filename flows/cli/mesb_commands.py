"""What the commands about mana curves and balance do: `mesb`, `mesb-report`, `balance`."""

from argparse import Namespace
from pathlib import Path

from flows.cli import commands
from models.config import ConfigError


def mesb(options: Namespace) -> int:
    """Makes MESB's runs: `mesb`."""
    from flows.configs.mesb_options import MesbStudy, check_mesb, describe
    from models.mesb import ARCHETYPES, EXPERIMENTS
    from models.patches import find_patch

    wanted = MesbStudy(
        archetypes=options.archetype or tuple(ARCHETYPES),
        experiments=options.experiment or tuple(EXPERIMENTS),
        size=options.preset,
        opponents=options.opponents,
        patch=None if options.patch is None else find_patch(options.patch),
        archive=options.archive,
        settings=tuple(options.set),
        seed=options.seed,
        duels=options.duels,
    )
    out = options.out or wanted.folder
    with commands.copied(out, options):
        check_mesb(wanted, out, options.resume_anyway)
        if options.plan:
            print("\n".join(describe(wanted, out)))
            return 0
        with commands.orchestration(options):
            from flows.mesb import mesb as flow

            page, failed = flow(wanted, out, options.threads, options.resume_anyway)
    return _end(page, failed)


def mesb_report(options: Namespace) -> int:
    """Analyses runs of MESB again: `mesb-report`."""
    from tasks.studies.mesb.report import write_mesb_report

    commands.say(f"done: open {write_mesb_report(options.study, options.out, options.into)}")
    return 0


def balance(options: Namespace) -> int:
    """Shows what a patch does: `balance`."""
    from flows.configs.mesb_options import BalanceQuestion, check_balance
    from models.patches import find_patch

    if options.patch is None:
        raise ConfigError("balance: give the patch with --patch, a name or a YAML file")
    wanted = BalanceQuestion(
        patch=find_patch(options.patch),
        archetypes=options.archetype,
        size=options.preset,
        opponents=options.opponents,
        trials=options.trials,
        settings=tuple(options.set),
        seed=options.seed,
    )
    out = options.out or wanted.folder
    with commands.copied(out, options):
        check_balance(wanted, out, options.resume_anyway)
        with commands.orchestration(options):
            from flows.balance import balance as flow

            page, failed = flow(wanted, out, options.threads, options.resume_anyway)
    return _end(page, failed)


def _end(page: Path | None, failed: dict[str, str]) -> int:
    if page is not None:
        commands.say(f"done: open {page}")
    for name, error in failed.items():
        commands.say(f"failed: {name}: {error}")
    return 1 if failed else 0
