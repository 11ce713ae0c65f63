"""Studies: what their commands refuse, what is read back, and what stops one from going on."""

import shlex

import pytest

from flows.studies.league import play as league
from flows.studies.self_play import play as self_play
from flows.studies.tradingstone import play as tradingstone
from models.self_play.ladder import PRESETS, Training, rung
from tasks.storage.files import StoreError
from tests.edits import edit_json
from tests.flows.studies.league.conftest import LEAGUE
from tests.flows.studies.tradingstone.conftest import TINY_STUDY

TRAINING = Training(model="b2", settings=rung("b2").config(PRESETS["smoke"]))


@pytest.mark.parametrize(
    ("file", "study", "changes", "message"),
    [
        (league.FILE, LEAGUE, {"seed": 2}, "league.seed: 1 there, 2 now"),
        (league.FILE, LEAGUE, {"decks": LEAGUE.decks[:1]}, "Control Warlock"),
        (self_play.FILE, TRAINING, {"seed": 2}, "training.seed: 1 there, 2 now"),
        (
            self_play.FILE,
            TRAINING,
            {"settings__update__rate": 0.5},
            "training.settings.update.rate: 0.001 there, 0.5 now",
        ),
        (self_play.FILE, TRAINING, {"device": "cuda"}, 'training.device: "cpu" there, "cuda" now'),
        (tradingstone.FILE, TINY_STUDY, {"simulations": 6}, "study.simulations: 5 there, 6 now"),
    ],
)
def test_a_study_goes_on_with_its_settings_and_code_only(file, study, changes, message, tmp_path):
    with file.opened(tmp_path / "study", study) as (folder, _):
        pass
    assert file.load(folder)[0] == study == file.check(folder, study)
    with pytest.raises(StoreError, match=f"other settings:\n  .*{message}"):
        file.check(folder, study.but(**changes))
    edit_json(folder / file.name, digests={"code": "another"})
    with pytest.raises(StoreError, match=r"code has changed .* --resume-anyway"):
        file.check(folder, study)
    assert file.check(folder, study, resume_anyway=True) == study


#: Commands, and words of the message that refuses them; docs/settings.md has ranges and choices.
REFUSED = [
    ("league --date 2014-07-01 --decks naxx14", "is not in the game of 2014-07-01"),
    ("league --date 2012-01-01", "date 2012-01-01: the cards are known from 2013-12-01"),
    ("league --players beam", "a league needs two or more"),
    ("league --decks random:0", "--decks random:0: use random:1 to random:200"),
    ("league --decks random:many", "--decks random:many: use random:1 to random:200"),
    ("league --players beam beem", "no player is called 'beem'; did you mean beam?"),
    ("league --players beam:agro random", "beam:agro: there is no player 'agro'"),
    ("league --players beam fair-beam:width=0", "fair-beam:width=0: width"),
    ("league --players beam beam:rogue-network", "is the same player as beam"),
    ("league --games 7", "--games 7: half of the games are in each seat; use an even number: 8"),
    ("league --decks 'Aggro Huntr'", "unknown deck 'Aggro Huntr'"),
    ("league --decks published 'Aggro Hunter'", "two decks are called 'Aggro Hunter'"),
    ("league --players random learned:no.npz", "no.npz: no checkpoint; give the path"),
    ("league --decks own 'Aggro Hunter'", "--decks own: players build all decks"),
    ("league --decks own --format blackrock", "--format blackrock: own decks have"),
    ("balance --patch mesb-balance --set pool=mage", "determine it"),
    ("mesb --archive grid", "--archive grid"),
    ("mesb --experiment elite --opponents own", "is not finished"),
    ("mesb --opponents starters --plan", "starters: validation-aggro-hunter is"),
    ("mesb --experiment elite --patch mesb-balance", "only the experiment"),
    ("mesb --set search.n_game=3", "did you mean search.n_games"),
    ('mesb --set \'archive.measures=["turns", "hand_size"]\'', "variance of mana costs"),
    ("self-play --format clasic", "did you mean 'classic'"),
    ("self-play --cards none.txt", "--cards none.txt: cannot be read"),
    ("self-play --threads 2", "self-play uses --actors and --processes"),
    ("self-play --set buffer.sise=2", "did you mean buffer.size"),
    ("self-play --actors 3", "batch 4096 must be a multiple of unroll * actors, 96"),
    ("tradingstone --games 7", "use an even number: 8"),
    ("study --set surrogate.kind=linear", "surrogate.kind differs between algorithms"),
    ("study --set surrogate.knd=linear", "did you mean surrogate.kind?"),
    ("meta --set pair_games=3", "half of the games are in each seat; use an even number: 4"),
    ("meta --set classes=[MONK]", "--set classes=[MONK]: the value is JSON"),
    ("meta --set no_such=1", "no_such: there is no such setting"),
    ("meta --format none", "format 'none': unknown format"),
    ("meta --patch none", "unknown patch 'none'"),
    ("meta --start none", "none: no metagame here"),
    ("design 'Knife Juggler' --metagame none", "no metagame here"),
    ("meta --format CORE --start docs/metagame/classic14", "not of the format CORE"),
    ("train-value --set rounds=[0]", "rounds.0: Input should be greater than or equal to 16"),
    ("train-value --set matches=3", "use an even number: 4"),
    ("train-value --set player.fidelity=dsame", "a fair player sees; use player.fidelity=fair"),
    ("train-value --set player.scorer=nowhere.npz", "nowhere.npz"),
    ('train-value --set \'opponents=["greedy","nobody"]\'', "no player is called 'nobody'"),
    ('train-value --set \'opponents=["greedy","greedy"]\'', "the same player as greedy"),
    ("train-value --set 'opponents=[\"learned:blackrock\"]'", "is no search"),
    ("train-value --set opponents=[]", "at least 1 item"),
    ("train-value --set player=random", "looks at no state"),
    ("pilots --set player.scorer=aggro", "--set player.scorer: the study plays with both kinds of"),
    ("pilots --set player.opponents_scorer=value", "_scorer: the study plays with both kinds"),
    ("pilots --set player.fidelity=mesb", "player.fidelity: the study plays with both kinds"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_what_makes_no_sense_is_refused_before_work(words, message, tmp_path, refused):
    assert message in refused(*shlex.split(words), "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()
