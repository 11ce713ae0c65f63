// Cards as our own drawings: in hands, on boards, in lists and large. Their words are for screen readers.

import { byId, fetched, html, svg } from "./dom.js";

const words = { divine_shield: "divine shield", cant_attack: "can't attack", mega_windfury: "mega-windfury" };
// Signs of 16 x 16 units; those in `lines` are drawn as lines, the others filled.
const signs = {
  taunt: "M8 1l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V3z",
  divine_shield: "M8 1a7 7 0 1 0 .01 0zM8 4a4 4 0 1 1-.01 0z",
  stealth: "M8 2C4 2 2 6 2 9v5l3-2 3 2 3-2 3 2V9c0-3-2-7-6-7zM5 7h2v2H5zm4 0h2v2H9z",
  frozen: "M8 1v14M2 4.5l12 7M14 4.5l-12 7M6 2l2 2 2-2M6 14l2-2 2 2",
  deathrattle: "M8 1C4.500 1 2 3.500 2 7c0 2 1 3.500 2.500 4.300V14h7v-2.700C13 10.500 14 9 14 7c0-3.500-2.500-6-6-6zM4 6h3v3H4zm5 0h3v3H9z",
  windfury: "M1 6h9a2.500 2.500 0 1 0-2.500-2.500M1 10h12a2 2 0 1 1-2 2",
  mega_windfury: "M1 5h9a2 2 0 1 0-2-2M1 8h13M1 11h11a2 2 0 1 1-2 2",
  poisonous: "M8 1c3 4 5 6 5 9a5 5 0 0 1-10 0c0-3 2-5 5-9z",
  sleeping: "M1 7h5l-5 7h5M9 1h5l-5 6h5",
  charge: "M9 1L3 9h4l-1 6 7-9H8z",
  rush: "M9 1L3 9h4l-1 6 7-9H8z",
  lifesteal: "M8 14L2 8c-2-3 1-7 4-6l2 2 2-2c3-1 6 3 4 6z",
  immune: "M6 1h4v5h5v4h-5v5H6v-5H1V6h5z",
  elusive: "M8 1l2 5 5 2-5 2-2 5-2-5-5-2 5-2z",
  silenced: "M8 2a6 6 0 1 0 .01 0zM4 4l8 8",
  cant_attack: "M3 3l10 10M13 3L3 13",
  spell_damage: "M8 1l2 4.600 5 .5-3.800 3.300 1.200 5L8 11.800l-4.400 2.600 1.200-5L1 6.100l5-.5z",
};
const lines = ["frozen", "windfury", "mega_windfury", "sleeping", "silenced", "cant_attack"];
// What is in the picture of a card, of 24 x 24 units: its tribe, else its type.
const emblems = {
  beast: "M12 11c4 0 6 4 6 7s-3 3-6 3-6 0-6-3 2-7 6-7zM5 8c2 0 3 4 1 5s-4-1-4-3 2-2 3-2zm14 0c-2 0-3 4-1 5s4-1 4-3-2-2-3-2zM9 2c2 0 3 5 1 6S6 6 7 4zm6 0c-2 0-3 5-1 6s4-2 3-4z",
  dragon: "M2 20C3 9 9 3 22 2c-3 2-4 4-4 6l-4-1 2 5-5-1 1 5-5-1v5z",
  demon: "M4 2c0 4 2 5 4 6 2-1 6-1 8 0 2-1 4-2 4-6 3 6 1 10-2 12 0 5-3 8-6 8s-6-3-6-8C3 12 1 8 4 2zm4 10l3 2-3 1zm8 0l-3 2 3 1z",
  mech: "M10 1h4l1 3 3 1 3-1 2 3-2 3v3l2 3-2 3-3-1-3 1-1 4h-4l-1-4-3-1-3 1-2-3 2-3v-3L1 7l2-3 3 1 3-1zm2 7a4 4 0 1 0 .01 0z",
  murloc: "M2 12c4-7 11-8 15-3l5-4v14l-5-4c-4 5-11 4-15-3zm5-2h2v2H7z",
  pirate: "M11 1h3v6h3v3h-3v9c3 0 5-2 6-5l3 2c-1 5-5 7-10 7S3 20 2 16l3-2c1 3 3 5 6 5v-9H8V7h3z",
  totem: "M7 1h10l2 6-2 3 2 4-2 8H7l-2-8 2-4-2-3zm2 4v2h2V5zm4 0v2h2V5zm-4 8v3h6v-3z",
  elemental: "M13 1c1 5 7 8 7 14a8 7 0 0 1-16 0c0-4 3-5 3-9 2 1 3 3 3 5 2-2 3-6 3-10z",
  minion: "M12 2c4 0 6 3 6 6s-2 7-6 7-6-4-6-7 2-6 6-6zM2 23c0-6 4-8 6-8 2 2 6 2 8 0 2 0 6 2 6 8z",
  spell: "M12 1l2.500 8.500L23 12l-8.500 2.500L12 23l-2.500-8.500L1 12l8.500-2.500z",
  weapon: "M20 1l3 3L11 16l2 2-2 2-3-3-5 6-2-2 6-5-3-3 2-2 2 2z",
  hero_power: "M12 1l11 11-11 11L1 12zm0 5l-6 6 6 6 6-6z",
};
const NAMED = "td, th, li, .added, .removed, .named"; // where names of cards show them
const GAP = 16; // pixels between a card over the page and the node that it explains
let printed = {}; // what is printed on every card by the rules of the page, by id
let ids = new Map(); // those of the cards that decks can have, by name
const known = new WeakMap(); // what a node shows of a card, beside what is printed
let pointed = null; // the node whose card is shown

