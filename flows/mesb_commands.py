"""What the commands about mana curves and balance do: `mesb`, `mesb-report`, `balance`."""

from argparse import Namespace
from pathlib import Path

from flows import commands
from models.config import ConfigError

#: Games of each two best decks; the paper's are 1000.
DUELS = {"smoke": 4, "quick": 200, "study": 1000, "paper": 1000}


def mesb(options: Namespace) -> int:
    """Makes MESB's runs: `mesb`."""
    from flows.mesb_options import MesbStudy, check_mesb, describe
    from models.mesb import ARCHETYPES, EXPERIMENTS, SIZES, archetype, choice
    from models.patches import find_patch

    size = choice("--preset", options.preset, SIZES)
    names = options.archetype or list(ARCHETYPES)
    wanted = MesbStudy(
        archetypes=_in_order([archetype(name, ARCHETYPES).name for name in names], ARCHETYPES),
        experiments=_in_order(options.experiment or list(EXPERIMENTS), EXPERIMENTS),
        size=size,
        opponents=options.opponents,
        patch=None if options.patch is None else find_patch(options.patch),
        archive=options.archive,
        settings=tuple(options.set),
        seed=options.seed,
        duels=options.duels or DUELS[size],
    )
    out = options.out or Path("runs") / f"mesb-{size}-seed{options.seed}"
    if options.plan:
        print("\n".join(describe(wanted, out)))
        return 0
    check_mesb(wanted, out, options.resume_anyway)
    with commands.orchestration(options.port):
        from flows.mesb import mesb as flow

        page, failed = flow(wanted, out, options.threads, options.resume_anyway)
    return _end(page, failed)


def mesb_report(options: Namespace) -> int:
    """Analyses runs of MESB again: `mesb-report`."""
    from tasks.mesb_report import write_mesb_report

    commands.say(f"done: open {write_mesb_report(options.study, options.out, options.into)}")
    return 0


def balance(options: Namespace) -> int:
    """Shows what a patch does: `balance`."""
    from flows.mesb_options import BalanceQuestion, check_balance
    from models.mesb import ALL_ARCHETYPES, SIZES, archetype, choice
    from models.patches import find_patch

    if options.patch is None:
        raise ConfigError("balance: give the patch with --patch, a name or a YAML file")
    size = choice("--preset", options.preset, SIZES)
    names = [archetype(name).name for name in options.archetype]
    wanted = BalanceQuestion(
        patch=find_patch(options.patch),
        archetypes=_in_order(names, ALL_ARCHETYPES),
        size=size,
        opponents=options.opponents,
        trials=options.trials,
        settings=tuple(options.set),
        seed=options.seed,
        duels=DUELS[size] // 2,
    )
    patch = wanted.patch.name.replace("/", "-")
    out = options.out or Path("runs") / f"balance-{patch}-{size}-seed{options.seed}"
    check_balance(wanted, out, options.resume_anyway)
    with commands.orchestration(options.port):
        from flows.balance import balance as flow

        page, failed = flow(wanted, out, options.threads, options.resume_anyway)
    return _end(page, failed)


def _in_order(names: list[str], known: dict) -> tuple[str, ...]:
    return tuple(name for name in known if name in names)


def _end(page: Path | None, failed: dict[str, str]) -> int:
    if page is not None:
        commands.say(f"done: open {page}")
    for name, error in failed.items():
        commands.say(f"failed: {name}: {error}")
    return 1 if failed else 0
