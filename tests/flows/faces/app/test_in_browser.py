"""Clicks through the pages in Chromium, which runs their scripts."""

import os
import re
import shutil
import time

import numpy as np
import pytest

from engine.decks import deck_code
from flows.faces.app.labs import SIZES, Size
from flows.studies.league.play import FILE, play_league
from models.players.board import moves_of
from models.puzzles.puzzle import included
from tasks.reports.results import read_results
from tasks.sql.catalog import query
from tasks.storage.locks import lock
from tests.flows.faces.app.browsing import (
    MINE,
    WAIT_S,
    finder,
    needs_chromium,
    picture,
    press,
    tab_to,
)
from tests.flows.studies.league.conftest import LEAGUE
from tests.models.play.test_game import small_network
from tests.tasks.synthetic import deck_together, write_explained, write_run
from tests.waiting import until

pytestmark = [pytest.mark.slow, needs_chromium]
#: Cards to change one of a deck into.
OTHERS = ("Wisp", "Murloc Raider", "Bloodfen Raptor", "River Crocolisk", "Chillwind Yeti")


def test_a_cell_leads_to_its_deck_and_a_game_is_watched_to_the_end(browser, find, address, run):
    browser.get(f"{address}/")
    next(link for link in find("tbody a") if link.text == run).click()
    cells = find("#heatmap rect[data-row]", 2)
    (heatmap,) = find("#heatmap")
    heatmap.send_keys("\ue014")  # arrow right: the best deck
    until(lambda: "Deck" in find("#pointed")[0].text)
    picture(browser, "archive")
    cells[0].click()
    until(lambda: "/deck?" in browser.current_url)
    picture(browser, "deck")
    find("a.game", 2)[1].click()
    find(".log .here")
    find(".plan")  # the plans come after the board
    (body,) = find("body")
    for key in ("\ue00f", "\ue00f", "\ue00f", "\ue00f", "\ue00f", "\ue00f", "\ue00f", "\ue014"):
        body.send_keys(key)  # page down: a turn; arrow right: an action
    assert "Round" in find("#now")[0].text
    picture(browser, "game")
    body.send_keys("\ue010")  # end
    assert find(".log li")[-1].text.split()[-1].lstrip("+-").isdigit()
    assert browser.current_url.partition("#")[2].isdigit()
    moved = browser.current_url
    browser.get("about:blank")
    browser.get(moved)
    assert find(".log .here")[0].get_attribute("data-step") == moved.partition("#")[2]


def test_filters_time_and_axes_change_the_map_and_the_address(browser, find, address, run):
    browser.get(f"{address}/archive?run={run}")
    before = len(find("#heatmap rect[data-row]", 2))
    assert find("#count")[0].text == f"{before} of {before} decks"
    find("#rate")[0].send_keys("60")
    until(lambda: not find("#count")[0].text.startswith(f"{before} of"))
    assert "rate=60" in browser.current_url
    find("#with")[0].send_keys("Fierball")
    until(lambda: 'no card of this run is called "Fierball"' in find("#count")[0].text)
    find("#with")[0].clear()
    find("#time")[0].send_keys("\ue011")  # home: the first iteration
    until(lambda: len(find("#heatmap rect[data-row]")) < before)
    assert "&n=" in browser.current_url
    script = "const s = document.getElementById('y-measure'); s.value = 'dust';"
    browser.execute_script(f"{script} s.dispatchEvent(new Event('input'))")
    until(lambda: ">dust</text>" in find("#heatmap")[0].get_attribute("innerHTML"))
    assert "y-measure=dust" in browser.current_url


def test_a_changed_deck_is_measured(browser, find, address, run):
    browser.get(f"{address}/bench?run={run}&evaluation=1")
    (changed,) = find("#changed")
    copies, *others = changed.get_attribute("value").splitlines()
    other = next(name for name in OTHERS if name not in changed.get_attribute("value"))
    changed.clear()
    changed.send_keys("\n".join([f"{copies.split('x')[0]}x {other}", *others]))
    find("#measure")[0].click()
    find("#results tbody tr", 3)
    until(find("#measure")[0].is_enabled)
    assert "difference, same deals" in find("#results")[0].text
    picture(browser, "bench")


