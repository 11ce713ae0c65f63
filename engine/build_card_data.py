"""Builds the card data of `engine/data` from the game's own card definitions.

Build-time only: the engine reads the CSV files, not this script's sources: `CardDefs.xml` of
the PyPI package `hearthstone_data` 38377.1 (game build 38377, December 2019), and of 23321.1
(February 2018) for the build of MESB.

    python -m engine.build_card_data            download with pip, write the files
    python -m engine.build_card_data --wheels F use the packages in the folder F
    python -m engine.build_card_data --check    compare instead of writing
"""

import argparse
import csv
import hashlib
import io
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
import zipfile
from dataclasses import dataclass
from pathlib import Path

# Version of the package `hearthstone_data`: digest of its `CardDefs.xml`.
SHA256 = {
    "38377.1": "a9460e3f45fe17f2c72b25f9d3c561ee02d5c95b5baf54a8e64585563ce4609f",
    "23321.1": "c366c8bf12f908c2a6bc09f3848da33f2eb32dd66aa728fef1cb173ec2846317",
}
DATA = Path(__file__).parent / "data"

OUR_SETS = {2: "CORE", 3: "EXPERT1", 4: "HOF"}
# Sets that the engine plays, too; their cards come after those of `OUR_SETS` in every table.
LATER_SETS = {
    12: "NAXX",  # Curse of Naxxramas
    13: "GVG",  # Goblins vs Gnomes
    14: "BRM",  # Blackrock Mountain
}
EXPANSIONS = {
    1125: "GILNEAS",  # The Witchwood
    1127: "BOOMSDAY",  # The Boomsday Project
    1129: "TROLL",  # Rastakhan's Rumble
    1130: "DALARAN",  # Rise of Shadows
    1158: "ULDUM",  # Saviors of Uldum
    1347: "DRAGONS",  # Descent of Dragons
}
STANDARD_SETS = {2: "CORE", 3: "EXPERT1", **EXPANSIONS}
SET_NAMES = {15: "TGT", **OUR_SETS, **LATER_SETS, **EXPANSIONS}  # 15: of upgraded hero powers
CLASSES = (
    {2: "DRUID", 3: "HUNTER", 4: "MAGE", 5: "PALADIN", 6: "PRIEST", 7: "ROGUE"}
    | {8: "SHAMAN", 9: "WARLOCK", 10: "WARRIOR", 12: "NEUTRAL"}
)  # fmt: skip
TYPES = {3: "HERO", 4: "MINION", 5: "SPELL", 6: "ENCHANTMENT", 7: "WEAPON", 10: "HERO_POWER"}
RARITIES = {1: "COMMON", 2: "FREE", 3: "RARE", 4: "EPIC", 5: "LEGENDARY"}
RACES = (
    {14: "MURLOC", 15: "DEMON", 17: "MECHANICAL", 18: "ELEMENTAL", 20: "BEAST", 21: "TOTEM"}
    | {23: "PIRATE", 24: "DRAGON", 26: "ALL"}
)  # fmt: skip

# In the order in which the column `mechanics` lists them.
MECHANICS = (
    "TAUNT", "STEALTH", "SPELLPOWER", "DIVINE_SHIELD", "CHARGE", "WINDFURY", "FREEZE", "ENRAGED",
    "OVERLOAD", "DEATHRATTLE", "BATTLECRY", "SECRET", "COMBO", "CANT_ATTACK",
    "CANT_BE_TARGETED_BY_SPELLS", "CANT_BE_TARGETED_BY_HERO_POWERS", "SILENCE", "ADJACENT_BUFF",
    "AURA", "POISONOUS", "LIFESTEAL", "AFFECTED_BY_SPELL_POWER", "CHOOSE_ONE", "TRIGGER_VISUAL",
)  # fmt: skip

