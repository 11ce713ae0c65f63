"""The players in the directory of a training."""

from tasks.studies.self_play.players import players_of_periods


def test_players_are_found_by_period_and_links_are_not_followed(tmp_path):
    folder = tmp_path / "players"
    folder.mkdir()
    for name in ("00001.npz", "00002-hunter.npz", "00002-mage.npz", "00002.txt"):
        (folder / name).touch()
    (folder / "00003.npz").symlink_to(folder / "00001.npz")
    found = players_of_periods(tmp_path)
    assert {period: [file.name for file in files] for period, files in found.items()} == {
        "00001": ["00001.npz"],
        "00002": ["00002-hunter.npz", "00002-mage.npz"],
    }
    assert players_of_periods(tmp_path / "nowhere") == {}
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "players").symlink_to(folder)
    assert players_of_periods(tmp_path / "other") == {}
