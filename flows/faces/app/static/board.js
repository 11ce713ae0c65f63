// What a card, a minion and a hero show, for the replay viewer and for Play.

import { byId, html } from "./dom.js";

const words = { divine_shield: "divine shield", cant_attack: "can't attack", mega_windfury: "mega-windfury" };
const named = (marks) => marks.map((mark) => words[mark] ?? mark);

// What something is, in one sentence: "Voodoo Doctor, 2 attack, 1 health, Battlecry: ...".
export function label(found) {
  const isHurt = found.health < found.max_health;
  const health = found.type === "weapon" ? "durability" : "health";
  return [
    found.name,
    found.cost === undefined ? "" : `costs ${found.cost}`,
    found.attack === undefined ? found.type : `${found.attack} attack`,
    found.health === undefined ? "" : `${found.health}${isHurt ? ` of ${found.max_health}` : ""} ${health}`,
    found.durability === undefined ? "" : `${found.durability} durability`,
    ...named(found.marks ?? []),
    found.used ? "used" : "",
    found.text,
  ].filter(Boolean).join(", ");
}

// Names a node by what it shows, and shows that in the page's place for it when the node is pointed
// at or has the focus.
export function readable(node, found) {
  const read = () => {
    byId("text").classList.remove("quiet");
    byId("text").replaceChildren(html("b", {}, found.name), label(found).slice(found.name.length));
  };
  for (const event of ["pointerenter", "focus"]) node.addEventListener(event, read);
  if (!node.matches("button")) {
    node.tabIndex = 0;
    node.setAttribute("role", "img");
  }
  node.setAttribute("aria-label", label(found));
  return node;
}

// The hero power or the weapon beside a hero.
export const beside = (place, found, text) =>
  readable(html("span", { class: "power", "data-place": place }, text), found);

export function cardParts(found) {
  const numbers = found.attack === undefined ? "" : html("span", { class: "stats" }, `${found.attack} / ${found.health}`);
  return [html("b", {}, `${found.cost}`), html("span", { class: "name" }, found.name), numbers];
}

export function minionParts(found) {
  const marks = named(found.marks);
  if (found.spell_damage) marks.push(`spell damage ${found.spell_damage}`);
  return [
    html("span", { class: "name" }, found.name),
    html("span", { class: "marks" }, marks.join(", ")),
    html(
      "span",
      { class: "stats" },
      html("i", { class: "attack" }, `${found.attack}`),
      html("i", { class: found.health < found.max_health ? "health hurt" : "health" }, `${found.health}`),
    ),
  ];
}

// The parts of a hero's line, the first one its health; without weapon and hero power.
export function heroParts(player) {
  const { hero: found } = player;
  const armor = found.armor ? ` + ${found.armor} armour` : "";
  const locked = player.locked ? `, ${player.locked} locked` : "";
  return [
    html("b", { class: "health" }, `${found.health}${armor}`, html("span", { class: "hidden" }, " health")),
    `mana ${player.mana}/${player.crystals}${locked}`,
    found.attack ? `attack ${found.attack}` : "",
    `deck ${player.deck}${player.fatigue ? `, fatigue ${player.fatigue}` : ""}`,
    named(found.marks).join(", "),
  ].filter(Boolean);
}

export const weaponText = (weapon) => `${weapon.name} ${weapon.attack}/${weapon.durability}`;
export const powerText = (power) => `${power.name} (${power.cost})${power.used ? ", used" : ""}`;