def test_a_deck_is_examined_and_a_better_version_leads_on(browser, find, address):
    browser.get(f"{address}/doctor?deck=Zoolock")
    (games,) = find("#games")
    games.clear()
    games.send_keys("3000")
    find("#examine")[0].click()
    find("#results tbody tr", 5)
    assert "Mech Mage" in find("#results")[0].text
    find("#results h2", 5)
    until(find("#more")[0].is_displayed)
    for title in ("Matchups", "Mulligan", "Cards that carry the deck", "Better versions"):
        assert title in find("#results")[0].text
    assert "Nearest published deck: Zoolock" in find("#results")[0].text
    assert find("#code")[0].text.startswith("AAE")
    assert len(find("#results .steps a")) == 5
    names = find("#results .card-name", 40)
    names[0].click()
    assert names[0].text in find("#big.over .card")[0].text
    picture(browser, "doctor")
    find("#results a[href^='/doctor?']")[0].click()
    until(lambda: find("#deck")[0].get_attribute("value").startswith("AAE"))


def test_a_search_that_fits_shows_pairs_of_an_examined_deck(browser, find, address, folder):
    path = folder / "mine" / "synergy"
    deck = deck_together(read_results(write_explained(path).path))
    code = deck_code(deck).replace("+", "%2B")
    browser.get(f"{address}/doctor?deck={code}&format=standard-2019")
    (games,) = find("#games")
    games.clear()
    games.send_keys("3000")
    find("#examine")[0].click()
    assert find("#results a[href='/report/mine/synergy/']")[0].text == "mine/synergy"
    assert "Backstab + SI:7 Agent" in find("#results")[0].text
    until(find("#more")[0].is_displayed)
    shutil.rmtree(path.parent)


#: Types a word into the search of the builder; returns milliseconds until the list is laid out.
FILTER = """
const words = document.getElementById("words");
const start = performance.now();
words.value = arguments[0];
words.dispatchEvent(new Event("input", { bubbles: true }));
document.getElementById("cards").getBoundingClientRect();
return performance.now() - start;
"""


def test_a_deck_is_built_checked_and_led_on(browser, find, address):
    browser.get(f"{address}/builder?deck=Zoolock&format=blackrock")
    until(lambda: find("#legal")[0].text == "This deck is legal.")
    assert find("#count")[0].text == "30 of 30 cards"
    words = ("dem", "taunt", "zz", "")
    passes = [[browser.execute_script(FILTER, word) for word in words] for _ in range(4)]
    times = dict(zip(words, map(min, *passes), strict=True))  # other work makes some slower
    assert max(times.values()) < 50, times
    select = pytest.importorskip("selenium.webdriver.support.select").Select
    select(find("#tribe")[0]).select_by_visible_text("Demon")
    select(find("#cost")[0]).select_by_visible_text("5")
    names = [each.text for each in find("#cards .name") if each.is_displayed()]
    assert "Doomguard" in names
    assert len(names) < 8
    find("#deck [aria-label^='Doomguard']")[0].click()
    until(lambda: "29 cards; a deck has 30, add 1" in find("#legal")[0].text)
    assert not browser.find_elements("css selector", "#next .steps")
    find("#cards .name")
    next(each for each in find("#cards .name") if each.text == "Doomguard").click()
    until(lambda: find("#legal")[0].text == "This deck is legal.")
    picture(browser, "builder")
    code = find("#code")[0].text
    for path, field in (("/doctor", "#deck"), ("/bench", "#deck"), ("/play", "#own-0")):
        browser.get(f"{address}/builder?deck={code.replace('+', '%2B')}&format=blackrock")
        find(f"#next a[href^='{path}?']")[0].click()
        assert find(field)[0].get_attribute("value") == code
        assert find("#format")[0].get_attribute("value") == "blackrock"


