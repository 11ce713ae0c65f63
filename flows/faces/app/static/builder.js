// Builds a deck of the listed cards; the server checks it.

import { MOST_COST, cards, listCards, mark } from "./card_list.js";
import { byId, html, latest, send, svg } from "./dom.js";
import { copiedCode, nextSteps } from "./steps.js";

const SIZE = Number(byId("builder").dataset.size);
const value = (id) => byId(id).value;
const deck = new Map(); // copies by the card's id
const newCheck = latest();

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
  count(id);
  showDeck();
  check();
}

// Shows in the list how many copies of a card the deck has.
function count(id) {
  const n = deck.get(id) ?? 0;
  mark(id, n ? `×${n}` : "", n ? `${n} in the deck` : "");
}

function deckRow([id, n]) {
  const { name, cost } = dataOf(id);
  const label = `${name}, costs ${cost}, ${n} cop${n === 1 ? "y" : "ies"}: take one out`;
  const parts = [html("b", {}, `${cost}`), html("span", { class: "name" }, name), html("span", { class: "copies" }, n > 1 ? `×${n}` : "")];
  return html("li", {}, html("button", { type: "button", class: "pick-card taken", "data-card": id, "aria-label": label }, ...parts));
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
  const isLatest = newCheck();
  const [hero, format] = [value("hero"), value("format")];
  try {
    const { code, problem, text } = await send("/builder/check", { hero, format, cards: chosen() });
    if (!isLatest()) return;
    history.replaceState(null, "", `/builder?${new URLSearchParams({ deck: code, format })}`);
    say(problem ? `Not legal yet: ${problem}.` : "This deck is legal.", !problem);
    byId("next").replaceChildren(...(problem ? [] : [nextSteps(code, format)]), copiedCode(code));
    byId("text").textContent = text;
    byId("as-text").hidden = !deck.size;
  } catch (error) {
    if (isLatest()) say(error.message);
  }
}

async function start() {
  await listCards(add, (id) => {
    const n = deck.get(id) ?? 0;
    if (n) change(id, n - 1);
    return n > 0;
  });
  for (const id of byId("builder").dataset.cards.split(" ").filter(Boolean)) deck.set(id, (deck.get(id) ?? 0) + 1);
  for (const id of deck.keys()) count(id);
  showDeck();
  if (deck.size) await check();
  else say("Add cards: a class's own ones and neutral ones.");
}

byId("hero").addEventListener("change", () => {
  showDeck();
  check();
});
byId("format").addEventListener("change", () => {
  const code = new URLSearchParams(location.search).get("deck") ?? "";
  location.assign(`/builder?${new URLSearchParams({ deck: code, format: value("format") })}`);
});
byId("deck").addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button) takeOut(button.dataset.card);
});
byId("clear").addEventListener("click", () => {
  const all = [...deck.keys()];
  deck.clear();
  all.forEach(count);
  showDeck();
  check();
  byId("words").focus();
});
start().catch((error) => say(error.message));