# Keywords that a card can print on their own line, with the equal tags.
PRINTED_KEYWORDS = {
    "Taunt": ("TAUNT",),
    "Stealth": ("STEALTH",),
    "Charge": ("CHARGE",),
    "Rush": ("RUSH",),
    "Divine Shield": ("DIVINE_SHIELD",),
    "Windfury": ("WINDFURY",),
    "Lifesteal": ("LIFESTEAL",),
    "Poisonous": ("POISONOUS",),
    "Reborn": ("REBORN",),
    "Echo": ("ECHO",),
    "Magnetic": ("MODULAR",),
    "Twinspell": ("TWINSPELL",),
    "Secret": ("SECRET",),
    "Quest": ("QUEST",),
    "Sidequest": ("SIDEQUEST",),
    "Can't attack": ("CANT_ATTACK",),
    "Can't be targeted by spells or Hero Powers": (
        "CANT_BE_TARGETED_BY_SPELLS",
        "CANT_BE_TARGETED_BY_HERO_POWERS",
    ),
}
KEYWORD_LINE = re.compile(
    r"(?P<word>Spell Damage \+(?P<value>\d+)|"
    + "|".join(sorted(PRINTED_KEYWORDS, key=len, reverse=True))
    + r")(?=[\s.,:]|$)(?! (?:for|unless|while|if|until) )[\s.,:]*"
)

# Cards of build 23321 that MESB's simulator or its card definitions lacked.
NOT_IN_MESB = (
    "Coldlight Oracle",
    "Faceless Manipulator",
    "Mad Bomber",
    "Molten Giant",
    "Summoning Portal",
)

# Baku the Mooneater upgrades hero powers; the upgrades belong to The Grand Tournament.
UPGRADED_HERO_POWERS = re.compile(r"AT_132_.+")
HALL_OF_FAME_ENCHANTMENTS = ("GIL_130e", "GIL_692e", "GIL_837e")
# A token's id is that of the card that makes it and letters; Spare Parts have ids of their own.
TOKEN_OF = re.compile(r"PART_\w+|(?P<maker>[A-Z]+1?_\d{3})[a-zA-Z]\w*")


@dataclass(frozen=True)
class Entity:
    """One entity of `CardDefs.xml`: its ids, its tags by name, its English name and raw text."""

    id: str
    dbf_id: int
    tags: dict[str, int]
    name: str
    raw_text: str

    def tag(self, name: str) -> int:
        """Returns a tag's value, 0 if the entity does not have it."""
        return self.tags.get(name, 0)


def read_entities(xml: bytes) -> list[Entity]:
    """Reads every entity of `CardDefs.xml`, in the file's order."""
    return [_entity(element) for element in ElementTree.fromstring(xml)]


def _entity(element: ElementTree.Element) -> Entity:
    tags, strings = {}, {"CARDNAME": "", "CARDTEXT": ""}
    for tag in element.iter("Tag"):
        if tag.get("type") == "LocString":
            strings[tag.attrib["name"]] = tag.findtext("enUS") or ""
        elif tag.get("type") != "String":
            tags[tag.attrib["name"]] = int(tag.attrib["value"])
    ids = element.attrib
    return Entity(ids["CardID"], int(ids["ID"]), tags, strings["CARDNAME"], strings["CARDTEXT"])


def readable_text(raw: str) -> str:
    """Returns a card's text without the game's mark-up: one line, bold and layout removed.

    The signs `$` and `#` before numbers (affected by spell damage, or by healing effects), the
    title of hero powers and the alternative texts after `@` are dropped.
    """
    text = re.sub(r"^<b>Hero Power</b>|<[^>]+>|\[x\]", "", raw.split("@")[0])
    text = re.sub(r"[$#](?=\d)", "", text).replace("_", " ")
    return " ".join(text.split())