def test_a_card_is_patched_and_its_lab_goes_on(browser, find, address, prefect, monkeypatch):
    monkeypatch.setenv("PREFECT_API_URL", prefect["PREFECT_API_URL"])
    monkeypatch.setitem(SIZES, "short", Size(1, "smoke", (), "a few games"))
    browser.get(f"{address}/patch?run=done")
    find("#cards [tabindex='0']")
    tab_to(browser, "#words")
    press(browser, "si:7", "\ue015", "\ue007")  # down, Enter: its first number has the focus
    press(browser, "\ue013", "\ue013")  # up
    until(lambda: find("#told")[0].text == "SI:7 Agent: cost 3 -> 5.")
    assert find(".patched .cost.changed")[0].text == "5"
    assert find(".patched small")[0].text == "▲ from 3, weaker"
    assert "done" in find("#use tbody tr")[0].text
    tab_to(browser, "#replay")
    press(browser, "\ue007")
    until(lambda: "mean" in find("#replayed tbody tr")[-1].text)
    until(lambda: find("#replay")[0].is_enabled())
    assert "of done" in find("#replayed tbody a")[0].text
    picture(browser, "patch")
    browser.get(browser.current_url)
    until(lambda: find("#told")[0].text == "SI:7 Agent: cost 3 -> 5.")
    (attack,) = find("[data-field=attack]")
    attack.clear()
    attack.send_keys("300")
    assert not browser.find_elements("css selector", "#replayed table")
    until(lambda: "attack 300; give a whole number from 0 to 100" in find("#told")[0].text)
    tab_to(browser, ".undo")
    press(browser, "\ue007")
    until(lambda: find("#told")[0].text == "No card is changed yet.")
    browser.get(f"{address}/patch?format=classic&changes=EX1_134.cost.5")
    find(".patched li")
    tab_to(browser, "#archetype")
    press(browser, "aggro-rogue")
    tab_to(browser, "#lab button")
    press(browser, "\ue007")
    find("progress")
    tab_to(browser, "[value=stop]")
    press(browser, "\ue007")
    find("[value=again]")
    tab_to(browser, "[value=again]")
    press(browser, "\ue007")
    find("progress[value='1.0'], .report h2")
    find(".report h2")
    assert "SI:7 Agent: cost 3 -> 5" in find(".report")[0].text
    picture(browser, "lab")
    find("a[href^='/difference']")[0].click()
    find("#heatmap rect[data-row]")


def test_marked_runs_stay_marked_while_the_list_is_renewed(browser, find, address):
    browser.get(f"{address}/")
    boxes = find("input[type=checkbox]", 2)
    for box in boxes[:2]:
        box.click()
    time.sleep(5)
    assert len(find("input:checked", 2)) == 2
    find("form[action='/compare'] button")[0].click()
    until(lambda: "/compare" in browser.current_url)
    picture(browser, "compare")


#: Clicks and waits for the answer; returns the milliseconds, or null if nothing was sent.
CLICK = """
const [node, done] = arguments;
const game = document.getElementById("game");
const start = performance.now();
node.click();
if (!game.hasAttribute("aria-busy")) return done(null);
new MutationObserver((_, seen) => {
  if (game.hasAttribute("aria-busy")) return;
  seen.disconnect();
  done(performance.now() - start);
}).observe(game, { attributes: true });
"""
#: What a simple person would click next, by preference.
PREFERRED = (
    *(".gap.can", "#ask button.can", "[data-place^=enemy].can", "[data-place^=hand].can"),
    *("[data-place^=own].can", "[data-place=power].can", "#end:enabled"),
)


def clicked(browser, selector):
    """Clicks the last element that fits; returns the milliseconds of the answer, if it was sent."""
    nodes = browser.find_elements("css selector", selector)
    return browser.execute_async_script(CLICK, nodes[-1]) if nodes else None


