"""The pages on large and small screens, light and dark, and with the keyboard only, in Chromium."""

import pytest

from engine.decks import deck_code
from flows.faces.app.labs import AskedLab
from flows.studies.league.page import REPORT
from models.players.decks import named_deck
from tasks.reports.pages import write_page
from tasks.reports.run import write_report
from tasks.storage.files import write_json
from tests.flows.faces.app.browsing import finder, needs_chromium, picture, press, tab_to
from tests.flows.studies.league.conftest import LEAGUE, play
from tests.waiting import until

pytestmark = [pytest.mark.slow, needs_chromium]
SIZES = [(1280, 900), (400, 800)]
#: Of WCAG 2.2, level AA, for text of any size.
MIN_CONTRAST = 4.5
MAX_HEIGHT = 12_000
TAB, ENTER, DOWN, RIGHT, END = "\ue004", "\ue007", "\ue015", "\ue014", "\ue010"
#: Pages, and what is there once their scripts are done.
PAGES = {
    "/": "table",
    "/archive?run=done": "#heatmap rect",
    "/archive?run=cubes": "#heatmap rect",
    "/archive?run=killed": ".notice",
    "/compare?run=done&run=study/sliding": ".curve",
    "/difference?run=done&other=study/sliding": "#heatmap rect",
    "/deck?run=done&evaluation=1": ".drawn",
    "/bench?run=done&evaluation=1": ".manacurve",
    "/replay?run=done&evaluation=1&game=1": ".plan",
    "/doctor?deck=Zoolock": "#examine",
    "/doctor/watch?deck=Zoolock&game=1": ".plan",
    "/builder?deck=Zoolock&format=blackrock": ".steps a",
    "/patch?changes=EX1_032.attack.1,EX1_134.cost.9": "#use td",
    "/patch/lab?id=sun-1": ".report h2",
    "/play": "#kind option",
    "/puzzle?number=3": "#own .hero",
    "/nothing": ".lead",
    "/report/done/": "img",
    "/study?run=league": ".intervals",
    "/study?run=listed": ".steps a",
}
#: Cards of a Mage, most of which need a target.
MAGE = """
2x Ice Lance, 2x Frostbolt, 2x Fireball, 2x Elven Archer, 2x Voodoo Doctor, 2x Pyroblast,
2x Ironforge Rifleman, 2x Stormpike Commando, 2x Earthen Ring Farseer, 2x Shattered Sun Cleric,
2x Abusive Sergeant, 2x Ironbeak Owl, 2x Dark Iron Dwarf, 2x Spellbreaker, 2x Arcane Missiles
""".replace(", ", "\n").replace(",", "")
#: Decks of which two cards, the first two, ask for a choice: of two options, or of three cards.
CHOOSING = {
    "Choose: ": """
2x Power of the Wild, 2x Ancient of Lore, 2x Wisp, 2x Murloc Raider, 2x Bloodfen Raptor,
2x River Crocolisk, 2x Chillwind Yeti, 2x Oasis Snapjaw, 2x Boulderfist Ogre, 2x War Golem,
2x Magma Rager, 2x Core Hound, 2x Innervate, 2x Healing Touch, 2x Ironbark Protector
""",
    "Choose a card: ": """
2x Tracking, 2x Arcane Shot, 2x Wisp, 2x Murloc Raider, 2x Bloodfen Raptor,
2x River Crocolisk, 2x Chillwind Yeti, 2x Oasis Snapjaw, 2x Boulderfist Ogre, 2x War Golem,
2x Magma Rager, 2x Core Hound, 2x Timber Wolf, 2x Hunter's Mark, 2x Multi-Shot
""",
}
#: Visible texts with less contrast than the argument, as [text, contrast, element].
FAINT = """
const parsed = (text) => {
  const [red, green, blue, alpha = 1] = text.match(/[\\d.]+/g).map(Number);
  return [red, green, blue, alpha];
};
const over = (top, below) =>
  [0, 1, 2].map((i) => top[3] * top[i] + (1 - top[3]) * below[i]).concat(1);
const linear = (part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const light = ([red, green, blue]) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
function contrast(one, other) {
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}
// What is behind a text; of stripes their last colour.
function ground(node) {
  const layers = [];
  for (let at = node; at && layers.at(-1)?.[3] !== 1; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    layers.push(parsed(backgroundImage.match(/rgba?\\([^)]*\\)/g)?.at(-1) ?? backgroundColor));
  }
  return layers.reduceRight((below, top) => over(top, below), [255, 255, 255, 1]);
}
function opacity(node) {
  return node ? getComputedStyle(node).opacity * opacity(node.parentElement) : 1;
}
const holders = new Map();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const text = walker.currentNode.data.trim();
  if (text) holders.set(walker.currentNode.parentElement, text);
}
for (const field of document.querySelectorAll("input, select, textarea")) {
  holders.set(field, field.value);
}
const isSeen = (node) => node.checkVisibility({ visibilityProperty: true });
const isOut = (node) => node.closest("option, .hidden, :disabled");
const seen = [...holders].filter(([node]) => isSeen(node) && !isOut(node));
const [least] = arguments;
const shown = seen.map(([node, text]) => {
  const style = getComputedStyle(node);
  const colour = parsed(node instanceof SVGElement ? style.fill : style.color);
  const below = ground(node);
  colour[3] *= opacity(node);
  return [text.slice(0, 40), contrast(over(colour, below), below), node.outerHTML.slice(0, 80)];
});
return [shown.length, shown.filter(([, found]) => found < least)];
"""
#: Whether the focus is where a person sees it: framed, within the window, below nothing.
FOCUS = """
const node = document.activeElement;
const { outlineStyle, outlineWidth } = getComputedStyle(node);
const box = node.getClientRects()[0];
const x = Math.max(box.left, 0) + Math.min(box.width / 2, 20);
const top = document.elementFromPoint(x, Math.max(box.top, 0) + Math.min(box.height / 2, 9));
return {
  name: node.outerHTML.slice(0, 80),
  isOver: node === document.body,
  isSeen: outlineStyle === "solid" && parseFloat(outlineWidth) >= 2
    && (node.matches("iframe, .skip") || node.contains(top) || top?.contains(node)),
};
"""


