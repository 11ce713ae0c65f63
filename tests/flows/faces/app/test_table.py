"""The first page, drawn cards, motion and touch in Chromium."""

import pytest

from tests.flows.faces.app.browsing import needs_chromium, picture, press
from tests.flows.faces.app.test_in_browser import show_all
from tests.waiting import until

pytestmark = [pytest.mark.slow, needs_chromium]
#: Cards of a Mage that can be played in the first turn, without a target.
CHEAP = """2x Wisp, 2x Murloc Raider, 2x Worgen Infiltrator, 2x Young Priestess, 2x Stonetusk Boar,
2x Goldshire Footman, 2x Murloc Tidecaller, 2x Mana Wyrm, 2x Southsea Deckhand, 2x Leper Gnome,
2x Argent Squire, 2x Shieldbearer, 2x Young Dragonhawk, 2x Secretkeeper, 2x Angry Chicken"""
#: Counts what is put on top of the board from now on.
COUNT = """
window.moved = 0;
const counted = (found) => {
  for (const each of found) window.moved += each.addedNodes.length;
};
new MutationObserver(counted).observe(document.getElementById("motion"), { childList: true });
"""


@pytest.fixture
def game(browser, find, address):
    """Starts a game with cheap cards; the person is to act."""

    def started():
        browser.get(f"{address}/play")
        find("#first option[value=you]")[0].click()
        (deck,) = find("#own-0")
        deck.clear()
        deck.send_keys(CHEAP)
        find("#new-game [type=submit]")[0].click()
        find("#keep")[0].click()
        until(lambda: "your turn" in find("#now")[0].text)

    return started


def test_one_click_starts_a_game_and_the_level_is_remembered(browser, find, address):
    browser.get(f"{address}/")
    find("#fan .card", 3)
    picture(browser, "home")
    find("#level option[value=expert]")[0].click()
    find("#now button")[0].click()
    until(lambda: "/play/game" in browser.current_url)
    find("#keep")
    assert find("#enemy .hero strong")[0].text.startswith("expert: ")
    for page in ("/", "/play"):
        browser.get(f"{address}{page}")
        find("#level")
        assert find("#level")[0].get_property("value") == "expert"
    browser.execute_script("localStorage.clear()")


def test_the_doors_lead_to_a_run_and_to_the_doctor(browser, find, address):
    browser.get(f"{address}/")
    find(".door .newest")[0].click()
    until(lambda: "/archive?run=" in browser.current_url)
    browser.back()
    find("#deck")[0].send_keys("Zoolock")
    find(".door form[action='/doctor'] button")[0].click()
    until(lambda: "/doctor?deck=Zoolock" in browser.current_url)
    assert find("#deck")[0].get_property("value") == "Zoolock"


def placed(browser):
    """Plays a card of the hand; returns how much was in motion."""
    browser.execute_script(COUNT)
    before = len(browser.find_elements("css selector", "#own .minion"))
    browser.find_elements("css selector", "[data-place^=hand].can")[0].click()
    for place in browser.find_elements("css selector", ".gap.can"):
        place.click()
        break
    until(lambda: len(browser.find_elements("css selector", "#own .minion")) > before)
    return browser.execute_script("return window.moved")


def test_actions_move_at_the_chosen_pace_and_not_if_less_motion_is_asked_for(browser, find, game):
    game()
    assert placed(browser) > 0
    until(lambda: not browser.find_elements("css selector", ".ghost"))
    browser.find_element("css selector", "#end").click()
    until(lambda: show_all(browser) and "Round 2, your turn" in find("#now")[0].text)
    find("#pace")[0].send_keys("\ue011")  # home: no animations
    assert find("#pace")[0].get_attribute("aria-valuetext") == "no animations"
    assert placed(browser) == 0
    browser.refresh()
    assert find("#pace")[0].get_property("value") == "0"
    find("#pace")[0].send_keys("\ue010")  # end: very fast
    scheme = {"name": "prefers-reduced-motion", "value": "reduce"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    find("#end")[0].click()
    until(lambda: show_all(browser) and "Round 3, your turn" in find("#now")[0].text)
    assert placed(browser) == 0
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    browser.execute_script("localStorage.clear()")


def tap(browser, node):
    actions = pytest.importorskip("selenium.webdriver.common.actions.action_builder")
    inputs = pytest.importorskip("selenium.webdriver.common.actions.pointer_input")
    finger = actions.ActionBuilder(browser, mouse=inputs.PointerInput("touch", "finger"))
    finger.pointer_action.move_to(node).pointer_down().pointer_up()
    finger.perform()


def test_a_tap_shows_a_card_and_a_second_one_plays_it(browser, find, game, sized):
    sized(400, 800)
    game()
    (card, *_) = find("[data-place^=hand].can")
    place, name = card.get_attribute("data-place"), card.get_attribute("aria-label")
    tap(browser, card)
    assert find("#text")[0].text == name
    assert not browser.find_elements("css selector", ".source, #own .minion")
    tap(browser, find(f"[data-place='{place}']")[0])
    until(lambda: browser.find_elements("css selector", "#own .minion"))
    press(browser, "e")


def test_a_tap_on_a_name_shows_its_card_and_one_elsewhere_hides_it(browser, find, address, sized):
    sized(400, 800)
    browser.get(f"{address}/deck?run=done&evaluation=1")
    name = next(each for each in find(".card-name") if each.is_displayed())
    tap(browser, name)
    (shown,) = find("#big.over .card")
    assert name.text in shown.text
    box = shown.rect
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 400
    tap(browser, find("h1")[0])
    assert not browser.find_elements("css selector", "#big .card")


def test_the_own_deck_shows_the_chance_of_each_card_and_the_log_the_cards(browser, find, game):
    game()
    n = int(find("#n-left")[0].text)
    rows = find("#left li", 2)
    shown = [row.text.split("\n")[1:] for row in rows]
    assert sum(int(name[0]) if name[1:3] == "x " else 1 for name, _ in shown) == n
    assert {chance for _, chance in shown} <= {f"{round(100 * k / n)} %" for k in (1, 2)}
    placed(browser)
    (line, *_) = find("#log li [tabindex]")
    browser.execute_script("arguments[0].focus()", line)
    read = find("#text")[0].text
    assert read.split(",")[0] in line.text
    assert find("#big .card .name")[0].text in read