// Reads what is printed on all cards and tokens by the rules of the page; returns it by id.
export async function loadCards(address = document.body.dataset.printed) {
  printed = JSON.parse(await fetched(address));
  ids = new Map(Object.entries(printed).filter(([, { most }]) => most).map(([id, { name }]) => [name, id]));
  return printed;
}

// All facts of a card: those printed on it, unless the game has others.
const facts = (found) => ({ ...printed[found.id], ...found });

// What something is, in one sentence: "Voodoo Doctor, 2 attack, 1 health, Battlecry: ...".
export function label(found) {
  const isHurt = found.health < found.max_health;
  const health = found.type === "weapon" ? "durability" : "health";
  const marks = (found.marks ?? []).map((mark) => words[mark] ?? mark);
  const { text, tribe } = facts(found);
  return [
    found.name,
    found.cost === undefined ? "" : `costs ${found.cost}`,
    found.attack === undefined ? found.type : `${found.attack} attack`,
    found.health === undefined ? "" : `${found.health}${isHurt ? ` of ${found.max_health}` : ""} ${health}`,
    found.durability === undefined ? "" : `${found.durability} durability`,
    tribe,
    ...marks,
    found.spell_damage ? `spell damage ${found.spell_damage}` : "",
    found.used ? "used" : "",
    text,
  ].filter(Boolean).join(", ");
}

// Shows a card large: in the page's place for it, with all its words, or over the page.
export function read(found) {
  if (byId("card-text")) {
    byId("card-text").classList.remove("quiet");
    byId("card-text").replaceChildren(html("b", {}, found.name), label(found).slice(found.name.length));
  }
  if (!byId("big")) document.body.append(html("div", { id: "big", class: "over", "aria-hidden": "true" }));
  byId("big").replaceChildren(found.id ? card(found) : "");
}

// Reads the card of a node that is pointed at, tapped or has the focus. A card over the page goes when it is left.
function point(node) {
  if (node === pointed) return;
  pointed = node;
  if (!node?.dataset.card) return document.querySelector("#big.over")?.replaceChildren();
  read(known.get(node) ?? { ...printed[node.dataset.card], id: node.dataset.card });
  const over = document.querySelector("#big.over");
  if (over) place(over, node.getBoundingClientRect());
}

// Puts the card over the page: beside the node that it explains, or below it if there is no room.
function place(over, { left, right, top, bottom }) {
  const { offsetWidth: width, offsetHeight: height } = over;
  const x = right + GAP + width < innerWidth ? right + GAP : left - GAP - width;
  const y = x < 0 ? bottom + GAP : top;
  over.style.left = `${Math.max(GAP, x)}px`;
  over.style.top = `${Math.max(GAP, Math.min(y, innerHeight - GAP - height))}px`;
}

for (const event of ["pointerover", "focusin"]) addEventListener(event, ({ target }) => point(target.closest("[data-card]")));
addEventListener("keydown", ({ key }) => key === "Escape" && point(null));

// Lets a node show a card when it is pointed at or has the focus.
export function shows(node, found) {
  known.set(node, found);
  node.dataset.card = found.id ?? found.name;
  return node;
}

// Names a node by the card that it shows.
export function readable(node, found) {
  if (!node.matches("button")) {
    node.tabIndex = 0;
    node.setAttribute("role", "img");
  }
  node.setAttribute("aria-label", label(found));
  return shows(node, found);
}

