"""`app`: what it says before it serves."""

import pytest
import uvicorn

from flows.questions.app import App


@pytest.mark.parametrize(("host", "is_warned"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_an_address_that_others_reach_is_warned_of(monkeypatch, capsys, tmp_path, host, is_warned):
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    App(runs=tmp_path, host=host, port=0).answer()
    said = capsys.readouterr().err
    assert ("there is no password" in said) == is_warned
    assert f"open http://{host}:" in said