@pytest.fixture(scope="module", autouse=True)
def report(folder):
    play(folder / "league", LEAGUE.but(n_games=4))
    REPORT.write(folder / "league")
    code = deck_code(named_deck("Zoolock"))
    write_page(folder / "listed" / "report", f"# Tiers\n\n## Deck lists\n\n`{code}`\n")
    lab = folder / "labs" / "sun-1"
    asked = AskedLab(name="sun", cards={"EX1_032": {"attack": 1}}, archetype="control-paladin")
    write_json(lab.with_suffix(".json"), asked.model_dump())
    write_page(lab / "report", "# What sun does\n\nIt sets.\n\n## Summary\n\nNo clear change.\n")
    return write_report(folder / "done")


@pytest.fixture
def themed(browser):
    """Sets the first browser's colour scheme; afterwards it is as it was."""

    def made(theme):
        scheme = {"name": "prefers-color-scheme", "value": theme}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    yield made
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def faults(browser):
    """What is wrong with the page that is shown."""
    n, faint = browser.execute_script(FAINT, MIN_CONTRAST)
    assert n > 4
    root = "return [scrollingElement.scrollWidth, innerWidth, scrollingElement.scrollHeight]"
    width, room, height = browser.execute_script(f"const {{ scrollingElement }} = document; {root}")
    alts = "[...document.images].filter((each) => !each.naturalWidth).map((each) => each.alt)"
    empty = browser.execute_script(f"return {alts}")
    wide = [f"{width} px wide"] if width > room else []
    tall = [f"{height} px tall"] if height > MAX_HEIGHT else []
    return [*faint, *wide, *tall, *empty]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_fit_the_screen_and_can_be_read(browser, address, sized, themed, size, theme):
    sized(*size)
    themed(theme)
    find, found = finder(browser), {}
    for page, ready in PAGES.items():
        browser.get(address + page)
        find(ready)
        found[page] = faults(browser)
    assert not {page: wrong for page, wrong in found.items() if wrong}
    browser.get_log("browser")  # refused are a page that is not there, and a report's script


