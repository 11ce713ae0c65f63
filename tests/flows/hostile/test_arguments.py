"""Arguments and settings that nobody should give."""

import shlex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flows.faces.command_line import read
from flows.questions.presets import PAPER, TRAININGS
from flows.questions.settings import keys, override
from models.settings.config import ConfigError

MIRACLE = "Classic Miracle Rogue"
EVALUATE, REPLAY = (f"{command} '{MIRACLE}'" for command in ("evaluate", "replay"))
LONG = "x" * 5000
UNDERTAKER = "'Undertaker' is not in the game of 2014-07-01; take it out or use a later date"
FOUR = """'archive.measures=["turns", "hand_size", "mana_spent", "cards_drawn"]'"""
DATE = "date 2013-02-03: the cards are known from 2013-12-01 to 2019-12-31; give a day of these"

ARGUMENTS = [
    ("''", "no such command"),
    ("--", "no such command"),
    ("help", "no such command"),
    ("search dsa-me -- x", "x: unexpected argument"),
    ("serch", "serch: no such command; did you mean search?"),
    ("dsa-me --seed 1", "dsa-me: no such command; use `search dsa-me`"),
    ("league-report", "league-report: no such command; use `report PATH`"),
    ("search lsa-mee", "did you mean lsa-me?"),
    ("search dsa-me --sead 1", "--sead: no such option; did you mean --seed?"),
    ("search dsa-me --preset --seed", "--preset: expected one argument"),
    *((f"search dsa-me --seed {x}", "--seed") for x in ("1.5", "0x10", "9" * 5000)),
    ("search dsa-me --seed -1", "--seed -1: use 0 to"),
    *((f"search dsa-me --threads {n}", "--threads") for n in ("0", "4097", "all")),
    ("search dsa-me --threads 2 --cluster local:2", "give only one of the two"),
    *(
        (f"search dsa-me --cluster {place}", f"--cluster {place}: use local:N for N processes")
        for place in (
            *("local:", "local:0", "local:-1", "local:x", "local:999999999", "tcp://", "tcp://h"),
            *("tcp://h:x", "tcp://h:99999999", "tcp://[::1", "http://h:1", "localhost"),
        )
    ),
    ("search dsa-me --mirror nowhere://x", "Protocol not known"),
    ("search dsa-me --mirror file://", "names no folder"),
    ("search dsa-me --mirror file://host/x", "three slashes, as in file:///"),
    ("search dsa-me --mirror ftp://nowhere/x", "--mirror ftp://nowhere/x: "),
    ("search dsa-me --mirror file:///proc/x", "cannot be written"),
    ("search dsa-me --mirror http://[x", "cannot be reached"),
    ("search dsa-me --mirror \0", "has a NUL character"),
    ("search dsa-me --out \0", "--out \0: has a NUL character"),
    (f"search dsa-me --out {LONG}", "is no possible path (file name too long)"),
    ("search dsa-me --out ~nobody-of-that-name/x", "there is no user nobody-of-that-name"),
    *(
        (f"search dsa-me --out {x}", x)
        for x in ("/proc/x", "/dev/null", "/dev/full", "/", "/sys/x")
    ),
    ("mesb --out /", "is not a folder of runs"),
    ("balance --patch mesb-balance --out /", "is not a folder of runs"),
    *(
        (f"search dsa-me --patch {patch}", "use one of 38377")
        for patch in ("x", "\1", LONG, ".", "x.yml.txt")
    ),
    *((f"search dsa-me --patch {x}", x) for x in ("/", "/dev/null", "/proc/self/mem", "a/b")),
    ("search dsa-me --patch 23321", "pool 'rogue-dsame' has cards that build 23321 lacks"),
    ("search dsa-me --patch 23312", "unknown patch '23312'; did you mean '23321'?"),
    ("search dsa-me --set player.patch=x", "player.patch: unknown patch 'x'"),
    (
        "search dsa-me --patch 23321 --set player.patch=38377",
        "both name the patch; give one of them",
    ),
    *(
        (f"{x} --date 2013-02-03", f"error: {DATE} years\n")
        for x in ("search dsa-me", "evaluate Zoolock", "replay Zoolock", "league", "train-player")
    ),
    ("search", "arguments are required: ALGORITHM"),
    ("search dsa-me map-elites", "unexpected argument"),
    *((f"search offline-elite-data --from {run}", "no run here") for run in ("/", "x", "/dev")),
    ("search offline-dsa-me", "give its directory with --from"),
    ("search dsa-me --from runs/x", "learns from its own decks"),
    ("search map-elites --set opponents=elit", "elite, starter"),
    ("search map-elites --set pool=mage-dsame", "rogue-dsame"),
    ("search dsa-me --set player.scorer=lucky", "use one of"),
    ("""search dsa-me --set 'archive.measures=["turns", "luck"]'""", "no measure is called 'luck'"),
    (f"search map-elites --set {FOUR}", "4 measures; give one to three"),
    ("train-player --set evolution.emiters=5", "did you mean evolution.emitters?"),
    *((f"train-player --set player.scorer={x}", "omit it") for x in ("aggro", "rogue-network")),
    ("train-player --set start=aggro", "'aggro' is not a network"),
    ("train-player --set deck=Zoo", "unknown deck 'Zoo'"),
    ("""train-player --set 'archive.measures=["turns", "dust"]'""", "no measure is called 'dust'"),
    (f"train-player --set {FOUR}", "4 measures; give one to three"),
    *((f"train-player --set start={text}", "there is no player") for text in ("x", "/", LONG)),
    ("train-player --set search.n_games=2", "did you mean n_games"),
    *((f"compare-players {text}", "there is no player") for text in ("x", "/", LONG, "/dev/null")),
    ("compare-players control control", "control is given twice"),
    ("compare-players aggro --games 11", "use at least 12"),
    ("compare-players aggro --deck Zoo", "Zoo"),
    ("study --algorithms dsa-me dsa-me", "dsa-me is given twice"),
    ("study --preset smoke --evaluations 10", "must not exceed evaluations"),
    ("study --out runs/x --algorithms offline-elite-data", "add dsa-me"),
    ("mesb --archetype aggro-hunter aggro-hunter", "aggro-hunter is given twice"),
    ("mesb --experiment elite elite", "elite is given twice"),
    ("mesb --opponents x", "is not finished"),
    ("balance --patch mesb-balance --archetype aggro-mage aggro-mage", "is given twice"),
    ("balance --patch 23321", "all cards are as in build 23321"),
    *((f"surrogate-quality {run}", "no run here") for run in ("/", ".", "x", "/dev/null")),
    (
        "app --runs /etc/passwd",
        "--runs /etc/passwd: is no folder; give a folder of run directories",
    ),
    *((f"explain {run}", "no run here") for run in ("x", "/")),
    *((f"efficiency x --target {x}", f"--target {x}: use a finite number") for x in ("inf", "x")),
    ("search dsa-me --set foo=1", "`python -m flows presets --keys` lists all"),
    ("train-player --set foo=1", "`python -m flows presets --training --keys` lists all"),
    ("self-play b3 --set foo=1", "there is no such setting; docs/settings.md lists all"),
    ("self-play b3 --set update.rate=inf", "update.rate: Input should be a finite number"),
    ("search dsa-me --set opponents=[]", "--set opponents: The list should have at least 1 item"),
    ("league --players random:aggro random", "random:aggro: such a player looks at no state"),
    *((f"calibrate --decks {file}", "cannot be read") for file in ("/dev/null", "x", "/")),
    ("calibrate --decks no-such-file.csv", "no-such-file.csv"),
    ("calibrate --player lucky.json", "lucky.json: cannot be read"),
    *((f"calibrate --out {folder}", "cannot write") for folder in ("/proc/x", "/dev/null")),
    *((f"report {path}", "no run here") for path in ("x", "/")),
    ("report x --into y", "only the report of one study has sections"),
    ("report x y --into z", "--into z: only the report of one study has sections"),
    ("report --compare x x", "x is given twice"),
    ("report x --out y", "use --out with --compare"),
    ("report x y --out z", "--out z: a run's report is in its directory; use --out with"),
    ("evaluate", "arguments are required: DECK; `python -m flows evaluate --help`"),
    ("evaluate \0", "DECK \0: has a NUL character"),
    ("evaluate 'no such deck'", MIRACLE),
    ("evaluate '2x Wisp, 2x Fireball' --hero rogue", "'Fireball' is a Mage card"),
    ("evaluate 'Undertaker Hunter' --date 2014-07-01", UNDERTAKER),
    (f"{EVALUATE} again", "again: unexpected argument"),
    (f"{EVALUATE} --hero mage", "is a Rogue deck"),
    (f"{EVALUATE} --games", "--games: expected one argument"),
    (f"{EVALUATE} --player lucky", "there is no player 'lucky'"),
    ("replay", "either a deck, or a run with --run"),
    ("replay --run no-such-run", "no run here"),
    ("replay --run runs/x --rank 1 --evaluation 2", "give one of them"),
    ("replay --run runs/demo --seed 2", "--seed 2: the run has its own"),
    ("replay --run runs/demo --player aggro", "--player aggro: the run has its"),
    ("replay --run runs/demo --patch 23321", "--patch 23321: the run has"),
    (f"{REPLAY} --rank 1", "--rank 1: give the run with --run"),
    (f"{REPLAY} --player lucky", "there is no player 'lucky'"),
    ("review", "review: give either a deck, or a run with --run"),
    ("review --run no-such-run", "no run here"),
    ("review 'Aggro Hunter' --evaluation 1", "give the run with --run"),
    *((f"evaluate {deck}", "or the name of a published") for deck in ("/", ".", "/dev/null", "+")),
    (f"evaluate {LONG}", "unreadable deck code"),
    (f"league --players {LONG} greedy", "no player is called"),
    (
        "self-play b3 --set recording.unroll=10000 --set batch=1000000 --set games=65536"
        " --set period=1000000",
        "decisions in memory",
    ),
    ("self-play b3 --cards /dev/zero", "it is a device, not a file"),
    ("search dsa-me --patch /dev/zero", "it is a device, not a file"),
    ("sql . show --format csv --out .", "--out .: is a folder or a device"),
    ("presets --keys x", "there is no such choice"),
    ("patches --x", "no such option"),
    ("sql x --fromat csv from", "--fromat: no such option; did you mean --format?"),
]


