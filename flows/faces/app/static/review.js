// The review of the game that is shown: chances to win, mistakes, best lines, and luck.

import { nameCards } from "./cards.js";
import { byId, follow, html, number, openGame, percent, send, svg, table } from "./dom.js";

const WIDTH = 640;
const HEIGHT = 180;
const place = document.querySelector(".replay");
let found = null;
let at = 0;

const points = (value) => `${(100 * value).toFixed(1)} points`;
const signed = (value) => `${value > 0 ? "+" : ""}${points(value)}`;
const roundOf = (turn) => Math.ceil(turn.number / 2);
const named = (turn) => `Round ${roundOf(turn)}, ${found.names[turn.side]}`;
const luckOf = (turn) => turn.luck + turn.draw;
const told = (turn) => `${named(turn)}: ${percent(turn.chance)}${turn.mark ? `, ${turn.mark}, ${points(turn.cost)}` : ""}`;

// --- the curve ---

function curve() {
  const last = Math.max(1, ...found.curves.flat().map(([action]) => action));
  const x = (action) => (8 + ((WIDTH - 16) * action) / last).toFixed(1);
  const y = (chance) => (8 + (HEIGHT - 16) * (1 - chance)).toFixed(1);
  const lines = found.curves.map((side, i) =>
    svg("polyline", { class: `curve c${i}`, points: side.map(([action, chance]) => `${x(action)},${y(chance)}`).join(" ") }),
  );
  const turns = found.turns.map((turn) =>
    svg(
      "a",
      { href: `#${turn.first}`, "aria-label": told(turn) },
      svg("title", {}, told(turn)),
      svg("circle", { class: `turn-mark c${turn.side} ${turn.mark ?? ""}`, cx: x(turn.first), cy: y(turn.chance), r: turn.mark ? 7 : 4 }),
    ),
  );
  const here = svg("line", { class: "pointer", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT });
  const middle = svg("line", { class: "grid", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) });
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": "Chance to win as each turn begins" }, middle, here, ...lines, ...turns);
}

const keys = () =>
  html("p", { class: "keys" }, ...found.names.map((name, i) => html("span", { class: `key c${i}` }, html("i"), name)));

function allTurns() {
  const rows = found.turns.map((turn) =>
    html(
      "tr",
      {},
      html("td", {}, html("a", { href: `#${turn.first}` }, named(turn))),
      ...[percent(turn.chance), percent(turn.after), points(turn.cost), signed(luckOf(turn))].map(number),
      html("td", {}, turn.mark ?? ""),
    ),
  );
  return html("details", {}, html("summary", {}, "All turns"), table(["turn", "before", "after", "cost", "luck", ""], rows));
}

// --- the turn that is shown ---

const line = (title, { texts, chance, wins, reasons }) =>
  html("div", { class: "plan" }, html("h4", {}, title, " ", html("small", { class: "inline" }, wins ? "wins this turn" : percent(chance))), html("ol", {}, ...texts.map((text) => html("li", {}, text))), reasons.length ? html("p", { class: "quiet" }, reasons.join("; ")) : "");

function decision({ cost, played, best, others }) {
  const lines = cost > 0 ? [line("Played", played), line("Best", best)] : [line("Played, and best", played)];
  const more = html("details", {}, html("summary", {}, "Other lines"), ...others.map((other, i) => line(`Line ${i + 1}`, other)));
  return others.length ? [...lines, more] : lines;
}

// The game, as requests name it.
function asked() {
  const { run, evaluation, game } = place.dataset;
  return evaluation === undefined ? { run } : { run, evaluation: Number(evaluation), game: Number(game) };
}

function retry(turn) {
  const { run, person } = place.dataset;
  if (!run || (person !== undefined && Number(person) !== turn.side)) return [];
  const button = html("button", { type: "button" }, "retry from here");
  const note = html("span", { role: "alert" });
  button.addEventListener("click", () => openGame("/play/retry", { ...asked(), number: turn.first }, (text) => note.replaceChildren(text)));
  return [html("p", {}, button, " ", note)];
}

function drawTurn() {
  const turn = found.turns.findLast((each) => each.first <= at);
  if (!turn) return;
  const mark = turn.mark ? `${turn.mark}, ` : "";
  const facts = `${percent(turn.chance)} before, ${percent(turn.after)} after; ${mark}cost ${points(turn.cost)}, luck ${signed(luckOf(turn))}`;
  byId("review-turn").replaceChildren(html("h3", {}, named(turn)), html("p", {}, facts), ...retry(turn), ...turn.decisions.flatMap(decision));
  nameCards(byId("review-turn"));
}

function draw() {
  const focused = document.activeElement?.closest?.("#review-curve a")?.getAttribute("href");
  byId("review-curve").replaceChildren(curve(), keys());
  if (focused) document.querySelector(`#review-curve a[href="${focused}"]`)?.focus({ preventScroll: true });
  drawTurn();
}

// --- loading ---

async function review() {
  byId("review").disabled = true;
  try {
    const { id } = await send("/review/start", asked());
    await follow("/review/state", id, (state) => {
      byId("review-note").textContent = `Reviewing the turns: ${percent(state.progress, 0)}`;
      found = state.found;
    }, 250);
    byId("review-note").textContent = "";
    byId("review").hidden = true;
    byId("review-table").replaceChildren(allTurns());
    draw();
  } catch (error) {
    byId("review-note").textContent = error.message;
    byId("review").disabled = false;
  }
}

byId("review").addEventListener("click", review);
place.addEventListener("shown", (event) => {
  at = event.detail;
  if (found) draw();
});
