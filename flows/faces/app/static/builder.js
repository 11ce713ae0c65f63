// Builds a deck: filters the cards of a format here, and lets the server check what is chosen.

import { ask, byId, html, send, svg } from "./dom.js";
import { copiedCode, nextSteps } from "./steps.js";

const MOST_COST = 7;
const SIZE = Number(byId("builder").dataset.size);
const FILTERS = ["hero", "words", "whose", "cost", "type", "tribe", "rarity", "set"];
const value = (id) => byId(id).value;
let rows = []; // of all cards, in order: { card, node, button, copies, words }
const cards = new Map(); // rows by the card's id
const deck = new Map(); // copies by the card's id
let checks = 0; // requests to check so far: only the last answer counts

// --- cards ---

function printed({ cost, attack, health, type, tribe, rarity, text, class: of }) {
  const body = attack === null ? "" : `, ${attack} attack, ${health} ${type === "Weapon" ? "durability" : "health"}`;
  return `costs ${cost}${body}, ${of} ${tribe ? `${tribe} ` : ""}${type.toLowerCase()}, ${rarity.toLowerCase()}${text ? `: ${text}` : ""}`;
}

function row(card) {
  const copies = html("span", { class: "copies" });
  const button = html(
    "button",
    { type: "button", class: "pick-card", "data-id": card.id, tabindex: -1 },
    html("b", {}, `${card.cost}`),
    html("span", { class: `name ${card.rarity.toLowerCase()}` }, card.name),
    copies,
    html("span", { class: "stats" }, card.attack === null ? card.type : `${card.attack}/${card.health}`),
    html("small", {}, [card.tribe, card.text].filter(Boolean).join(" · ")),
  );
  const words = `${card.name} ${card.text} ${card.tribe}`.toLowerCase();
  return { card, node: html("li", {}, button), button, copies, words };
}

async function loadCards() {
  const found = JSON.parse(await ask("/builder/cards", { format: value("format") }));
  rows = found.map(row);
  for (const each of rows) cards.set(each.card.id, each);
  const tribes = [...new Set(found.map(({ tribe }) => tribe).filter(Boolean))].sort();
  byId("tribe").append(...tribes.map((tribe) => html("option", {}, tribe)));
  byId("cards").append(...rows.map(({ node }) => node));
}

// Whether the filters let a card through.
function isListed({ card, words }, wanted) {
  const isOwn = card.class.toUpperCase() === wanted.hero;
  if (!isOwn && card.class !== "Neutral") return false;
  if (wanted.whose && (wanted.whose === "class") !== isOwn) return false;
  if (wanted.cost && Math.min(card.cost, MOST_COST) !== Number(wanted.cost)) return false;
  if (["type", "tribe", "rarity", "set"].some((name) => wanted[name] && card[name] !== wanted[name])) return false;
  return wanted.words.every((word) => words.includes(word));
}

function filter() {
  const wanted = Object.fromEntries(FILTERS.map((id) => [id, value(id)]));
  wanted.words = wanted.words.toLowerCase().split(/\s+/);
  let n = 0;
  for (const each of rows) {
    const isShown = isListed(each, wanted);
    each.node.hidden = !isShown;
    n += isShown;
  }
  byId("listed").textContent = `${n} card${n === 1 ? "" : "s"}`;
  reach(shown()[0]);
}

const shown = () => rows.filter(({ node }) => !node.hidden).map(({ button }) => button);

// The tab key reaches one card of the list; the arrows move on from it.
function reach(button) {
  byId("cards").querySelector("[tabindex='0']")?.setAttribute("tabindex", -1);
  button?.setAttribute("tabindex", 0);
}

function move(event, button) {
  const all = shown();
  const at = all.indexOf(button);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -at, End: all.length - 1 - at };
  if (!(event.key in steps)) return;
  event.preventDefault();
  const next = all[Math.min(Math.max(at + steps[event.key], 0), all.length - 1)];
  reach(next);
  next.focus();
}

// --- the deck ---

const chosen = () => [...deck].flatMap(([id, n]) => Array(n).fill(id));
const size = () => chosen().length;
const dataOf = (id) => cards.get(id)?.card ?? { id, name: id, cost: 0, type: "" };

function add(id) {
  const n = deck.get(id) ?? 0;
  const { most, name } = dataOf(id);
  if (n >= most) refuse(`A deck has at most ${most === 1 ? "one copy" : `${most} copies`} of ${name}.`);
  else if (size() >= SIZE) refuse(`The deck has ${SIZE} cards: take one out first.`);
  else change(id, n + 1);
}

function refuse(text) {
  byId("refused").textContent = text;
}

function change(id, n) {
  refuse("");
  if (n > 0) deck.set(id, n);
  else deck.delete(id);
  mark(id);
  showDeck();
  check();
}

