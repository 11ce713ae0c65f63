// The archive as a map: colours, axes, time, filters, and the deck under the pointer.

import { idOf, loadCards } from "./cards.js";
import { ask, byId, health, html, percent } from "./dom.js";
import { colourOf, drawMap, drawRamp, frame, listen as listenTo, neighbour, number, options, rgb } from "./map.js";

const LIVE_MS = 4000;
const N_BEST = 12;
const FILTERS = ["with", "without", "dust", "opponent", "rate"];
// Points of the colour map "viridis" (matplotlib, CC0), from low to high.
const COLOURS = ["#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#fde725"].map(rgb);
const { run, grows } = document.querySelector(".explorer").dataset;
const chosen = new URLSearchParams(location.search);
const known = new Map(); // answers of the server by query
let facts = null;
let shown = null; // columns of the archive on the map
let cells = []; // rectangles by elite
let pointed = -1;

const isShare = (name) => name.endsWith("win_rate");

function formed(name, value) {
  if (isShare(name)) return percent(value, 0);
  return name.endsWith("objective") ? health(value, 1) : number(value);
}

function labelOf(name) {
  if (name.startsWith("fresh_")) return `${facts.labels[name.slice(6)]} in new games`;
  return facts.labels[name] ?? name;
}

// --- the settings of the page, which its address holds ---

function setting(id, fallback = "") {
  return chosen.get(id) ?? fallback;
}

function keep() {
  const values = { run };
  for (const id of ["colour", "x-measure", "y-measure", ...FILTERS]) {
    if (byId(id).value) values[id] = byId(id).value;
  }
  const last = facts.steps.length - 1;
  if (Number(byId("time").value) !== last) values.n = facts.steps[byId("time").value];
  history.replaceState(null, "", `?${new URLSearchParams(values)}`);
}

// --- data ---

async function load() {
  const n = facts.steps[byId("time").value];
  const query = { run, x: byId("x-measure").value, y: byId("y-measure").value, n };
  const key = JSON.stringify(query);
  byId("when").textContent = n.toLocaleString("en");
  if (!known.has(key)) known.set(key, await ask("/archive/cells", query));
  const isOld = byId("x-measure").value !== query.x || byId("y-measure").value !== query.y;
  if (isOld || facts.steps[byId("time").value] !== n) return;
  const before = pointed >= 0 && shown ? shown.values.evaluation[pointed] : null;
  shown = known.get(key);
  pointed = before === null ? -1 : shown.values.evaluation.indexOf(before);
  const names = Object.keys(shown.values).filter(
    (name) => name !== "evaluation" && shown.values[name].some((value) => value !== null),
  );
  options(byId("colour"), names, labelOf, byId("colour").value || setting("colour"));
  draw();
}

// --- the map ---

function draw() {
  const values = shown.values[byId("colour").value];
  const seen = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...seen), Math.max(...seen)];
  const share = (value) => (high > low ? (value - low) / (high - low) : 1);
  const fill = (i) => (values[i] === null ? "var(--edge)" : colourOf(COLOURS, share(values[i])));
  cells = drawMap(byId("heatmap"), shown, fill);
  byId("low").textContent = seen.length ? formed(byId("colour").value, low) : "";
  byId("high").textContent = seen.length ? formed(byId("colour").value, high) : "";
  filter();
  point(pointed);
}

function point(row) {
  pointed = row;
  frame(byId("heatmap"), shown, row);
  if (row < 0) return;
  const value = (name) => shown.values[name]?.[row];
  const parts = [
    `Deck ${value("evaluation")}: health difference ${health(value("objective"), 1)}`,
    value("believed_objective") != null
      ? `believed ${health(value("believed_objective"), 1)}${value("believed_sd") != null ? ` ± ${(1.64 * value("believed_sd")).toFixed(1)} (90 %)` : ""}`
      : null,
    `${percent(value("win_rate"), 0)} won`,
    value("n_games") ? `${value("n_games")} games` : null,
    value("fresh_objective") != null
      ? `in new games ${health(value("fresh_objective"), 1)}, ${percent(value("fresh_win_rate"), 0)} won`
      : null,
    ...shown.axes.filter((axis) => axis.name).map((axis) => `${labelOf(axis.name)} ${formed(axis.name, value(axis.name))}`),
  ];
  byId("pointed").replaceChildren(
    parts.filter(Boolean).join(", "),
    " ",
    html("a", { href: address(row) }, "open"),
  );
}

const address = (row) => `/deck?${new URLSearchParams({ run, evaluation: shown.values.evaluation[row] })}`;

// --- filters ---

const CARD_FILTERS = ["with", "without"];

// The place of a filter's card among the cards of the run, -1 if it names none.
function cardOf(id) {
  const name = byId(id).value.trim().toLowerCase();
  return facts.cards.findIndex((card) => card.toLowerCase() === name);
}