@pytest.mark.parametrize("size", SIZES)
def test_the_tab_key_walks_through_each_page_and_the_focus_is_seen(browser, address, sized, size):
    sized(*size)
    find, found = finder(browser), {}
    for page, ready in PAGES.items():
        browser.get(address + page)
        find(ready)
        places = []
        while not places or not places[-1]["isOver"]:
            assert len(places) < 250, f"{page}: the tab key does not leave the page"
            press(browser, TAB)
            places.append(browser.execute_script(FOCUS))
        found[page] = [each["name"] for each in places[:-1] if not each["isSeen"]]
    assert not {page: wrong for page, wrong in found.items() if wrong}
    browser.get_log("browser")


def enter(browser, selector):
    tab_to(browser, selector)
    press(browser, ENTER)


def type_deck(browser, selector, deck=MAGE):
    tab_to(browser, selector)
    browser.execute_script("document.activeElement.select()")
    press(browser, deck.strip())


def end_turn(browser, find):
    """Ends the turn, and skips what the opponent does; the game may be over then."""
    before = find("#now")[0].text

    def is_over_or_next_turn():
        press(browser, " ")
        now = find("#now")[0].text
        return now.startswith("You have") or ("your turn" in now and now != before)

    enter(browser, "#end")
    until(is_over_or_next_turn)


def place_when_playable(browser, find, card):
    """Ends turns until the card can be played; the empty text if the game ends before."""
    while "your turn" in find("#now")[0].text:
        for number, name in enumerate(find("[data-place^=hand] .name")):
            place = f"[data-place='hand:{number}'].can"
            if name.text == card and browser.find_elements("css selector", place):
                return place
        end_turn(browser, find)
    return ""


def attack_the_enemy_hero(browser, find):
    """Plays turns until a card of the hand is used on the opponent's hero; returns its name."""
    for _ in range(10):
        for number in range(len(find("[data-place^=hand]"))):
            card = f"[data-place='hand:{number}'].can"
            if not browser.find_elements("css selector", card):
                continue
            name = find(f"{card} .name")[0].text
            enter(browser, card)
            if browser.find_elements("css selector", ".gap.can"):
                enter(browser, ".gap.can")
            if browser.find_elements("css selector", "[data-place=enemy-hero].can"):
                enter(browser, "[data-place=enemy-hero].can")
                until(lambda name=name: name in find("#log")[0].text)
                return name
            press(browser, "\ue00c")  # escape
            until(lambda: find("#end")[0].is_enabled())
        end_turn(browser, find)
    raise AssertionError("no card had a target")