// Shows in the list how many copies of a card the deck has.
function mark(id) {
  const found = cards.get(id);
  if (!found) return;
  const n = deck.get(id) ?? 0;
  found.copies.textContent = n ? `×${n}` : "";
  found.button.classList.toggle("taken", n > 0);
  found.button.setAttribute("aria-label", `${found.card.name}, ${printed(found.card)}${n ? `; ${n} in the deck` : ""}`);
}

function deckRow([id, n]) {
  const { name, cost } = dataOf(id);
  const label = `${name}, costs ${cost}, ${n} cop${n === 1 ? "y" : "ies"}: take one out`;
  const parts = [html("b", {}, `${cost}`), html("span", { class: "name" }, name), html("span", { class: "copies" }, n > 1 ? `×${n}` : "")];
  return html("li", {}, html("button", { type: "button", class: "pick-card taken", "data-id": id, "aria-label": label }, ...parts));
}

function showDeck() {
  const sorted = [...deck].sort(([a], [b]) => dataOf(a).cost - dataOf(b).cost || dataOf(a).name.localeCompare(dataOf(b).name));
  byId("name").textContent = `${byId("hero").selectedOptions[0].text} deck`;
  byId("count").textContent = `${size()} of ${SIZE} cards`;
  byId("deck").replaceChildren(...sorted.map(deckRow));
  byId("curve").replaceChildren(manaCurve(sorted));
  byId("clear").hidden = !deck.size;
}

function takeOut(id) {
  const buttons = [...byId("deck").querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement);
  change(id, (deck.get(id) ?? 0) - 1);
  if (at < 0) return;
  const left = byId("deck").querySelectorAll("button");
  (left[Math.min(at, left.length - 1)] ?? byId("words")).focus(); // the focus stays in the list
}

function manaCurve(found) {
  const curve = Array(MOST_COST + 1).fill(0);
  for (const [id, n] of found) curve[Math.min(dataOf(id).cost, MOST_COST)] += n;
  const tallest = Math.max(...curve, 1);
  const costOf = (i) => `${i}${i === MOST_COST ? "+" : ""}`;
  const bars = curve.flatMap((n, i) => {
    const height = (64 * n) / tallest;
    return [
      svg("rect", { x: 30 * i + 3, y: 78 - height, width: 24, height }),
      svg("text", { x: 30 * i + 15, y: 74 - height }, n ? `${n}` : ""),
      svg("text", { x: 30 * i + 15, y: 92 }, costOf(i)),
    ];
  });
  const label = `Mana curve: ${curve.map((n, i) => `${n} of cost ${costOf(i)}`).join(", ")}`;
  return svg("svg", { class: "manacurve", viewBox: `0 0 ${30 * curve.length} 96`, role: "img", "aria-label": label }, ...bars);
}

// --- the server's word ---

function say(text, isLegal = false) {
  byId("legal").textContent = text;
  byId("legal").classList.toggle("good", isLegal);
}

async function check() {
  const number = (checks += 1);
  const [hero, format] = [value("hero"), value("format")];
  try {
    const { code, problem, text } = await send("/builder/check", { hero, format, cards: chosen() });
    if (number !== checks) return;
    history.replaceState(null, "", `/builder?${new URLSearchParams({ deck: code, format })}`);
    say(problem ? `Not legal yet: ${problem}.` : "This deck is legal.", !problem);
    byId("next").replaceChildren(...(problem ? [] : [nextSteps(code, format)]), copiedCode(code));
    byId("text").textContent = text;
    byId("as-text").hidden = !deck.size;
  } catch (error) {
    if (number === checks) say(error.message);
  }
}

async function start() {
  await loadCards();
  for (const id of byId("builder").dataset.cards.split(" ").filter(Boolean)) deck.set(id, (deck.get(id) ?? 0) + 1);
  for (const { card } of rows) mark(card.id);
  filter();
  showDeck();
  if (deck.size) await check();
  else say("Add cards: a class's own ones and neutral ones.");
}

byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("words").addEventListener("input", filter);
byId("filters").addEventListener("change", filter);
byId("hero").addEventListener("change", () => {
  showDeck();
  if (deck.size) check();
});
byId("format").addEventListener("change", () => {
  const code = new URLSearchParams(location.search).get("deck") ?? "";
  location.assign(`/builder?${new URLSearchParams({ deck: code, format: value("format") })}`);
});
byId("words").addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown") return;
  event.preventDefault();
  shown()[0]?.focus();
});
byId("cards").addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  reach(button);
  add(button.dataset.id);
});
byId("cards").addEventListener("keydown", (event) => {
  const button = event.target.closest("button");
  const n = deck.get(button.dataset.id) ?? 0;
  if ((event.key === "Delete" || event.key === "Backspace") && n) change(button.dataset.id, n - 1);
  else move(event, button);
});
byId("deck").addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button) takeOut(button.dataset.id);
});
byId("clear").addEventListener("click", () => {
  const all = [...deck.keys()];
  deck.clear();
  all.forEach(mark);
  showDeck();
  check();
  byId("words").focus();
});
start().catch((error) => say(error.message));
