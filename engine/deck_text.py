"""Decks as people write them: lists of cards, the game's export, texts with a code, JSON files."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.card_data import CardData, DeckError, find_card, known_card, quoted
from engine.deck_rules import (
    CLASSES,
    DECK_SIZE,
    Deck,
    check_hero,
    class_of,
    deck_from_code,
    deck_label,
    find_codes,
    validate_deck,
)
from engine.formats import DEFAULT_FORMAT
from engine.input_files import parse_json, read_text
from engine.patches import Patch


def deck_from_names(hero: str, names: Iterable[str], name: str = "") -> Deck:
    """Returns the deck of these English card names, one per copy; not validated."""
    cards = tuple(find_card(card_name).id for card_name in names)
    return Deck(name, check_hero(hero, quoted(name) if name else "the deck"), cards)


# --- lines of a list ---

#: Letters of a text, and of a line with a card: the patterns below can take time with their square.
MAX_TEXT, _MAX_LINE = 20_000, 100
#: Numbers beside a name: "2x", "2 x", "x2", "2", "(2)", "[x2]", "Backstab: 2", "Backstab\xd72".
_NUMBER = r"(?P<open>[(\[])? ?(?P<x>[x\xd7] ?)?(?P<n>[0-9]+)(?![0-9.])"
_BEFORE = re.compile(rf"{_NUMBER}(?P<y>[x\xd7]| [x\xd7](?![a-z]))? ?[)\]]?[ :-]*", re.IGNORECASE)
_AFTER = re.compile(rf"(?:[ :-]+|(?=[(\[\xd7])){_NUMBER}(?P<y> ?[x\xd7])? ?[)\]]?$", re.IGNORECASE)
_ALONE = re.compile(r"[x\xd7]?[0-9]{1,2}[x\xd7]?", re.IGNORECASE)
_EXPORTED = re.compile(r"#\s*[0-9]+\s*[x\xd7]\s*\([0-9]+\)\s*(?=\S)", re.IGNORECASE)
#: What sites write around names: links, codes, bullets, emphasis, frames of tables, rarities.
_LINKED = re.compile(r"(?<!\[)\[+([^\[\]]+)\]+\([^()\s]*\)|\[\[([^\[\]]+)\]\]")
_FOREIGN = re.compile(r"://|AAE[A-Za-z0-9+/%]{9}")
_AROUND = re.compile(r"[*`|\u2605\u2606\u2b50]|\s#.*")
_BULLET = re.compile(r"^\s*[-\u2013\u2022\xb7+>]\s+")
_INVISIBLE = re.compile("[\ufeff\u200b-\u200f\u2060]")  # a file's mark, and signs between letters
_FACT = re.compile(
    r"(class|name|deck|format|deck type|archetype|author|mode|season|crafting cost|dust|dust cost|"
    r"mana|source|link|url|created|updated)\s*:(.*)",
    re.IGNORECASE,
)
_HEADING = {
    *("class", "neutral", "card", "cards", "deck", "list", "main", "total", "playable"),
    *("minion", "minions", "spell", "spells", "ability", "abilities", "weapon", "weapons"),
    *(hero.casefold() for hero in CLASSES),
}


def _split(line: str, new: Sequence[CardData]) -> tuple[str, list[re.Match[str]]]:
    """The name in a line, and the numbers before and after it, two at most."""
    numbers: list[re.Match[str]] = []
    while known_card(line, new) is None and len(numbers) < 2:
        number = _BEFORE.match(line) or _AFTER.search(line)
        if number is None:
            break
        numbers.append(number)
        line = line[: number.start()] + line[number.end() :]
    return line, numbers


def _count(numbers: list[re.Match[str]], card: CardData) -> str:
    """The one of a line's numbers that counts copies; the other one is the cost."""
    marked = [each for each in numbers if each["x"] or each["y"]]
    no_cost = [each for each in numbers if int(each["n"]) != card.cost]
    bare = [each for each in numbers if not each["open"]]
    for chosen in (numbers, marked, no_cost, bare):
        if len(chosen) == 1:
            return chosen[0]["n"]
    return numbers[0]["n"] if numbers else "1"


