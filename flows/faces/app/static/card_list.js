// A list of cards with filters, and the keys that move in it.

import { label, loadCards } from "./cards.js";
import { byId, html } from "./dom.js";

export const MOST_COST = 7;
const FILTERS = ["hero", "words", "whose", "cost", "type", "tribe", "rarity", "set"];
const AT_ONCE = 60; // cards of the list that a filter draws at once; the others follow
export const cards = new Map(); // by id, in order: { card, words, sign, said, and its node if it was listed }
let rest = 0; // the timer after which the others are drawn

function row({ card }) {
  const button = html(
    "button",
    { type: "button", class: "pick-card", "data-card": card.id, tabindex: -1 },
    html("b", {}, `${card.cost}`),
    html("span", { class: `name ${card.rarity}` }, card.name),
    html("span", { class: "copies" }),
    html("span", { class: "stats" }, card.attack === undefined ? card.type : `${card.attack}/${card.health}`),
    html("small", {}, [card.tribe, card.text].filter(Boolean).join(" · ")),
  );
  return html("li", {}, button);
}

function drawn(each) {
  if (!each.node) {
    each.node = row(each);
    showMark(each);
  }
  return each.node;
}

function showMark({ card, node, sign, said }) {
  const button = node.firstChild;
  node.querySelector(".copies").textContent = sign;
  button.classList.toggle("taken", sign !== "");
  button.setAttribute("aria-label", [`${label(card)}, ${card.rarity} ${card.class} card`, said].filter(Boolean).join("; "));
}

// Marks a card of the list with a sign, and with words for screen readers; empty ones take the mark away.
export function mark(id, sign, said) {
  const found = cards.get(id);
  if (!found) return;
  Object.assign(found, { sign, said });
  if (found.node) showMark(found);
}

// Whether the filters let a card through.
function isListed({ card, words }, wanted) {
  const isOwn = wanted.hero ? card.class === wanted.hero : card.class !== "neutral";
  if (wanted.hero && !isOwn && card.class !== "neutral") return false;
  if (wanted.whose && (wanted.whose === "class") !== isOwn) return false;
  if (wanted.cost && Math.min(card.cost, MOST_COST) !== Number(wanted.cost)) return false;
  if (["type", "tribe", "rarity", "set"].some((name) => wanted[name] && card[name] !== wanted[name])) return false;
  return wanted.words.every((word) => words.includes(word));
}

function filter() {
  const wanted = Object.fromEntries(FILTERS.map((id) => [id, byId(id).value.toLowerCase()]));
  wanted.words = wanted.words.split(/\s+/);
  wanted.set = byId("set").value;
  const listed = [...cards.values()].filter((each) => isListed(each, wanted));
  clearTimeout(rest);
  byId("cards").replaceChildren(...listed.slice(0, AT_ONCE).map(drawn));
  rest = setTimeout(() => byId("cards").append(...listed.slice(AT_ONCE).map(drawn)));
  byId("listed").textContent = `${listed.length} card${listed.length === 1 ? "" : "s"}`;
  reach(shown()[0]);
}

const shown = () => [...byId("cards").querySelectorAll("button")];

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

// Lists the cards of the chosen format. `pick` is called with the id of a card that is clicked; `drop`
// with that of one on which Delete is pressed, and returns whether there was something to drop.
export async function listCards(pick, drop) {
  for (const [id, facts] of Object.entries(await loadCards())) {
    const words = `${facts.name} ${facts.text ?? ""} ${facts.tribe ?? ""}`.toLowerCase();
    if (facts.most) cards.set(id, { card: { id, ...facts }, words, sign: "", said: "" });
  }
  const tribes = [...new Set([...cards.values()].map(({ card: { tribe } }) => tribe).filter(Boolean))].sort();
  byId("tribe").append(...tribes.map((tribe) => html("option", { value: tribe }, tribe[0].toUpperCase() + tribe.slice(1))));
  filter();
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("words").addEventListener("input", filter);
  byId("filters").addEventListener("change", filter);
  byId("words").addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    shown()[0]?.focus();
  });
  byId("cards").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    reach(button);
    pick(button.dataset.card);
  });
  byId("cards").addEventListener("keydown", (event) => {
    const button = event.target.closest("button");
    const isDelete = event.key === "Delete" || event.key === "Backspace";
    if (!isDelete || !drop(button.dataset.card)) move(event, button);
  });
}
