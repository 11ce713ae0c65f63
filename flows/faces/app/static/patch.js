// Changes numbers of cards and adds new ones; the server checks the patch. The address holds it:
// changes=EX1_032.attack.1,...&new=minion(...)&new=...

import { card, nameCards } from "./cards.js";
import { cards, listCards, mark } from "./card_list.js";
import { ask, byId, changed, html, latest, link, number, percent, playForm, say, send, table } from "./dom.js";

const { run, fields, ranges } = byId("patch").dataset;
const FIELDS = JSON.parse(fields); // by type
const RANGES = JSON.parse(ranges);
const patch = new Map(); // by the card's id: its new numbers by field, those that differ
const newCheck = latest();
let shownUse = ""; // the cards whose use is shown
let replayed = ""; // the new numbers with which elites have played

const format = () => byId("format").value;
const nameOf = (id) => cards.get(id)?.card.name ?? id;
const typeOf = (id) => cards.get(id)?.card.type;
const shownAs = (field) => (field === "durability" ? "health" : field); // as cards are drawn
const printed = (id, field) => cards.get(id)?.card[shownAs(field)];
const isChanged = (id) => Object.keys(patch.get(id)).length > 0;
const changedIds = () => [...patch.keys()].filter(isChanged);
const newCards = () => byId("new").value.split("\n").map((line) => line.trim()).filter(Boolean);
const isStronger = (field, now, before) => (field === "cost" ? now < before : now > before);

// --- a card of the patch ---

function drawn(id) {
  const now = Object.entries(patch.get(id)).map(([field, value]) => [shownAs(field), value]);
  const node = card({ id, ...Object.fromEntries(now) });
  for (const [field] of now) node.querySelector(`.${CSS.escape(field)}`)?.classList.add("changed");
  node.setAttribute("aria-hidden", "true");
  return node;
}

// The old value of a field, with a sign, and whether the change makes the card stronger or weaker.
function was(id, field) {
  const now = patch.get(id)[field];
  const before = printed(id, field);
  if (now === undefined) return "";
  return `${now > before ? "▲" : "▼"} from ${before}, ${isStronger(field, now, before) ? "stronger" : "weaker"}`;
}

function spinner(id, field) {
  const [min, max] = RANGES[field];
  const value = patch.get(id)[field] ?? printed(id, field);
  const noteId = `was-${id}-${field}`;
  const input = html("input", { type: "number", min, max, step: 1, value, "data-field": field, "aria-describedby": noteId });
  return html("label", {}, html("span", {}, field), input, html("small", { id: noteId }, was(id, field)));
}

function row(id) {
  const inputs = (FIELDS[typeOf(id)] ?? []).map((field) => spinner(id, field));
  const undo = html("button", { type: "button", class: "undo", "aria-label": `undo ${nameOf(id)}` }, "undo");
  const group = html("fieldset", {}, html("legend", {}, nameOf(id)), ...inputs, undo);
  return html("li", { "data-id": id }, typeOf(id) ? drawn(id) : "", group);
}

const rowOf = (id) => byId("changed").querySelector(`[data-id="${CSS.escape(id)}"]`);

function open(id) {
  if (!patch.has(id)) {
    patch.set(id, {});
    byId("changed").append(row(id));
    renew(id);
  }
  rowOf(id).querySelector("input")?.focus();
}

function change(id, input) {
  const { field } = input.dataset;
  const numbers = patch.get(id);
  const isSame = input.value === "" ? !input.validity.badInput : Number(input.value) === printed(id, field);
  if (isSame) delete numbers[field];
  else numbers[field] = input.validity.badInput ? "no number" : Number(input.value);
  rowOf(id).querySelector(".card").replaceWith(drawn(id));
  byId(`was-${id}-${field}`).textContent = was(id, field);
  renew(id);
}

// Takes cards out of the patch; the focus stays in the list.
function undo(ids) {
  const at = [...byId("changed").children].indexOf(document.activeElement.closest("li"));
  for (const id of ids) {
    rowOf(id).remove();
    patch.delete(id);
    renew(id);
  }
  const left = byId("changed").querySelectorAll(".undo");
  if (!document.activeElement.closest(".cardlist")) (left[Math.min(at, left.length - 1)] ?? byId("words")).focus();
}

// Shows in the list of cards, and to the server, what has become of a card.
function renew(id) {
  const isIn = patch.has(id);
  mark(id, isIn ? (isChanged(id) ? "changed" : "open") : "", isIn ? `in the patch${isChanged(id) ? ", changed" : ""}` : "");
  byId("clear").hidden = !patch.size;
  check();
}

// --- the server's word ---

const asked = () => ({
  name: byId("patch-name").value,
  format: format(),
  cards: Object.fromEntries(changedIds().map((id) => [id, patch.get(id)])),
  new: newCards(),
});

function keep() {
  const changes = changedIds().flatMap((id) => Object.entries(patch.get(id)).map(([field, value]) => `${id}.${field}.${value}`));
  const more = run ? { run } : {};
  const words = new URLSearchParams({ format: format(), name: byId("patch-name").value, changes, ...more });
  for (const line of newCards()) words.append("new", line);
  history.replaceState(null, "", `/patch?${words}`);
}