def printed_keywords(entity: Entity) -> list[str]:
    """Returns the keywords that the card itself prints, as `TAG` or `TAG=value`.

    Only the leading lines of keywords count, and Overload anywhere: a keyword further on is
    granted, searched for or conditional ("gain Taunt", "Stealth for 1 turn").

    Raises:
        ValueError: The card prints a keyword but lacks its tag.
    """
    text, keywords, at = readable_text(entity.raw_text), [], 0
    while match := KEYWORD_LINE.match(text, at):
        if match["value"]:
            keywords.append("SPELLPOWER" + (f"={match['value']}" if match["value"] != "1" else ""))
        else:
            keywords += PRINTED_KEYWORDS[match["word"]]
        at = match.end()
    if overload := re.search(r"Overload: \((\d+)\)", text):
        keywords.append("OVERLOAD" + (f"={overload[1]}" if overload[1] != "1" else ""))
    for keyword in keywords:
        if keyword.split("=")[0] not in entity.tags:
            raise ValueError(f"{entity.id} {entity.name}: prints {keyword} but has no such tag")
    return keywords


def _facts(entity: Entity) -> dict[str, object]:
    card_type = TYPES[entity.tag("CARDTYPE")]
    weapon = card_type == "WEAPON"
    health = "" if weapon else entity.tags.get("HEALTH", "")
    return {
        "id": entity.id,
        "dbf_id": entity.dbf_id,
        "name": entity.name,
        "class": CLASSES.get(entity.tag("CLASS"), ""),
        "set": SET_NAMES[entity.tag("CARD_SET")],
        "type": card_type,
        "cost": entity.tag("COST"),
        "attack": entity.tags.get("ATK", ""),
        "health": health,
        "durability": entity.tags.get("DURABILITY", entity.tags.get("HEALTH")) if weapon else "",
        "rarity": RARITIES.get(entity.tag("RARITY"), ""),
        "race": RACES.get(entity.tag("CARDRACE"), ""),
    }


def _our_facts(entity: Entity) -> dict[str, object]:
    values = {name: entity.tag(name) for name in MECHANICS if entity.tag(name)}
    mechanics = [name if value == 1 else f"{name}={value}" for name, value in values.items()]
    max_copies = 1 if RARITIES.get(entity.tag("RARITY")) == "LEGENDARY" else 2
    return _facts(entity) | {"max_copies": max_copies, "mechanics": "|".join(mechanics)}


def _is_deck_card(entity: Entity) -> bool:
    kind = TYPES.get(entity.tag("CARDTYPE"))
    return bool(entity.tag("COLLECTIBLE")) and kind in ("MINION", "SPELL", "WEAPON")


def _deck_cards(entities: list[Entity]) -> list[Entity]:
    """The collectible cards that the engine plays: those of `OUR_SETS`, then of `LATER_SETS`."""
    collectible = [e for e in entities if _is_deck_card(e)]
    return [e for sets in (OUR_SETS, LATER_SETS) for e in collectible if e.tag("CARD_SET") in sets]


def cards_table(entities: list[Entity]) -> list[dict[str, object]]:
    """Returns the collectible cards of all sets that the engine plays."""
    ours = _deck_cards(entities)
    pool = [e for e in ours if e.tag("CARD_SET") in (2, 3) and e.tag("CLASS") in (7, 12)]
    # The paper's pool: the 178 cards in this order, then these two of the Hall of Fame.
    names = [e.id for e in pool] + ["EX1_284", "EX1_128"]
    index = {card_id: i for i, card_id in enumerate(names)}
    return [_our_facts(e) | {"dsame_rogue_pool_index": index.get(e.id, "")} for e in ours]


def mesb_table(entities: list[Entity]) -> list[dict[str, object]]:
    """Returns the collectible cards of the build of MESB, with their places in its three pools."""
    rows = [_our_facts(e) for e in _deck_cards(entities)]
    pools = {name: iter(range(len(rows))) for name in ("HUNTER", "PALADIN", "WARLOCK")}
    for row in rows:
        for name, places in pools.items():
            in_pool = row["class"] in (name, "NEUTRAL") and row["set"] in ("CORE", "EXPERT1")
            in_pool &= row["name"] not in NOT_IN_MESB
            row[f"mesb_{name.lower()}_index"] = next(places) if in_pool else ""
    return rows