@dataclass
class _List:
    """What the lines of a text say beside a code; `problem` is the first one.

    `new` are cards that a patch adds.
    """

    size: int
    new: Sequence[CardData] = ()
    name: str = ""
    hero: str = ""
    cards: list[str] = field(default_factory=list)
    problem: str = ""

    def read(self, number: int, line: str) -> None:
        """Reads one line."""
        if line.startswith("###"):
            self.name = line.strip("# ")
        elif line.startswith("#") and not _EXPORTED.match(line):
            self._has_fact(line.strip("# "))  # what else stands behind a # is a comment
        else:
            line = _LINKED.sub(lambda link: link[1] or link[2], line.lstrip("# "))
            words = _BULLET.sub("", _AROUND.sub(" ", line)).split()
            line = " ".join(word for word in words if not _FOREIGN.search(word))
            if not self._has_fact(line) and not self._is_heading(line):
                self._read_cards(number, line)

    def _has_fact(self, line: str) -> bool:
        """Whether a line is a fact, such as "Class: Rogue"; the name and the class are kept."""
        fact = _FACT.fullmatch(line)
        if fact is None:
            return False
        key, value = fact[1].casefold(), fact[2].strip()
        if key == "class":
            self.hero = value.partition(" ")[0]
        elif key in ("name", "deck"):
            self.name = self.name or value
        return True

    def _is_heading(self, line: str) -> bool:
        """Whether a line is a heading, such as "Rogue (14)"; a class is kept."""
        words = re.findall(r"[^\W\d_]+", line.casefold())
        if not words or not _HEADING.issuperset(words):
            return False
        classes = [word for word in words if word.upper() in CLASSES]
        self.hero = self.hero or (classes[0] if len(classes) == 1 else "")
        return True

    def _read_cards(self, number: int, line: str) -> None:
        is_one = (
            len(line) <= _MAX_LINE and known_card(_split(line, self.new)[0], self.new) is not None
        )
        for piece in [line] if is_one else re.split("[,;]", line):
            if piece.strip():
                try:
                    self.cards += self._copies(piece.strip())
                except DeckError as error:
                    self.problem = self.problem or f"line {number}: {error}"

    def _copies(self, piece: str) -> list[str]:
        name, numbers = _split(piece[: _MAX_LINE + 1], self.new)
        if self.problem and known_card(name, self.new) is None:
            return []  # looking for similar names takes time
        card = find_card(name or piece, self.new)
        count = _count(numbers, card)
        if len(count) > 3 or not 1 <= int(count) <= self.size:
            raise DeckError(f"{quoted(count)} copies of '{card.name}'; write 1 or 2")
        return [card.id] * int(count)

    @property
    def is_there(self) -> bool:
        """Whether any line names a card, or could."""
        return bool(self.cards or self.problem)

    def deck(self, hero: str, name: str, format: str | None) -> Deck:
        """Returns the deck; raises a `DeckError` if it is not legal, or not all is read."""
        if self.problem:
            raise DeckError(self.problem)
        label = deck_label(Deck(name, "", ()))
        deck = Deck(name, check_hero(hero or class_of(self.cards), label), tuple(self.cards))
        validate_deck(deck, self.size, format=format)
        return deck


def _list_of(text: str, size: int, new: Sequence[CardData]) -> _List:
    found = _List(size, new)
    if "\n" not in text.strip():  # an export that was pasted into a field of one line
        text = re.sub(r"\s+#(?=\s|$)", "\n#", text)
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(_beside_names(lines, new), start=1):
        found.read(number, line)
    return found


def _beside_names(lines: list[str], new: Sequence[CardData]) -> list[str]:
    """Joins each card's name with its cost and count, if these stand on lines of their own."""
    filled = [line for line in lines if line]
    cards = [i for i, line in enumerate(filled) if known_card(line, new) or _ALONE.fullmatch(line)]
    body = filled[cards[0] : cards[-1] + 1] if cards else []
    is_number = [bool(_ALONE.fullmatch(line)) for line in body]
    n_names = len(body) - sum(is_number)
    if not n_names or not any(is_number) or len(body) % n_names:
        return lines
    size = len(body) // n_names
    groups = [is_number[i : i + size] for i in range(0, len(body), size)]
    if any(group != groups[0] or all(group) for group in groups):
        return lines
    joined = [" ".join(body[i : i + size]) for i in range(0, len(body), size)]
    return [*filled[: cards[0]], *joined, *filled[cards[-1] + 1 :]]


# --- decks as text ---


@dataclass(frozen=True)
class DeckReading:
    """A deck that was read from a text.

    `account` says what was read, and how, on one line for people. Where a list and a code disagree,
    it says which one is used, and the difference.
    """

    deck: Deck
    account: str


def read_deck_text(
    text: str,
    hero: str | None = None,
    name: str = "",
    size: int = DECK_SIZE,
    format: str | None = DEFAULT_FORMAT,
    patch: Patch | None = None,
) -> DeckReading:
    """Reads the legal deck that a text describes: the game's export, a list, a code, a link.

    A line has cards ("Backstab", "2x Backstab", "Backstab (2)", "# 2x (0) Backstab", "2x Backstab,
    Sap"), the deck's name ("### My deck"), its class ("# Class: Rogue"), a heading ("Spells (12)"),
    a deck code or a link that contains one, or, with any other `#`, a comment. Names of cards are
    English.

    Where there are both a list and a code, as in the game's export, the list counts: names outlive
    the reprints that give cards new numbers. The code counts if the list is no legal deck, or is
    in another language.

    Class and name are used if the text gives none; the class is by default that of its cards. The
    text can name the new cards of a patch; whether the patch has all cards is not checked.

    Raises:
        DeckError: Anything else, with the line's number and what to write instead.
    """
    if len(text) > MAX_TEXT:
        raise DeckError(f"the text has {len(text):,} letters; a deck's has up to {MAX_TEXT:,}")
    text = _INVISIBLE.sub("", text)
    codes = find_codes(text)
    is_code = codes and "".join(text.split()).rstrip("=") == codes[0].rstrip("=")
    new = () if patch is None else patch.new_cards
    listed = _List(size) if is_code else _list_of(text, size, new)
    name = listed.name or name
    if len(codes) > 1:
        raise DeckError(f"{len(codes)} deck codes in the text; keep one and remove the others")
    if not codes and not listed.is_there:
        link = "a link of this site has no deck code; " * ("://" in text)
        raise DeckError(f"no cards in the text; {link}write one card name per line, or a deck code")
    by_code = _tried(lambda: _by_code(codes[0], hero, name, size, format)) if codes else None
    chosen = hero or listed.hero or (by_code.hero if isinstance(by_code, Deck) else "")
    by_list = _tried(lambda: listed.deck(chosen, name, format)) if listed.is_there else None
    return _reading(listed, by_list, by_code, format)


