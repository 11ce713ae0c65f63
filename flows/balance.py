"""The balance lab: the landscape of decks before and after a patch, with the same seeds."""

from pathlib import Path

from flows.questions.balance import Balance
from flows.runs import make_runs
from tasks.orchestration.crashes import watched_runs
from tasks.orchestration.flow_page import show_picture
from tasks.orchestration.steps import flow
from tasks.studies.balance.duels import has_both_sides, play_balance_duels
from tasks.studies.balance.report import balance_numbers, write_balance_report


@flow("balance", validate_parameters=False)
def balance(
    wanted: Balance, out: Path, threads: int | None = None, resume_anyway: bool = False
) -> tuple[Path | None, dict[str, str]]:
    """Searches each archetype's decks before and after a patch, and reports the changes.

    Old and new elites then play each other with the new cards.

    Returns:
        The report, None if an archetype cannot be compared; and the failed runs with their errors.
    """
    with watched_runs(out, "balance", wanted.facts) as whole:
        whole.failed = make_runs(wanted.runs(), out, threads, resume_anyway)
        if not all(has_both_sides(out, name) for name in wanted.archetypes):
            return None, whole.failed
        play_balance_duels(out, wanted.archetypes, wanted.duels, wanted.seed, threads)
        page = write_balance_report(out, wanted.archetypes)
        for name in wanted.archetypes:
            picture = page.parent / f"landscape-{name}.png"
            show_picture(f"landscape-{name}", picture, "Decks before and after")
        whole.log_report(page.parent, balance_numbers(page.parent))
        return page, whole.failed
