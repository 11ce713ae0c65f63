"""The report of HearthSim's experiments, on a synthetic extract."""

import pytest

from flows.studies.hearthsim.page import REPORT
from tests.flows.studies.hearthsim.conftest import write_extract
from tests.flows.studies.playing import check_follows, check_whole, numbers_of


@pytest.fixture(scope="module")
def page(folder, tmp_path_factory):
    return REPORT.write(folder, tmp_path_factory.mktemp("report"))


def test_the_report_has_every_section_and_picture(page):
    pictures = ("taunt", "taunt-course", "divine-shield", "lengths", "hero-battle")
    text = check_whole(REPORT, page, pictures, 7)
    assert "| Taunt | 2014 | 10 x 100,000 | 40,000 | 1 | 100 | 10,000 |" in text
    assert "In the 2014 mode 13 of 13 criteria are met by our estimates." in text
    assert "| 16 | 63.51 (63.03 to 63.98) | 63.50 (63.20 to 63.80) | 63.50" in text
    assert "| Mage | > 85% | 87.00" in text
    assert "| weight 2 | 12.30 | 12.30 |" in text


def test_a_part_of_the_experiments_gives_a_part_of_the_report(tmp_path):
    page = REPORT.write(write_extract(tmp_path, ["taunt"]))
    text = (page.parent / "report.md").read_text()
    assert "## Taunt\n" in text
    assert "In the clean mode 3 of 3 criteria are met" in text
    assert "Divine Shield\n" not in text
    assert not (page.parent / "lengths.png").exists()


def test_equal_extracts_give_equal_bytes(page, tmp_path):
    check_follows(REPORT, page, tmp_path)


def test_numbers_for_mlflow_have_a_row_per_point(page):
    numbers = numbers_of(REPORT, page.parent)
    assert numbers.height == 2 * (10 + 22 + 2 + 9)
    row = numbers.filter(point="card-draw-clean-Gnomish-Inventor").row(0, named=True)
    assert (row["share"], row["rounds"]) == (0.52, 13.5)
