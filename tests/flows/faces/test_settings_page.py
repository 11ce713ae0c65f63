from flows.faces.settings_page import page
from tests.processes import ROOT


def test_the_page_of_settings_is_that_of_the_code():
    written = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert written == page(), "write it with `python -m flows.faces.settings_page docs/settings.md`"