def tokens_table(entities: list[Entity]) -> list[dict[str, object]]:
    """Returns what the collectible cards need: tokens, enchantments, heroes and hero powers."""
    tokens = [
        e
        for e in entities
        if (e.tag("CARD_SET") in OUR_SETS and not _is_deck_card(e))
        or (e.tag("CARD_SET") == 15 and UPGRADED_HERO_POWERS.fullmatch(e.id))
        or e.id in HALL_OF_FAME_ENCHANTMENTS
    ]
    makers = {e.id for e in _deck_cards(entities) if e.tag("CARD_SET") in LATER_SETS}
    later = [e for e in entities if _is_later_token(e, makers)]
    return [_our_facts(e) for e in (*tokens, *later)]


def _is_later_token(entity: Entity, makers: set[str]) -> bool:
    """Whether a card of `LATER_SETS` makes it; adventures have many more that no deck meets."""
    match = TOKEN_OF.fullmatch(entity.id)
    return match is not None and (match["maker"] is None or match["maker"] in makers)


def standard_table(entities: list[Entity]) -> list[dict[str, object]]:
    """Returns every collectible minion, spell and weapon of Standard in December 2019."""
    standard = [e for e in entities if _is_deck_card(e) and e.tag("CARD_SET") in STANDARD_SETS]
    return [_facts(e) | {"keywords": "|".join(printed_keywords(e))} for e in standard]


def texts_table(entities: list[Entity]) -> list[dict[str, object]]:
    """Returns the readable English text of every card and token that has one."""
    ids = {row["id"] for row in [*cards_table(entities), *tokens_table(entities)]}
    texts = [(e.id, readable_text(e.raw_text)) for e in entities if e.id in ids]
    return [{"id": card_id, "text": text} for card_id, text in texts if text]


TABLES = {  # file: version of the source, how it is made
    "cards_38377.csv": ("38377.1", cards_table),
    "tokens_38377.csv": ("38377.1", tokens_table),
    "standard_2019.csv": ("38377.1", standard_table),
    "texts_38377.csv": ("38377.1", texts_table),
    "cards_23321.csv": ("23321.1", mesb_table),
}


def as_csv(rows: list[dict[str, object]]) -> str:
    """Returns rows as CSV text with a header and Unix line ends."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def read_carddefs(version: str, wheels: Path) -> list[Entity]:
    """Reads the entities of a package version in a folder; downloads a missing package."""
    pattern = f"hearthstone_data-{version}-*.whl"
    if not list(wheels.glob(pattern)):
        pip = [sys.executable, "-m", "pip", "download", "--no-deps", "-d", str(wheels)]
        subprocess.run([*pip, f"hearthstone_data=={version}"], check=True)
    (wheel,) = wheels.glob(pattern)
    with zipfile.ZipFile(wheel) as archive:
        xml = archive.read("hearthstone_data/CardDefs.xml")
    if hashlib.sha256(xml).hexdigest() != SHA256[version]:
        sys.exit(f"{wheel}: CardDefs.xml does not have the sha256 {SHA256[version]}")
    return read_entities(xml)


def main() -> int:
    """Writes the tables, or compares them with the files; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheels", type=Path, help="folder with the packages, or for them")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheels = options.wheels or Path(folder)
        entities = {version: read_carddefs(version, wheels) for version in SHA256}
    different = []
    for name, (version, table) in TABLES.items():
        text = as_csv(table(entities[version]))
        if not options.check:
            (DATA / name).write_text(text, encoding="utf-8")
        elif (DATA / name).read_text(encoding="utf-8") != text:
            different.append(name)
    if different:
        print("differ from the source:", ", ".join(different), "(run without --check)")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
