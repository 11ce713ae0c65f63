// What heroes, hero powers, weapons, secrets and mana show, for the replay viewer and for Play.

import { html } from "./dom.js";
import { portrait, readable, sign } from "./cards.js";

const N_CRYSTALS = 10;

function crystals({ mana, crystals: n, locked }) {
  const kinds = Array.from({ length: Math.max(N_CRYSTALS, n) }, (_, i) => (i < mana ? "full" : i < n - locked ? "spent" : i < n ? "locked" : "none"));
  const words = `mana ${mana}/${n}${locked ? `, ${locked} locked` : ""}`;
  return html("span", { class: "mana" }, html("span", { class: "crystals", "aria-hidden": "true" }, ...kinds.map((kind) => html("i", { class: kind }))), words);
}

// The parts of a hero's line.
export function heroParts(player, name) {
  const { hero } = player;
  return [
    portrait(hero),
    html("span", { class: "who" }, html("strong", {}, name), crystals(player)),
    html("b", { class: hero.health < hero.max_health ? "health hurt" : "health" }, `${hero.health}`, html("span", { class: "hidden" }, " health")),
    hero.armor ? html("b", { class: "armor" }, `${hero.armor}`, html("span", { class: "hidden" }, " armour")) : "",
    hero.attack ? html("b", { class: "attack" }, `${hero.attack}`, html("span", { class: "hidden" }, " attack")) : "",
    ...hero.marks.flatMap((mark) => [sign(mark), html("span", { class: "hidden" }, mark.replace("_", " "))]),
    html("span", { class: "pile" }, `deck ${player.deck}${player.fatigue ? `, fatigue ${player.fatigue}` : ""}`),
  ];
}

export function powerParts(power) {
  return [html("b", { class: "cost" }, `${power.cost}`), html("span", { class: "name" }, power.name), power.used ? html("small", {}, "used") : ""];
}

function weaponParts(weapon) {
  return [html("b", { class: "attack" }, `${weapon.attack}`), html("span", { class: "name" }, weapon.name), html("b", { class: "durability" }, `${weapon.durability}`)];
}

// What stands beside a hero and cannot be clicked.
const beside = (kind, place, found, parts) =>
  readable(html("span", { class: `beside ${kind}`, "data-place": place }, ...parts), found);

export const powerNode = (place, power) => beside(power.used ? "power used" : "power", place, power, powerParts(power));
export const weaponNode = (place, weapon) => weapon && beside("weapon", place, { ...weapon, type: "weapon" }, weaponParts(weapon));
export const secretNode = (place, secret) => html("li", {}, beside("secret", place, secret, [html("b", {}, "?"), html("span", { class: "name" }, secret.name)]));
