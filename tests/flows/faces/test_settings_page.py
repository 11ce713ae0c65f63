from flows.commands import QUESTIONS
from flows.faces.settings_page import page
from flows.questions.presets import PAPER, TRAININGS
from flows.questions.settings import keys
from tests.processes import ROOT


def test_the_page_of_settings_is_that_of_the_code():
    written = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert written == page(), "write it with `python -m flows.faces.settings_page docs/settings.md`"


def test_every_setting_is_on_the_page():
    sections = {part.partition("\n")[0]: part for part in page().split("\n## ")}
    for command, question in QUESTIONS.items():
        for name in question.fields():
            assert f"| `{question.label(name)}` |" in sections[command], (command, name)
    for title, config in (("a search", PAPER), ("a training", TRAININGS["paper"])):
        for key, _, _ in keys(config):
            assert f"| `{key}` |" in sections[f"Settings of {title}"]
