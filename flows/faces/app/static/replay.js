// A game as a board: every action from the JSON lines of `replay --json` (docs/app.md).

import { heroParts, powerNode, secretNode, weaponNode } from "./board.js";
import { back, face, loadCards, minionFace, nameCards, readable } from "./cards.js";
import { byId, fetched, health, html } from "./dom.js";
import { listenToPace, paced, show as animate } from "./motion.js";

const STEP_MS = 1100;
const place = document.querySelector(".replay");
let head = null;
let steps = []; // the opening, then every action: { line, board, plan }
let plansNote = ""; // what stands in place of the plans until they are here
let at = 0;
let timer = null;

// --- reading ---

// The steps of a game, and its end. Sets the head.
function read(text) {
  let plan = null;
  let end = null;
  const found = [];
  for (const line of text.trim().split("\n").map(JSON.parse)) {
    if (line.line === "game") head = line;
    if (line.line === "plan") plan = line;
    if (line.line === "end") end = line;
    if (line.line === "opening") found.push({ line, board: line.board, plan: null });
    if (line.line === "action") found.push({ line, board: line.board, plan });
  }
  steps = found;
  return end;
}

const sideName = (side) => head.players[side].name;
const turnOf = (step) => (step.line.line === "opening" ? 0 : step.line.turn);
const planAt = (index) => steps[index + 1]?.plan ?? steps[index].plan;

// --- the board ---

function placed(found, { classes, parts }, more = []) {
  const node = html("span", { class: [...classes, ...more].join(" "), "data-place": found.entity }, ...parts);
  return html("li", {}, readable(node, found));
}

const roles = (found, line) => [line.source === found.entity ? "source" : "", line.target === found.entity ? "target" : ""].filter(Boolean);

function hero(player, side, line) {
  const classes = ["hero", ...roles(player.hero, line)];
  return html(
    "div",
    { class: "heroes" },
    html("div", { class: classes.join(" "), "data-place": player.hero.entity }, ...heroParts(player, sideName(side))),
    powerNode(`power-${side}`, player.power),
    weaponNode(`weapon-${side}`, player.weapon),
  );
}

function drawSide(step, side) {
  const player = step.board.players[side];
  const view = byId("view").value;
  const isHidden = view !== "both" && Number(view) !== side;
  const secrets = player.secrets.map((each) => (isHidden ? back("secret") : secretNode(each.entity, each)));
  const cards = player.hand.map((each) => (isHidden ? back("card") : placed(each, face(each))));
  const hand = html("ul", { class: "hand", "aria-label": "hand" }, ...secrets, ...cards);
  const minions = player.board.map((each) => placed(each, minionFace(each), roles(each, step.line)));
  const board = html("ul", { class: "board", "aria-label": "minions" }, ...minions);
  const parts = [hand, hero(player, side, step.line), board];
  const node = byId(`side-${side}`);
  node.classList.toggle("active", step.board.active === side);
  node.replaceChildren(...(side === 1 ? parts : parts.reverse()));
}

// --- the plan ---

const scored = (plan) => (plan.outcome ? `${plan.outcome} for certain` : `score ${plan.score.toLocaleString("en")}`);

function planPart(title, plan) {
  return html(
    "div",
    { class: "plan" },
    html("h3", {}, title, " ", html("small", { class: "inline" }, scored(plan))),
    html("ol", {}, ...plan.actions.map((action) => html("li", {}, action.text))),
  );
}

function drawPlan() {
  const plan = planAt(at);
  const parts = plansNote ? [html("p", { class: "quiet" }, plansNote)] : [];
  if (plan) {
    const states = plan.states.toLocaleString("en");
    parts.push(planPart(`${sideName(plan.side)} plans`, plan), html("p", { class: "quiet" }, `${states} states tried`));
    plan.alternatives.forEach((other, i) => parts.push(planPart(`Alternative ${i + 1}`, other)));
    if (!plan.alternatives.length) parts.push(html("p", { class: "quiet" }, "There was nothing else to do."));
  }
  byId("plan").replaceChildren(...parts);
  nameCards(byId("plan"));
}

// --- the log ---

const changesOf = ({ line }) => (line.changes?.length ? html("small", {}, line.changes.join("; ")) : "");

function drawLog(end) {
  const rows = [];
  let turn = 0;
  steps.forEach((step, index) => {
    if (turnOf(step) !== turn) {
      turn = turnOf(step);
      rows.push(html("li", { class: "turn" }, `Round ${Math.ceil(turn / 2)}, ${sideName(step.line.side)}`));
    }
    const text = index === 0 ? "the opening hands" : step.line.text;
    rows.push(html("li", {}, html("button", { type: "button", "data-step": index }, text, changesOf(step))));
  });
  rows.push(html("li", { class: "turn" }, `${sideName(head.person ?? 0)} ${end.result}${end.conceded ? " (gave up)" : ""} in round ${end.rounds}, health difference ${health(end.health_difference, 0)}`));
  byId("log").replaceChildren(...rows);
}

// --- playback ---

