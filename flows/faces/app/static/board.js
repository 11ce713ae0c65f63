// What a card, a minion and a hero show, for the replay viewer and for Play.

import { html } from "./dom.js";

const words = { divine_shield: "divine shield", cant_attack: "can't attack", mega_windfury: "mega-windfury" };
const named = (marks) => marks.map((mark) => words[mark] ?? mark);

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

// The parts of a hero's line, the first one its health; without the hero power.
export function heroParts(player) {
  const { hero: found, weapon } = player;
  const armor = found.armor ? ` + ${found.armor} armour` : "";
  const locked = player.locked ? `, ${player.locked} locked` : "";
  return [
    html("b", { class: "health" }, `${found.health}${armor}`),
    `mana ${player.mana}/${player.crystals}${locked}`,
    weapon ? `${weapon.name} ${weapon.attack}/${weapon.durability}` : "",
    found.attack ? `attack ${found.attack}` : "",
    `deck ${player.deck}${player.fatigue ? `, fatigue ${player.fatigue}` : ""}`,
    named(found.marks).join(", "),
  ].filter(Boolean);
}

export const powerText = (power) => `${power.name} (${power.cost})${power.used ? ", used" : ""}`;