def start_game(browser, find, address, **chosen):
    browser.get(f"{address}/play")
    find("#more summary")[0].click()
    for name, value in chosen.items():
        find(f"#{name} option[value='{value}']")[0].click()
    picture(browser, "play")
    find("#new-game button")[0].click()
    until(lambda: "/play/game" in browser.current_url)
    find("#keep")


def show_all(browser):
    """Shows what the opponent has done; returns whether the person is to act."""
    text = browser.find_element("css selector", "#now").text
    if text.startswith("You have"):
        return False
    if not re.match("Round .*your turn", text):
        browser.find_element("css selector", "body").send_keys(" ")
        time.sleep(0.05)
    return True


def play_on(browser, n=1_000):
    """Plays up to a number of clicks, or to the end; returns the milliseconds of each action."""
    spent = []
    end = time.monotonic() + 20 * WAIT_S
    while len(spent) < n and show_all(browser):
        assert time.monotonic() < end
        there = (each for each in PREFERRED if browser.find_elements("css selector", each))
        selector = next(there, None)
        if selector is None:
            continue  # the opponent thinks
        if len(browser.find_elements("css selector", ".minion")) in (4, 5, 6):
            picture(browser, "board")
        spent += [ms] if (ms := clicked(browser, selector)) is not None else []
    return spent


def test_a_game_is_played_to_its_end_found_by_sql_and_watched(browser, find, address, folder):
    start_game(browser, find, address, kind="beam", first="you")
    find("[data-place='hand:0']")[0].click()
    picture(browser, "mulligan")
    find("#keep")[0].click()
    until(lambda: "your turn" in find("#now")[0].text)
    spent = play_on(browser)
    (watch,) = find("#watch")
    picture(browser, "won")
    said = find("#now")[0].text
    name = watch.get_attribute("href").rpartition("%2F")[2]
    sql = f"select * from play_games where run = '{name}'"
    (row,) = query([folder / "play"], sql).to_dicts()
    assert row["result"] in said
    assert row["opponent"] == "beam"
    assert not row["conceded"]
    watch.click()
    find(".log .here")
    find("body")[0].send_keys("\ue010")  # end
    until(lambda: row["result"] in find(".log li")[-1].text)
    picture(browser, "watched")
    high = float(np.percentile(spent, 95))
    print(f"\n{len(spent)} clicks: median {np.median(spent):.0f} ms, 95th percentile {high:.0f} ms")
    assert high <= 100


def test_a_game_is_begun_with_the_keyboard_taken_back_and_given_up(browser, find, address):
    browser.get(f"{address}/play")
    find("#practice")[0].click()
    find("#first option[value='you']")[0].click()
    find("#new-game button")[0].click()
    find("#keep")
    (body,) = find("body")
    for key in ("1", "\ue007"):  # the first card, Enter
        body.send_keys(key)
    until(lambda: "your turn" in find("#now")[0].text)
    body.send_keys("?")
    until(lambda: find("#hint-list li"))
    hint = [each.text for each in find("#hint-list li")]
    assert hint[-1]
    picture(browser, "hint")
    find("[data-place='hand:0']")
    body.send_keys("k")
    until(lambda: find("#rule")[0].text)
    body.send_keys("e")
    until(lambda: "Round 2, your turn" in find("#now")[0].text)
    body.send_keys("u")
    until(lambda: "Round 1, your turn" in find("#now")[0].text)
    find("#concede")[0].click()
    browser.switch_to.alert.accept()
    until(lambda: find("#now")[0].text == "You have lost.")
    find("#watch")