def test_all_is_done_with_the_keyboard_only(browser, find, address):
    browser.get(f"{address}/")
    enter(browser, "a[href='/archive?run=done']")
    find("#heatmap rect[data-row]", 2)
    tab_to(browser, "#heatmap")
    press(browser, RIGHT, ENTER)
    until(lambda: "/deck?" in browser.current_url)
    enter(browser, "a[href='/play']")
    find("#kind option")
    tab_to(browser, "#first")
    press(browser, DOWN)  # you
    type_deck(browser, "#own-0")
    enter(browser, "#new-game [type=submit]")
    find("#keep")
    tab_to(browser, "[data-place='hand:0']")
    press(browser, " ")
    assert find(".replaced")
    enter(browser, "#keep")
    until(lambda: "Round 1, your turn" in find("#now")[0].text)
    attack_the_enemy_hero(browser, find)
    enter(browser, "#concede")
    browser.switch_to.alert.accept()
    find("#watch")
    enter(browser, "#watch")
    find(".log .here")
    press(browser, RIGHT)
    assert find(".log .here")[0].get_attribute("data-step") == "1"
    press(browser, END)
    assert "gave up" in find("#log")[0].text


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_a_deck_is_built_with_the_keyboard_only(browser, find, address, sized, themed, size, theme):
    sized(*size)
    themed(theme)
    browser.get(f"{address}/builder?format=blackrock")
    find("#cards [tabindex='0']")
    tab_to(browser, "#words")
    for name in ("fireball", "ice lance", "dr. boom"):
        browser.execute_script("document.activeElement.select()")
        press(browser, name, DOWN, ENTER, ENTER)
        tab_to(browser, "#hero")
        tab_to(browser, "#words")
    assert "one copy of Dr. Boom" in find("#refused")[0].text
    assert find("#count")[0].text == "5 of 30 cards"
    browser.execute_script("document.activeElement.select()")
    press(browser, "ice lance", DOWN, "\ue017")  # delete
    until(lambda: "add 26" in find("#legal")[0].text)
    tab_to(browser, "#deck [aria-label^='Dr. Boom']")
    press(browser, ENTER)
    until(lambda: "add 27" in find("#legal")[0].text)
    assert browser.execute_script("return document.activeElement.matches('#deck button')")
    picture(browser, f"building-{size[0]}-{theme}")
    assert not faults(browser)
    until(lambda: "deck=AAE" in browser.current_url)
    browser.get(browser.current_url)
    until(lambda: find("#count")[0].text == "3 of 30 cards")


@pytest.mark.parametrize("asked", list(CHOOSING))
def test_options_and_cards_are_chosen_by_keyboard(browser, find, address, sized, themed, asked):
    deck = CHOOSING[asked].replace("\n2x", " 2x").replace(", ", "\n").replace(",\n", "\n")
    card = deck.strip().split("\n")[0].removeprefix("2x ")
    place = ""
    while not place:  # another game if the card was too deep in the deck
        browser.get(f"{address}/play")
        find("#kind option")
        tab_to(browser, "#first")
        press(browser, DOWN)
        enter(browser, "#more summary")
        tab_to(browser, "#kind")
        press(browser, "random")  # seldom wins before the card is drawn
        type_deck(browser, "#own-0", deck)
        enter(browser, "#new-game [type=submit]")
        find("#keep")
        enter(browser, "#keep")
        until(lambda: "your turn" in find("#now")[0].text)
        place = place_when_playable(browser, find, card)
    enter(browser, place)
    until(lambda: find("#ask")[0].text.startswith(asked.strip()))
    found = {}
    for theme in ("light", "dark"):
        themed(theme)
        for size in SIZES:
            sized(*size)
            picture(browser, f"choice-{card}-{size[0]}-{theme}")
            found[theme, size] = faults(browser)
    assert not {at: wrong for at, wrong in found.items() if wrong}
    tab_to(browser, "#ask button:nth-of-type(2)")
    press(browser, ENTER)
    until(lambda: find("#ask")[0].get_attribute("hidden") is not None)
    assert card in find("#log")[0].text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_game_fits_the_screen_and_starts_by_a_click(browser, find, address, sized, themed, theme):
    themed(theme)
    browser.get(f"{address}/play")
    find("#first option[value=you]")[0].click()
    type_deck(browser, "#own-0")
    find("#new-game [type=submit]")[0].click()  # the deck's account comes between press and release
    find("#keep")
    find("[data-place='hand:0']")[0].click()
    found = {}
    for moment in ("mulligan", "turn"):
        for size in SIZES:
            sized(*size)
            found[moment, size] = faults(browser)
        if moment == "mulligan":
            find("#keep")[0].click()
            until(lambda: "your turn" in find("#now")[0].text)
    assert not {moment: wrong for moment, wrong in found.items() if wrong}