// The names of cards in a text, from left to right; of several at a place, the longest.
function namesIn(text) {
  const found = [];
  for (const { index } of text.matchAll(/(?<![\w'])[A-Z]/g)) {
    const ends = [...text.slice(index, index + 40).matchAll(/(?<=[\w!])(?!\w)/g)].map((end) => end.index);
    const name = ends.map((end) => text.slice(index, index + end)).findLast((each) => ids.has(each));
    if (name && index >= (found.at(-1)?.end ?? 0)) found.push({ index, name, end: index + name.length });
  }
  return found;
}

// Makes the names of cards in a part of the page readable: in cells, in lists, and where the page says so.
export function nameCards(part) {
  const texts = [];
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: at } = walker.currentNode;
    if (at.closest(NAMED) && !at.closest("a, button, .card, [data-card]")) texts.push(walker.currentNode);
  }
  for (const text of texts) {
    for (const { index, name } of namesIn(text.data).reverse()) {
      const id = ids.get(name);
      text.splitText(index).deleteData(0, name.length);
      text.after(readable(html("span", { class: "card-name" }, name), { ...printed[id], id }));
    }
  }
}

function sign(name, text = "") {
  const isLine = lines.includes(name);
  const drawn = svg("svg", { viewBox: "0 0 16 16", class: isLine ? "lines" : null }, svg("path", { d: signs[name] ?? "M5 5h6v6H5z" }));
  return html("i", { class: `sign ${name}`, "aria-hidden": "true" }, drawn, text);
}

const numberOf = (text) => [...text].reduce((sum, letter) => (31 * sum + letter.codePointAt(0)) % 1_000_003, 7);

const pictures = new Map(); // by name: a copy is quicker than a new drawing
function picture(found) {
  if (!pictures.has(found.name)) pictures.set(found.name, painted(found));
  return pictures.get(found.name).cloneNode(true);
}

// The picture of a card: always the same for one name, in the colours of its class.
function painted({ name, tribe, type }) {
  const seed = numberOf(name);
  const pick = (place, n) => Math.floor(seed / 7 ** place) % n;
  const hill = (base, step) => [0, 1, 2, 3, 4, 5].map((i) => `${20 * i},${base - pick((i + step) % 6, 14)}`).join(" ");
  const emblem = emblems[tribe] ?? emblems[type] ?? emblems.minion;
  const [x, turn] = [24 + pick(1, 10), pick(2, 25) - 12];
  return svg(
    "svg",
    { class: `art tone-${pick(0, 5)}`, viewBox: "0 0 100 60", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    svg("rect", { class: "sky", width: 100, height: 60 }),
    svg("circle", { class: "sun", cx: 12 + pick(3, 76), cy: 10 + pick(4, 16), r: 7 + pick(5, 10) }),
    svg("polygon", { class: "far", points: `0,60 ${hill(46, 0)} 100,60` }),
    svg("polygon", { class: "near", points: `0,60 ${hill(58, 3)} 100,60` }),
    svg("path", { class: "emblem", d: emblem, transform: `translate(${x} 8) rotate(${turn} 22 22) scale(1.8)` }),
  );
}

// The id of a card that decks can have, by its name; empty if there is none.
export const idOf = (name) => ids.get(name) ?? "";

const classOf = (found) => `of-${found.class ?? "neutral"}`;

function stats(found) {
  const of = printed[found.id] ?? {};
  const health = found.health ?? found.durability;
  const isHurt = found.health < found.max_health;
  if (found.attack === undefined) return [];
  return [
    html("b", { class: found.attack > of.attack ? "attack better" : "attack" }, `${found.attack}`),
    html("b", { class: isHurt ? "health hurt" : health > of.health ? "health better" : "health" }, `${health}`),
  ];
}

// The classes and the parts of a whole card; every card of every page is drawn by this.
export function face(found) {
  const all = facts(found);
  const kind = [all.rarity === "legendary" ? "legendary" : "", all.tribe ?? (all.type === "minion" ? "" : all.type)];
  const parts = [
    picture(all),
    html("b", { class: all.cost < printed[found.id]?.cost ? "cost better" : "cost" }, `${all.cost ?? ""}`),
    html("span", { class: "name" }, all.name),
    html("i", { class: `gem ${all.rarity ?? "free"}`, "aria-hidden": "true" }),
    html("span", { class: "print" }, all.text ?? ""),
    html("span", { class: "kind" }, kind.filter(Boolean).join(" ").replace("_", " ")),
    ...stats(all.type === "hero_power" ? {} : all),
  ];
  return { classes: ["card", classOf(all), `is-${all.type ?? "spell"}`], parts };
}

// The classes and the parts of a minion in play.
export function minionFace(found) {
  const marks = found.marks.map((mark) => sign(mark));
  if (found.spell_damage) marks.push(sign("spell_damage", `${found.spell_damage}`));
  const parts = [picture(facts(found)), html("span", { class: "name" }, found.name), html("span", { class: "marks" }, ...marks), ...stats(found)];
  return { classes: ["minion", classOf(facts(found)), ...found.marks], parts };
}

// A drawing that does nothing, as a node of its own.
export function card(found) {
  const { classes, parts } = face(found);
  return html("span", { class: classes.join(" ") }, ...parts);
}

export const portrait = (found) => html("span", { class: `portrait ${classOf(facts(found))}`, "aria-hidden": "true" }, picture({ ...facts(found), type: "minion" }));
export const back = (name) => html("li", { class: `back ${name}` }, html("span", { class: "hidden" }, name));
export { sign };