// What the action of a step did to the board before it, for its animation.
function effectOf(before, { line, board }) {
  const characters = ({ players }) => new Map(players.flatMap(({ hero, board: minions }) => [hero, ...minions]).map((each) => [each.entity, each]));
  const hands = ({ players }) => players.flatMap(({ hand }) => hand.map((each) => each.entity));
  const [old, now] = [characters(before), characters(board)];
  // Lost armour is damage; gained armour does not heal.
  const hurt = (was, now) => (now.max_health - now.health) - (was.max_health - was.health) - Math.min((now.armor ?? 0) - (was.armor ?? 0), 0);
  const felt = [...old].map(([entity, found]) => {
    const after = now.get(entity);
    return { place: entity, is_gone: !after, damage: after ? hurt(found, after) : 0 };
  });
  const card = before.players.flatMap(({ hand }) => hand).find((each) => each.entity === line.source);
  return {
    ...line,
    card,
    isPlayed: Boolean(card),
    felt: felt.filter((each) => each.is_gone || each.damage),
    came: [...now.keys()].filter((entity) => !old.has(entity)),
    drawn: hands(board).filter((entity) => !hands(before).includes(entity)),
  };
}

function drawSides(step) {
  drawSide(step, 0);
  drawSide(step, 1);
}

function show(index, isKept = true) {
  const last = at;
  at = Math.min(Math.max(index, 0), steps.length - 1);
  const step = steps[at];
  const focused = document.activeElement.dataset.place;
  if (at === last + 1) animate(effectOf(steps[last].board, step), () => drawSides(step));
  else drawSides(step);
  drawPlan();
  if (focused) document.querySelector(`.stage [data-place="${focused}"]`)?.focus({ preventScroll: true });
  byId("step").value = at;
  const side = step.line.side;
  byId("now").textContent = at === 0 ? "After the mulligan" : `Round ${Math.ceil(step.line.turn / 2)}: ${sideName(side)} ${[step.line.text, ...step.line.changes].join("; ")}`;
  for (const old of document.querySelectorAll(".log .here")) old.classList.remove("here");
  const here = document.querySelector(`.log [data-step="${at}"]`);
  here.classList.add("here");
  const log = byId("log");
  if (log.scrollHeight > log.clientHeight) log.scrollTop = here.offsetTop - log.offsetTop - log.clientHeight / 2;
  if (isKept) history.replaceState(null, "", `#${at}`);
  place.dispatchEvent(new CustomEvent("shown", { detail: at }));
}

function turnBack() {
  const turn = turnOf(steps[at]);
  const first = steps.findIndex((step) => turnOf(step) === turn);
  return at > first ? first : Math.max(0, steps.findIndex((step) => turnOf(step) === turnOf(steps[Math.max(0, first - 1)])));
}

function turnOn() {
  const next = steps.findIndex((step) => turnOf(step) > turnOf(steps[at]));
  return next < 0 ? steps.length - 1 : next;
}

function play() {
  if (timer === null && at === steps.length - 1) show(0);
  timer = timer === null ? setTimeout(playOn, paced(STEP_MS)) : clearTimeout(timer) ?? null;
  byId("play").textContent = timer === null ? "play" : "pause";
}

function playOn() {
  if (at === steps.length - 1) return play();
  show(at + 1);
  timer = setTimeout(playOn, paced(STEP_MS));
}

const does = {
  first: () => show(0),
  "turn-back": () => show(turnBack()),
  back: () => show(at - 1),
  play,
  on: () => show(at + 1),
  "turn-on": () => show(turnOn()),
  last: () => show(steps.length - 1),
};
const keys = {
  Home: "first", PageUp: "turn-back", ArrowLeft: "back", " ": "play", ArrowRight: "on", PageDown: "turn-on", End: "last",
};

function listen() {
  for (const button of document.querySelectorAll("[data-do]")) button.addEventListener("click", does[button.dataset.do]);
  byId("step").addEventListener("input", (event) => show(Number(event.target.value)));
  byId("view").addEventListener("input", () => show(at));
  byId("log").addEventListener("click", (event) => event.target.closest("[data-step]") && show(Number(event.target.closest("[data-step]").dataset.step)));
  addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || 0, false));
  addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.target.matches("input, select") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " " && event.target.matches("button, summary")) return;
    event.preventDefault();
    does[keys[event.key]]();
  });
}

// The plans take longer than the game: the board does not wait for them.
async function addPlans() {
  plansNote = "Searching for the plans and their alternatives …";
  drawPlan();
  try {
    read(await fetched(place.dataset.plans));
    plansNote = "";
  } catch (error) {
    plansNote = error.message;
  }
  drawPlan();
}

async function start() {
  const [text] = await Promise.all([fetched(place.dataset.lines), loadCards()]);
  const end = read(text);
  byId("title").textContent = `${sideName(0)} against ${sideName(1)}`;
  byId("plans").hidden = !place.dataset.plans;
  byId("step").max = steps.length - 1;
  byId("message").hidden = true;
  byId("stage").hidden = false;
  drawLog(end);
  listenToPace();
  listen();
  show(Number(location.hash.slice(1)) || 0);
  if (place.dataset.plans) addPlans();
}

start().catch((error) => {
  byId("message").textContent = error.message;
});