function tell(text, isWrong = false) {
  byId("told").textContent = text;
  byId("told").classList.toggle("wrong", isWrong);
}

async function check() {
  const isLatest = newCheck();
  keep();
  showUse();
  if (newNumbers() !== replayed) byId("replayed").replaceChildren();
  if (!changedIds().length && !newCards().length) {
    byId("as-text").hidden = true;
    return tell("No card is changed yet.");
  }
  try {
    const { text, changes, problem } = await send("/patch/check", asked());
    if (!isLatest()) return;
    tell(problem || `${changes}.`, problem !== "");
    byId("as-text").hidden = problem !== "";
    byId("text").textContent = text;
    byId("file").setAttribute("href", `data:text/yaml;charset=utf-8,${encodeURIComponent(text)}`);
    byId("file").setAttribute("download", `${byId("patch-name").value}.yaml`);
  } catch (error) {
    if (isLatest()) tell(error.message, true);
  }
}

const rate = (value) => number(percent(value, 0));

const linked = (...about) => html("td", {}, link(...about));

function useRow({ card: id, run: name, n_elites: n, n_with: has, rate_with: own, rate_without: others, best }) {
  const deck = best === null ? html("td", {}, "-") : linked(`deck ${best}`, "/deck", { run: name, evaluation: best });
  return html("tr", {}, html("th", {}, nameOf(id)), linked(name, "/archive", { run: name }), number(`${has} of ${n}`), rate(own), rate(others), deck);
}

// Asks which decks play the cards of the patch, when these have changed.
async function showUse() {
  const ids = changedIds().filter((id) => cards.has(id));
  if (`${ids}` === shownUse) return;
  shownUse = `${ids}`;
  byId("whom").hidden = !ids.length;
  if (!ids.length) return;
  try {
    const rows = await ask("/patch/use", [...ids.map((id) => ["card", id]), ["run", run]]);
    if (`${ids}` !== shownUse) return;
    const heads = ["card", "search", "elites with it", "they win", "others win", "best deck with it"];
    byId("use").replaceChildren(rows.length ? table(heads, rows.map(useRow)) : "No search below the folder can have these cards. The lab searches its own decks.");
    nameCards(byId("use"));
  } catch (error) {
    byId("use").textContent = error.message;
  }
}

// --- games with the old and the new numbers ---

const newNumbers = () => JSON.stringify(asked().cards);
const difference = (found) => changed({ change: found.win_rate, interval: found.win_rate_interval });

function replayRow({ run: name, evaluation, cards: names }, [before, after], found) {
  const deck = linked(`deck ${evaluation} of ${name}`, "/deck", { run: name, evaluation });
  return html("tr", {}, deck, html("td", {}, names.join(", ")), rate(before.win_rate), rate(after.win_rate), ...difference(found));
}

async function replay() {
  let decks = [];
  const start = async () => {
    replayed = newNumbers();
    const made = await send("/patch/replay", { ...asked(), run });
    decks = made.decks;
    return made.id;
  };
  const show = ({ decks: sides, differences, difference: mean }) => {
    if (!mean || newNumbers() !== replayed) return;
    const rows = decks.map((each, i) => replayRow(each, sides.slice(2 * i, 2 * i + 2), differences[i]));
    rows.push(html("tr", {}, html("th", {}, "mean"), html("td", {}), html("td", {}), html("td", {}), ...difference(mean)));
    byId("replayed").replaceChildren(table(["deck", "changed cards", "wins before", "wins after", "change", "95 %", ""], rows));
    nameCards(byId("replayed"));
  };
  await playForm(["replay"], "/bench/state", start, show);
}

async function play(event) {
  event.preventDefault();
  try {
    const { id } = await send("/patch/play", { ...asked(), archetype: byId("archetype").value, size: byId("size").value });
    location.assign(`/patch/lab?${new URLSearchParams({ id })}`);
  } catch (error) {
    say(error.message);
  }
}

async function start() {
  const given = new URLSearchParams(location.search);
  byId("patch-name").value = given.get("name") ?? byId("patch-name").value;
  await listCards(open, (id) => patch.has(id) && (undo([id]), true));
  for (const each of (given.get("changes") ?? "").split(",").filter(Boolean)) {
    const [id, field, value] = each.split(".");
    patch.set(id, { ...patch.get(id), [field]: Number.isNaN(Number(value)) ? value : Number(value) });
  }
  byId("new").value = given.getAll("new").join("\n");
  if (newCards().length) check();
  byId("changed").append(...[...patch.keys()].map(row));
  [...patch.keys()].forEach(renew);
}

byId("changed").addEventListener("input", ({ target }) => change(target.closest("li").dataset.id, target));
byId("changed").addEventListener("click", ({ target }) => target.closest(".undo") && undo([target.closest("li").dataset.id]));
byId("clear").addEventListener("click", () => undo([...patch.keys()]));
byId("patch-name").addEventListener("input", check);
byId("new").addEventListener("input", check);
byId("lab").addEventListener("submit", play);
byId("replay").addEventListener("click", replay);
byId("format").addEventListener("change", () => {
  keep();
  location.reload();
});
start().catch((error) => tell(error.message, true));