@pytest.mark.parametrize(("words", "message"), ARGUMENTS, ids=lambda text: repr(text[:40]))
def test_arguments_are_refused_in_one_line(refused, words, message):
    assert message in refused(*shlex.split(words))


@pytest.mark.parametrize("words", [["search", "dsa-me", "--out", "\udcff"], ["evaluate", "\udcff"]])
def test_text_that_is_not_utf_8_is_refused(words):
    with pytest.raises(ConfigError, match="is not UTF-8"):
        read(words)


#: Values of which hardly a setting can have one; whatever happens, it is an answer in one line.
VALUES = [
    "", "null", "true", "-1", "0", "NaN", "Infinity", "-Infinity", "1e309", "1e-320", "-0.0",
    "99999999999999999999", "0.5", "[]", "{}", "[null]", "[[1]]", "[1,2,3,4,5]", "[NaN]", "x", "[",
    "\0", '"', '{"a":1}', "[" * 1100, "1" * 5000, f"[{'1,' * 500}1]", '"\\ud800"', "&a [*a]",
]  # fmt: skip


def checked(config, setting: str) -> None:
    """Changes a setting; if that is refused, then in one line that names the setting."""
    key = setting.partition("=")[0]
    try:
        override(config, [setting])
    except ConfigError as error:
        message = str(error)
    else:
        return
    assert key.rpartition(".")[2] in message
    assert "\n" not in message
    assert len(message) < 2000


@pytest.mark.parametrize("config", [PAPER, TRAININGS["paper"]], ids=["search", "training"])
def test_no_value_of_any_setting_is_a_traceback(config):
    for place, (key, _, _) in enumerate(keys(config)):
        for value in VALUES[place % 4 :: 4]:  # each setting meets a quarter of the values
            checked(config, f"{key}={value}")


@settings(max_examples=60)
@given(
    st.sampled_from([key for key, _, _ in keys(PAPER)]),
    st.text(max_size=30).map(lambda text: " ".join(text.split())),
)
def test_no_text_as_a_setting_is_a_traceback(key, text):
    checked(PAPER, f"{key}={text}")