def test_puzzles_are_missed_solved_and_kept_by_the_browser(browser, find, address):
    numbered = [(n, each) for n, each in enumerate(included(), 1) if each.kind == "survive"]
    number, puzzle = min(numbered, key=lambda each: len(each[1].solution))
    browser.get(f"{address}/puzzle?number={number}")
    find("[data-place^=own].can, [data-place^=hand].can")
    press(browser, "e")
    until(lambda: find("#now")[0].text == "Not solved.")
    assert find("#ask")[0].text.startswith("The opponent wins")
    find("#verdict summary")[0].click()
    assert len(find("#verdict ol li")) == len(puzzle.solution)
    picture(browser, "puzzle-missed")
    browser.execute_script("localStorage.removeItem('hearthlight-puzzles')")
    next(link for link in find(".steps a") if link.text == "try again").click()
    until(lambda: not find("#verdict")[0].text)
    game = puzzle.game()
    for code in puzzle.solution:
        before = len(browser.find_elements("css selector", "#log li:not(.turn)"))
        click_move(browser, find, moves_of(game, game.person)[game.codes().index(code)])
        game.apply(code)
        until(lambda n=before: len(find("#log li:not(.turn)")) > n)
    until(lambda: find("#now")[0].text == "Solved.")
    picture(browser, "puzzle")
    assert find("#streak")[0].text.startswith("1 solved")
    browser.get(f"{address}/puzzle")
    until(lambda: find("#streak")[0].text.startswith("1 solved"))
    find("#solution")[0].click()
    until(lambda: len(find("#verdict ol li")) > 1)
    browser.execute_script("localStorage.removeItem('hearthlight-puzzles')")


def click_move(browser, find, move):
    """Plays an action with the mouse: what acts, its option, its place, its target."""
    if move["kind"] == "end turn":
        return find("#end:not(:disabled)")[0].click()
    find(f"[data-place='{move['source']}'].can")[0].click()
    if move["option"]:
        next(each for each in find("#ask .can") if move["option"]["name"] in each.text).click()
    if gaps := browser.find_elements("css selector", f".gap[data-position='{move['position']}']"):
        gaps[0].click()
    if move["target"] and browser.find_elements("css selector", ".source"):
        find(f"[data-place='{move['target']}'].can")[0].click()
    return None


def test_a_game_is_reviewed_and_played_again_from_a_turn(browser, find, address):
    start_game(browser, find, address, kind="random", first="you")
    find("#keep")[0].click()
    play_on(browser)
    (watch,) = find("#watch")
    watch.click()
    find(".log .here")
    find("#review")[0].click()
    marks = find("#review-curve a", 4)
    n_turns = len(find("#review-table tbody tr"))
    assert len(marks) == n_turns
    browser.execute_script("arguments[0].focus()", marks[2])
    press(browser, "\ue007")  # Enter
    until(lambda: find("#review-turn h3")[0].text.startswith("Round 2"))
    shown = browser.current_url.partition("#")[2]
    assert find(".log .here")[0].get_attribute("data-step") == shown
    assert find("#review-turn .plan li")
    picture(browser, "review")
    (theirs,) = find("#review-curve a:nth-of-type(2)")
    browser.execute_script("arguments[0].focus()", theirs)
    press(browser, "\ue007")
    until(lambda: not browser.find_elements("css selector", "#review-turn button"))
    browser.execute_script("arguments[0].focus()", find(f"#review-curve a[href='#{shown}']")[0])
    press(browser, "\ue007")
    find("#review-turn button")[0].click()
    until(lambda: "/play/game" in browser.current_url)
    until(lambda: "Round 2, your turn" in find("#now")[0].text)
    assert find("#undo")


def test_a_counted_game_is_reviewed(browser, find, address, run):
    browser.get(f"{address}/replay?run={run}&evaluation=1&game=1")
    find(".log .here")
    find("#review")[0].click()
    find("#review-curve circle", 4)
    find("#review-table summary")[0].click()
    find("#review-table a")[1].click()
    until(lambda: find("#review-turn h3")[0].text.startswith("Round 1"))
    assert "before" in find("#review-turn p")[0].text
    find("#review-turn button")[0].click()
    until(lambda: "/play/game" in browser.current_url)
    until(lambda: "Round 1, your turn" in find("#now")[0].text)