function matches() {
  const [wanted, unwanted] = CARD_FILTERS.map(cardOf);
  const dust = byId("dust").value === "" ? Infinity : Number(byId("dust").value);
  const opponent = byId("opponent").value; // a suite may have one in several places
  const places = facts.opponents.flatMap((name, place) => (name === opponent ? [place] : []));
  const rate = Number(byId("rate").value) / 100;
  return (row) => {
    if (wanted >= 0 && !shown.decks[row].includes(wanted)) return false;
    if (unwanted >= 0 && shown.decks[row].includes(unwanted)) return false;
    if (shown.values.dust && shown.values.dust[row] > dust) return false;
    if (!rate) return true;
    if (!places.length || !shown.opponent_games) return shown.values.win_rate[row] >= rate;
    const sum = (counts) => places.reduce((total, place) => total + counts[row][place], 0);
    return sum(shown.opponent_games) > 0 && sum(shown.opponent_wins) / sum(shown.opponent_games) >= rate;
  };
}

function bestRows() {
  const fits = matches();
  const values = shown.values[byId("colour").value];
  const known = (row) => values[row] ?? -Infinity;
  return values
    .map((_, row) => row)
    .filter(fits)
    .sort((a, b) => known(b) - known(a));
}

function filter() {
  const rows = bestRows();
  const left = new Set(rows);
  cells.forEach((cell, row) => cell.classList.toggle("out", !left.has(row)));
  for (const id of CARD_FILTERS) byId(id).dataset.card = idOf(facts.cards[cardOf(id)]);
  const unknown = CARD_FILTERS.filter((id) => byId(id).value.trim() && cardOf(id) < 0);
  const ignored = unknown.map((id) => `; no card of this run is called "${byId(id).value.trim()}"`);
  byId("count").textContent = `${rows.length} of ${cells.length} decks${ignored.join("")}`;
  const headings = { believed_objective: "believed", objective: "health", fresh_objective: "in new games", win_rate: "won", dust: "dust" };
  const colour = byId("colour").value;
  headings[colour] ??= labelOf(colour);
  const columns = Object.keys(headings).filter((name) => shown.values[name]);
  const head = html("tr", {}, html("th", {}, "deck"), ...columns.map((name) => html("th", { class: "number" }, headings[name])));
  byId("best").tHead.replaceChildren(head);
  byId("best").tBodies[0].replaceChildren(
    ...rows.slice(0, N_BEST).map((row) =>
      html(
        "tr",
        {},
        html("th", {}, html("a", { href: address(row) }, `${shown.values.evaluation[row]}`)),
        ...columns.map((name) => html("td", { class: "number" }, formed(name, shown.values[name][row]))),
      ),
    ),
  );
}

// --- start ---

function failed(error) {
  byId("pointed").textContent = error.message;
}

function listen() {
  listenTo(byId("heatmap"), {
    point,
    open: (row) => (row >= 0 || pointed >= 0) && location.assign(address(row >= 0 ? row : pointed)),
    move: (dx, dy) => point(pointed < 0 ? (bestRows()[0] ?? -1) : neighbour(shown, pointed, dx, dy)),
  });
  for (const id of ["x-measure", "y-measure", "time"]) {
    byId(id).addEventListener("input", () => {
      keep();
      load().catch(failed);
    });
  }
  byId("colour").addEventListener("input", () => {
    keep();
    draw();
  });
  for (const id of FILTERS) {
    byId(id).addEventListener("input", () => {
      keep();
      filter();
    });
  }
  byId("clear").addEventListener("click", () => {
    for (const id of FILTERS) byId(id).value = "";
    keep();
    filter();
  });
}

// The map of an unfinished run follows it while the slider is at its end.
async function follow() {
  const isLast = Number(byId("time").value) === facts.steps.length - 1;
  const before = facts.steps[facts.steps.length - 1];
  facts.steps = (await ask("/archive/facts", { run })).steps;
  const last = facts.steps.length - 1;
  const step = facts.steps.indexOf(before);
  byId("time").max = last;
  if (facts.steps[last] === before) return;
  byId("time").value = isLast || step < 0 ? last : byId("time").value;
  if (isLast) await load();
}

async function start() {
  [facts] = await Promise.all([ask("/archive/facts", { run }), loadCards()]);
  const name = (each) => facts.labels[each] ?? each;
  const own = [facts.measures[0], facts.own > 1 ? facts.measures[1] : ""];
  options(byId("x-measure"), facts.measures, name, setting("x-measure", own[0]));
  const ups = facts.own > 1 ? facts.measures : ["", ...facts.measures];
  options(byId("y-measure"), ups, (each) => (each ? name(each) : "-"), setting("y-measure", own[1]));
  options(byId("opponent"), ["", ...new Set(facts.opponents)], (each) => each || "all opponents", setting("opponent"));
  byId("cards").replaceChildren(...[...facts.cards].sort().map((card) => html("option", { value: card })));
  const step = facts.steps.indexOf(Number(setting("n", "-1")));
  byId("time").max = facts.steps.length - 1;
  byId("time").value = step >= 0 ? step : facts.steps.length - 1;
  for (const id of ["with", "without", "dust", "rate"]) byId(id).value = setting(id);
  drawRamp(byId("ramp"), COLOURS);
  listen();
  await load();
  if (grows) setInterval(() => document.hidden || follow().catch(failed), LIVE_MS);
}

start().catch(failed);
