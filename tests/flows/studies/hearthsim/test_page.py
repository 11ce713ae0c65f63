"""The report of HearthSim's experiments, on a synthetic extract."""

import pytest

from flows.studies.hearthsim.page import REPORT, hearthsim_numbers
from tests.flows.studies.hearthsim.conftest import write_extract


@pytest.fixture(scope="module")
def page(folder, tmp_path_factory):
    return REPORT.write(folder, tmp_path_factory.mktemp("report"))


def test_the_report_has_every_section_and_picture(page):
    text = (page.parent / "report.md").read_text()
    for title in REPORT.titles.values():
        assert f"## {title}\n" in text
    assert page.read_text().count("<h2>") == len(REPORT.titles)
    assert page.read_text().count("<table>") == 7
    assert "| Taunt | 2014 | 10 x 100,000 | 40,000 | 1 | 100 | 10,000 |" in text
    assert "In the 2014 mode 13 of 13 criteria are met by our estimates." in text
    assert "| 16 | 63.51 (63.03 to 63.98) | 63.50 (63.20 to 63.80) | 63.50" in text
    assert "| Mage | > 85% | 87.00" in text
    assert "| weight 2 | 12.30 | 12.30 |" in text
    for name in ("taunt", "taunt-course", "divine-shield", "lengths", "hero-battle"):
        assert (page.parent / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert f"]({name}.png)" in text


def test_a_part_of_the_experiments_gives_a_part_of_the_report(tmp_path):
    page = REPORT.write(write_extract(tmp_path, ["taunt"]))
    text = (page.parent / "report.md").read_text()
    assert "## Taunt\n" in text
    assert "In the clean mode 3 of 3 criteria are met" in text
    assert "Divine Shield\n" not in text
    assert not (page.parent / "lengths.png").exists()


def test_equal_extracts_give_equal_bytes(folder, page, tmp_path):
    again = REPORT.write(folder, tmp_path).parent
    for file in page.parent.iterdir():
        assert (again / file.name).read_bytes() == file.read_bytes(), file.name


def test_numbers_for_mlflow_have_a_row_per_point(page):
    numbers = hearthsim_numbers(page.parent)
    assert numbers.height == 2 * (10 + 22 + 2 + 9)
    row = numbers.filter(point="card-draw-clean-Gnomish-Inventor").row(0, named=True)
    assert (row["share"], row["rounds"]) == (0.52, 13.5)