def test_a_league_is_followed_and_a_player_is_played_against(browser, find, address, folder):
    path, league = folder / "live", LEAGUE.but(n_games=4)
    FILE.write(path, league, code="", cards="")
    with lock(path):
        browser.get(f"{address}/")
        next(link for link in find("tbody a") if link.text == "live").click()
        find("[data-against=random]")
        tab_to(browser, "#deck").send_keys("Aggro Hunter")
        tab_to(browser, "[data-against='fair-beam:aggro']")
        play_league(path, league, 1)
        find(".intervals", 3)  # without a reload
        assert browser.switch_to.active_element.get_attribute("data-against") == "fair-beam:aggro"
        press(browser, "\ue007")  # Enter
        until(lambda: "/play/game" in browser.current_url)
        until(lambda: "Aggro Hunter" in find("main")[0].text)
        browser.get(f"{address}/study?run=live")
        (deck,) = find("#deck")
        deck.send_keys("Fierball")
        find("[data-against=random]")[0].click()
        until(lambda: "Your deck" in find("#said")[0].text)
    assert browser.get_log("browser")  # the refusal


def test_two_browsers_play_a_game_each(browser, other_browser, find, address, folder):
    small_network(folder / "small" / "players" / "00001.npz")
    (folder / "small" / "self-play.json").write_text("{}")
    start_game(browser, find, address, kind="one-turn", first="you")
    seek = finder(other_browser)
    other_browser.get(f"{address}/play")
    seek("#practice")[0].click()
    seek("#more summary")[0].click()
    seek("#kind option[value=learned]")[0].click()
    seek("#network option:last-child")[0].click()
    until(lambda: "Trained: none" in seek("#network-facts")[0].text)
    seek("select[data-for=theirs-0] .built option")[0].click()
    assert "# Class: Rogue" in seek("#theirs-0")[0].get_attribute("value")
    picture(other_browser, "learned")
    seek("#first option[value=you]")[0].click()
    seek("#new-game button")[0].click()
    for each in (find, seek):
        each("#keep")[0].click()
    for _ in range(4):
        play_on(browser, 2)
        play_on(other_browser, 2)
    assert "expert" in find("#log")[0].text
    assert "learned:small/players/00001" in seek("#log")[0].text
    until(lambda: show_all(other_browser) and seek("#end")[0].is_enabled())
    seek("#hinter option:last-child")[0].click()
    seek("#hint")[0].click()
    assert len(seek("#hint-list li")) == 1
    before = len(seek("#log li"))
    seek("#undo")[0].click()
    until(lambda: len(seek("#log li")) < before)
    assert "your turn" in seek("#now")[0].text  # at once, without the opponent's actions again
    n = len(find("#log li"))
    seek("#concede")[0].click()
    other_browser.switch_to.alert.accept()
    until(lambda: seek("#now")[0].text == "You have lost.")
    seek("#watch")
    assert len(find("#log li")) >= n  # the other game goes on
    play_on(browser, 2)
    assert len(find("#log li")) > n
    for each in (browser, other_browser):
        each.get(f"{address}/play")
    assert find("a[href^='/play/game']")  # by the secret of the browser that goes on
    assert not other_browser.find_elements("css selector", "a[href^='/play/game']")


@pytest.mark.parametrize("page", ["archive?run=done", "difference?run=done&other=study/sliding"])
def test_the_deck_of_a_cell_is_read_without_scrolling(browser, find, address, sized, page):
    sized(1280, 900)
    browser.get(f"{address}/{page}")
    find("#heatmap rect[data-row]", 2)
    browser.execute_script("document.getElementById('heatmap').focus()")
    find("#heatmap")[0].send_keys("\ue014")
    until(lambda: "deck" in find("#pointed")[0].text.lower())
    assert browser.execute_script("return scrollY") == 0
    bottom = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom"
    assert max(browser.execute_script(bottom, each) for each in ("#pointed", "#heatmap")) <= 900