def read_cards(text: str, patch: Patch | None = None) -> dict[str, int]:
    """Reads a list of cards, such as a collection, in the forms of `read_deck_text`.

    It can name the new cards of a patch.

    Returns:
        The copies of each card by its Blizzard id.

    Raises:
        DeckError: A line has no card, or the list has none.
    """
    new = () if patch is None else patch.new_cards
    listed = _list_of(_INVISIBLE.sub("", text), 99, new)
    if listed.problem or not listed.cards:
        raise DeckError(listed.problem or "no cards in the text; write one card name per line")
    return dict(Counter(listed.cards))


def _tried(make: Callable[[], Deck]) -> Deck | DeckError:
    try:
        return make()
    except DeckError as error:
        return error


def _by_code(code: str, hero: str | None, name: str, size: int, format: str | None) -> Deck:
    deck = deck_from_code(code, name, size, format)
    if hero and deck.hero != check_hero(hero, deck_label(deck)):
        raise DeckError(f"{deck_label(deck)}: a {deck.hero.capitalize()} deck, not {quoted(hero)}")
    return deck


def _reading(
    listed: _List,
    by_list: Deck | DeckError | None,
    by_code: Deck | DeckError | None,
    format: str | None,
) -> DeckReading:
    """The list's deck, else the code's, and what the other one says."""
    if isinstance(by_list, Deck):
        deck, way, unused = by_list, "list", by_code
    elif isinstance(by_code, Deck):
        deck, way, unused = by_code, "code", by_list
    elif by_code is not None and listed.problem:
        raise DeckError(f"{by_code}; the list cannot be used either: {listed.problem}")
    else:
        raise by_list or by_code or DeckError("no cards in the text")
    account = [
        f"{deck_label(deck)}: {deck.hero.capitalize()}, {len(deck.cards)} cards"
        + f", format {format}" * (format is not None)
        + f", read by its {way}"
    ]
    if isinstance(unused, DeckError):
        account.append(f"the {'code is' if way == 'list' else 'list is'} not used: {unused}")
    if isinstance(by_code, Deck):
        account += _differences(listed, by_code)
    return DeckReading(deck, "; ".join(account))


def _differences(listed: _List, coded: Deck) -> list[str]:
    """What a list has that a code has not; if all its lines could be read, also the reverse."""
    in_list, in_code = Counter(listed.cards), Counter(coded.cards)
    only = {"list": in_list - in_code, "code": Counter() if listed.problem else in_code - in_list}
    return [
        f"only the {place} has {Deck('', '', tuple(cards.elements())).describe()}"
        for place, cards in only.items()
        if cards and listed.cards
    ]


# --- files of decks ---


def _deck_of_json(entry: object, where: str) -> Deck:
    if not isinstance(entry, dict) or not {"name", "hero", "cards"} <= entry.keys():
        raise DeckError(f"{where}: a deck needs 'name', 'hero' and 'cards'")
    name, hero, cards = entry["name"], entry["hero"], entry["cards"]
    texts = isinstance(name, str) and isinstance(hero, str) and isinstance(cards, list)
    if not texts or not all(isinstance(card, str) for card in cards):
        raise DeckError(f"{where}: 'name' and 'hero' are texts, 'cards' is a list of card names")
    try:
        deck = deck_from_names(hero, cards, name)
        validate_deck(deck, format=None)
    except DeckError as error:
        raise DeckError(f"{where}: {error}") from None
    return deck


def read_decks(path: str | Path) -> dict[str, tuple[Deck, ...]]:
    """Reads a JSON file of named groups of decks, of any format, and validates each deck.

    The file is `{"group": [{"name": ..., "hero": ..., "cards": [one name per copy]}]}`; entries
    that are not lists (remarks, sources) are passed over.

    Raises:
        DeckError: The file cannot be read, is damaged, or a deck in it is not legal.
    """
    try:
        groups = parse_json(read_text(path))
    except (OSError, ValueError) as error:
        raise DeckError(f"{path}: cannot be read as a file of decks: {error}") from None
    if not isinstance(groups, dict):
        raise DeckError(f"{path}: expected an object of groups of decks")
    return {
        group: tuple(_deck_of_json(entry, f"{path}, group '{group}'") for entry in entries)
        for group, entries in groups.items()
        if isinstance(entries, list)
    }