def test_a_deck_fits_a_narrow_screen(browser, find, address, run, sized):
    sized(400, 800)
    browser.get(f"{address}/deck?run={run}&evaluation=1")
    for each in find("html, table", 3):
        assert each.get_property("scrollWidth") <= each.get_property("clientWidth")
    assert find("html")[0].get_property("scrollHeight") < 6_000


def test_cards_are_reached_with_the_tab_key_and_say_their_text(browser, find, address, run):
    browser.get(f"{address}/replay?run={run}&evaluation=1&game=1")
    find(".log .here")
    find(".plan")
    assert find("[role=img][aria-label*='costs']")
    card = tab_to(browser, "[data-place][aria-label*=' attack, ']")
    assert find("#card-text")[0].text == card.get_attribute("aria-label")
    place = card.get_attribute("data-place")
    press(browser, "\ue00f", "\ue00e")  # a turn on, and back
    assert tab_to(browser, "*").get_attribute("data-place") == place
    browser.get(f"{address}/deck?run={run}&evaluation=1")
    chip = tab_to(browser, ":is(.added, .removed) > .card-name")
    (large,) = find("#big .card")
    assert large.is_displayed()
    assert chip.text in large.text
    press(browser, "\ue00c")  # escape
    assert not browser.find_elements("css selector", "#big .card")


def test_a_turn_is_played_with_the_tab_key_and_enter(browser, find, address):
    browser.get(f"{address}/play")
    find("#first option[value=you]")[0].click()
    tab_to(browser, "#new-game [type=submit]")
    press(browser, "\ue007")
    find("#keep")
    tab_to(browser, "#keep")
    press(browser, "\ue007")
    until(lambda: "Round 1, your turn" in find("#now")[0].text)
    assert tab_to(browser, "*").tag_name != "body"  # it stays where the person is
    tab_to(browser, "#end")
    press(browser, "\ue007")
    shown = r"Round 2, your turn\. .*You draw"
    until(lambda: press(browser, " ") or re.search(shown, find("#now")[0].text))
    assert tab_to(browser, "*").tag_name != "body"
    assert "the opponent draws a card" in find("#log")[0].text


def seconds_until(browser, find, address, selector, n=1):
    browser.get("about:blank")
    start = time.perf_counter()
    browser.get(address)
    find(selector, n)
    return time.perf_counter() - start


@pytest.mark.skipif(MINE is not None, reason="measures runs of its own")
def test_large_archives_and_long_games_open_in_time(browser, find, address, folder):
    """The best of three each: other processes may have the cores meanwhile."""
    opened = []
    for copy in range(3):
        write_run(folder / f"large-{copy}", seed=9, n=10_000, size=500)
        page = f"{address}/archive?run=large-{copy}"
        opened.append(seconds_until(browser, find, page, "#heatmap rect[data-row]", 2))
    print(f"\narchive of 10,000 decks: {', '.join(f'{each:.2f}' for each in opened)} s")
    spent = []
    for game in range(6):
        page = f"{address}/replay?run=done&evaluation=1&game={game}"
        tries = [seconds_until(browser, find, page, ".log .here") for _ in range(3)]
        n = len(browser.find_elements("css selector", ".log [data-step]"))
        spent.append((n, min(tries)))
    games = ", ".join(f"{n} actions {1000 * best:.0f} ms" for n, best in sorted(spent))
    print(f"games: {games}")
    load = max(1.0, os.getloadavg()[0] / os.cpu_count())  # the limits are of a quiet machine
    assert min(opened) <= 1 * load
    assert max(best for _, best in spent) <= 0.3 * load


def test_two_archives_are_shown_as_a_difference(browser, find, address):
    browser.get(f"{address}/difference?run=done&other=study/sliding")
    find("#heatmap rect[data-row]", 2)
    assert "only in" in find("#summary")[0].text
    find("#heatmap")[0].send_keys("\ue014")
    until(lambda: "deck" in find("#pointed")[0].text)
    picture(browser, "difference")
