// A game against a player. The server sends what the person may see, and every legal action.

import { heroParts, powerNode, powerParts, secretNode, weaponNode } from "./board.js";
import { back, face, loadCards, minionFace, nameCards, read, readable, shows } from "./cards.js";
import { ask, byId, html, percent, send } from "./dom.js";
import { listenToPace, paced, show } from "./motion.js";

const POLL_MS = 250;
const STEP_MS = 1000;
const { base } = byId("game").dataset;
let { id } = byId("game").dataset; // of the game; of a puzzle, that of the position
const KEYS = { hand: "1234567890", own: "zxcvbnm", enemy: "asdfghj" };
const HERO_KEYS = { "enemy-hero": "k", "own-hero": "l", power: "p" };
let state = null;
let waiting = []; // events of the opponent that are still to be shown
let pause = 0; // the timer after which the next of them is shown
let chosen = null; // { source, moves: those that are left, position }
let replaced = new Set(); // places of the mulligan
let hinted = null;
let changed = []; // by the last action
let played = new Map(); // how often the opponent has openly played each card, without those that came back
let shown = null; // the board on the page
let isSending = false;
let tapped = null; // the place that was read by a tap: a second tap acts
let pointer = "mouse";

// --- what can be done ---

const isPlay = (event) => Boolean(event.card) && (event.source === null || event.source.startsWith("hand"));
const isMine = () => state.phase === "person" && !waiting.length && !isSending;
const movesFrom = (source) => state.moves.filter((move) => move.source === source);
const values = (name) => [...new Set(chosen.moves.map((move) => move[name]))];

// What the person has to choose next for the action begun: an option, a place, a target.
function open() {
  if (!chosen) return null;
  if (values("choice").length > 1) return "choice";
  if (values("position").length > 1) return "position";
  return values("target").some(Boolean) ? "target" : null;
}

function isPossible(place) {
  if (!isMine()) return false;
  if (open() === "target") return chosen.moves.some((move) => move.target === place);
  return !chosen && movesFrom(place).length > 0;
}

// Changes an element that only some pages have.
const set = (name, values) => Object.assign(byId(name) ?? {}, values);

// --- acting ---

function say(text) {
  byId("rule").textContent = text;
}

function take(answer) {
  const isEarlier = state && answer.number < state.number;
  const since = isEarlier || !state ? 0 : state.number;
  const fresh = answer.events.filter((event) => event.number >= since);
  const isFirst = !state;
  state = answer;
  id = answer.id ?? id;
  if (isEarlier || isFirst) {
    byId("log").replaceChildren();
    played = new Map();
  }
  if (isEarlier) waiting = [];
  const isShowing = waiting.length > 0;
  for (const event of fresh) {
    // After taking back, all were shown before. Own actions of another window wait for those before them.
    if (isFirst || isEarlier || (event.is_own && !waiting.length)) log(event);
    else waiting.push(event);
  }
  chosen = null;
  const own = isFirst || isEarlier ? null : fresh.findLast((event) => event.is_own && !waiting.includes(event));
  if (own) show(effectOf(own), draw);
  else draw();
  if (waiting.length && !isShowing) after(paced(STEP_MS / 2), step);
  if (state.phase === "player" || (state.phase === "over" && !state.run && !state.problem && !state.verdict)) {
    setTimeout(poll, POLL_MS);
  }
}

async function request(path, body) {
  if (isSending) return;
  isSending = true;
  byId("game").setAttribute("aria-busy", "true");
  hinted = null;
  try {
    const answer = await send(path, body);
    isSending = false;
    take(answer);
    say("");
  } catch (error) {
    isSending = false;
    say(error.message);
    await refresh();
  } finally {
    byId("game").removeAttribute("aria-busy");
  }
}

async function refresh() {
  const since = state ? state.number : 0;
  const answer = await ask(`${base}/state`, { id, since });
  // An action that was taken back in another window: all events are shown anew.
  take(answer.number < since ? await ask(`${base}/state`, { id, since: 0 }) : answer);
}

async function poll() {
  try {
    if (!isSending) await refresh();
  } catch (error) {
    say(`${error.message} Trying again.`);
    setTimeout(poll, 4 * POLL_MS);
  }
}

function after(ms, act) {
  clearTimeout(pause);
  pause = setTimeout(act, ms);
}

function step() {
  const event = waiting.shift();
  log(event);
  show(effectOf(event), () => draw(event));
  after(paced(event.card ? STEP_MS : STEP_MS / 2), waiting.length ? step : () => draw());
}

// What to show of an event; in the own hand, the cards at the right end are new.
function effectOf(event) {
  const left = shown.own.hand.length - (event.source?.startsWith("hand") ? 1 : 0);
  const drawn = event.board.own.hand.map((_, i) => `hand:${i}`).slice(Math.max(left, 0));
  return { ...event, isPlayed: isPlay(event), drawn };
}

function skip() {
  for (const event of waiting) log(event);
  waiting = [];
  draw();
}

function play(move) {
  request(`${base}/act`, { id, number: state.number, move: state.moves.indexOf(move) });
}

function narrow(name, value) {
  chosen.moves = chosen.moves.filter((move) => move[name] === value);
  if (name !== "target" && open()) draw(); // the target is chosen last
  else play(chosen.moves[0]);
}

function choose(place) {
  const moves = movesFrom(place);
  chosen = { source: place, moves };
  if (open()) draw();
  else play(moves[0]);
}

function cancel() {
  chosen = null;
  say("");
  draw();
}

async function explain(kind, source, target) {
  try {
    const { why } = await ask(`${base}/why`, { id, kind, source, target, number: state.number });
    say(why);
  } catch (error) {
    say(error.message);
  }
}

const kindOf = (place) => (place.startsWith("hand") ? "play" : place === "power" ? "hero power" : "attack");

function click(place) {
  if (state.phase === "mulligan") return toggle(place);
  if (!isMine()) return say(state.phase === "over" ? "The game is over." : "It is the opponent's turn.");
  if (isPossible(place)) return open() === "target" ? narrow("target", place) : choose(place);
  if (chosen?.source === place) return cancel();
  if (open() === "target" && !place.startsWith("hand")) return explain(kindOf(chosen.source), chosen.source, place);
  chosen = null;
  draw();
  if (movesFrom(place).length) return choose(place);
  if (place.startsWith("enemy")) return say("Choose first what acts: a card, a minion, your hero or its power.");
  return explain(kindOf(place), place, "");
}

// --- the mulligan ---

function toggle(place) {
  if (!place.startsWith("hand")) return;
  const number = Number(place.slice(5));
  if (!replaced.delete(number)) replaced.add(number);
  draw();
}

// --- drawing ---

// A card, minion, hero or power as a button; a hero's name is all that its button shows.
function thing(place, classes, found, parts, key) {
  const isLegal = isPossible(place) || (state.phase === "mulligan" && place.startsWith("hand"));
  const names = [
    "thing",
    ...classes,
    isLegal ? "can" : "",
    chosen?.source === place ? "source" : "",
    hinted && (hinted.source === place || hinted.target === place) ? "hinted" : "",
  ];
  const node = html(
    "button",
    { type: "button", class: names.filter(Boolean).join(" "), "data-place": place, "data-key": key, "aria-keyshortcuts": key || null, "aria-disabled": isLegal ? null : "true" },
    ...parts,
    key ? html("kbd", {}, key.toUpperCase()) : "",
  );
  node.addEventListener("click", (event) => (isFirstTap(event, place, found) ? read(found) : click(place)));
  return found ? readable(node, found) : node;
}

// Whether a finger points at something for the first time; a click with a key has no detail.
function isFirstTap(event, place, found) {
  const isRead = tapped === place || state.phase === "mulligan" || open() === "target" || !found;
  tapped = place;
  return pointer === "touch" && event.detail > 0 && !isRead;
}

function minions(side, board) {
  const isPlacing = side === "own" && open() === "position";
  const nodes = board.map((found, i) => {
    const { classes, parts } = minionFace(found);
    return html("li", {}, thing(`${side}:${i}`, classes, found, parts, isPlacing ? "" : KEYS[side][i]));
  });
  if (!isPlacing) return nodes;
  const places = Array.from({ length: nodes.length + 1 }, (_, i) => {
    const key = "zxcvbnm,"[i];
    const button = html("button", { type: "button", class: "gap can", "data-key": key, "data-position": i }, "here", html("kbd", {}, key.toUpperCase()));
    button.addEventListener("click", () => narrow("position", i));
    return html("li", {}, button);
  });
  return places.flatMap((place, i) => (i < nodes.length ? [place, nodes[i]] : [place]));
}

function heroLine(side, player, name) {
  const place = `${side}-hero`;
  const { power, weapon } = player;
  return html(
    "div",
    { class: "heroes" },
    thing(place, ["hero"], null, heroParts(player, name), HERO_KEYS[place]),
    side === "own" ? thing("power", ["power", power.used ? "used" : ""], power, powerParts(power), "p") : powerNode("enemy-power", power),
    weaponNode(`${side}-weapon`, weapon),
  );
}

function hand(player, isOwn) {
  const cards = isOwn
    ? player.hand.map((found, i) => {
        const { classes, parts } = face(found);
        const isReplaced = state.phase === "mulligan" && replaced.has(i);
        return html("li", {}, thing(`hand:${i}`, [...classes, isReplaced ? "replaced" : ""], found, parts, KEYS.hand[i]));
      })
    : Array.from({ length: player.n_hand }, () => back("card"));
  const secrets = isOwn
    ? player.secrets.map((each, i) => secretNode(`secret:${i}`, each))
    : Array.from({ length: player.n_secrets }, () => back("secret"));
  return html("ul", { class: "hand", "aria-label": isOwn ? "your hand" : "the opponent's hand" }, ...secrets, ...cards);
}

function drawSide(side, player, isActive) {
  const isOwn = side === "own";
  const name = isOwn ? `You: ${state.decks[0]}` : `${state.level}: ${state.decks[1]}`;
  const board = html("ul", { class: "board", "aria-label": isOwn ? "your minions" : "the opponent's minions" }, ...minions(side, player.board));
  const parts = [hand(player, isOwn), heroLine(side, player, name), board];
  byId(side).classList.toggle("active", isActive);
  byId(side).replaceChildren(...(isOwn ? parts.reverse() : parts));
}

function choices() {
  if (state.phase === "mulligan") {
    const done = html("button", { type: "button", id: "keep", class: "can", "data-key": "Enter" }, `keep ${state.board.own.hand.length - replaced.size}, replace ${replaced.size} `, html("kbd", {}, "Enter"));
    done.addEventListener("click", () => request(`${base}/mulligan`, { id, places: [...replaced] }));
    return ["Choose the cards to replace: ", done];
  }
  const button = (found, key, act) => {
    const { classes, parts } = found.id ? face(found) : { classes: [], parts: [found.name, html("small", {}, found.text)] };
    const node = html("button", { type: "button", class: ["thing", "can", ...classes].join(" "), "data-key": key }, ...parts, html("kbd", {}, key));
    node.addEventListener("click", act);
    return readable(node, found);
  };
  if (isMine() && state.board.choices.length) {
    return ["Choose a card: ", ...state.board.choices.map((found, i) => button(found, KEYS.hand[i], () => play(state.moves[i])))];
  }
  if (open() === "choice") {
    const options = values("choice").map((choice) => chosen.moves.find((move) => move.choice === choice));
    return ["Choose: ", ...options.map((move, i) => button(move.option, KEYS.hand[i], () => narrow("choice", move.choice)))];
  }
  return [];
}

const sentences = (texts) => texts.map((text) => `${text[0].toUpperCase()}${text.slice(1)}.`).join(" ");

function now(event) {
  if (event) return `${event.is_own ? "You:" : "The opponent"} ${event.text}. ${sentences(event.changes)}`;
  if (state.problem) return state.problem;
  if (state.phase === "mulligan") return "The mulligan: which cards do you replace?";
  if (state.phase === "player" || waiting.length) return "The opponent thinks …";
  if (state.verdict) return state.verdict.solved ? "Solved." : "Not solved.";
  if (state.phase === "over") return `You have ${state.result === "drawn" ? "drawn" : state.result}.`;
  const asks = { choice: "Choose an option.", position: "Choose its place.", target: "Choose a target." };
  return `Round ${Math.ceil(state.board.turn / 2)}, your turn. ${asks[open()] ?? sentences(changed)}`;
}

function ended() {
  if (state.verdict) return [state.verdict.why];
  if (state.phase !== "over" || waiting.length || !state.run) return [];
  const links = [html("a", { href: `/play/watch?${new URLSearchParams({ run: state.run })}`, id: "watch" }, "watch the game")];
  if (state.match) links.push(" ", html("a", { href: `/play/match?id=${state.match}` }, "continue the match"));
  else links.push(" ", html("a", { href: "/play" }, "play again"));
  return [...links, html("span", { class: "quiet" }, ` Stored as ${state.run}; it is in the table play_games of SQL.`)];
}

function draw(event = null) {
  // The timer stops in the person's turn, so that nothing is drawn again then.
  if (!event && !waiting.length) clearTimeout(pause);
  shown = event?.board ?? (waiting.length && shown ? shown : state.board);
  const focused = byId("game").contains(document.activeElement) ? document.activeElement : null;
  const asked = event ? [] : [...choices(), ...ended()];
  drawLeft();
  drawSide("enemy", shown.enemy, !shown.is_own && state.phase !== "over");
  drawSide("own", shown.own, shown.is_own && state.phase !== "over");
  byId("ask").hidden = !asked.length;
  byId("ask").replaceChildren(...asked);
  byId("now").textContent = now(event);
  byId("now").classList.toggle("over", state.phase === "over" && !event && !waiting.length);
  const canEnd = isMine() && state.moves.some((move) => move.kind === "end turn");
  byId("end").disabled = !canEnd;
  byId("end").classList.toggle("hinted", hinted?.kind === "end turn");
  byId("undo").hidden = !state.practice;
  byId("undo").disabled = !(state.can_undo && isMine());
  byId("cancel").hidden = !chosen;
  set("hint", { disabled: !isMine() });
  set("concede", { disabled: state.phase === "over" });
  set("hints", { hidden: !hinted });
  if (!waiting.length) byId("game").dispatchEvent(new CustomEvent("shown", { detail: state }));
  if (!focused || (focused.isConnected && !focused.disabled)) return;
  // What had the focus was drawn again, or is gone: the tab key goes on from there, or from the own side.
  const again = document.querySelector(`[data-place="${focused.dataset.place}"]`) ?? byId("own");
  again.focus({ preventScroll: true });
}

// The cards that the person has not drawn, with the chance that each is the next; and those of the opponent's
// list that it has not played openly.
function drawLeft() {
  const n = state.left.reduce((sum, each) => sum + each.copies, 0);
  drawList("left", state.left, (each) => percent(each.copies / n, 0));
  const unseen = state.listed.map((each) => ({ ...each, copies: Math.max(0, each.copies - Math.max(0, played.get(each.id) ?? 0)) }));
  drawList("unseen", unseen.filter((each) => each.copies), () => "");
}

function drawList(id, cards, note) {
  byId(`n-${id}`).textContent = `${cards.reduce((sum, each) => sum + each.copies, 0)}`;
  const rows = cards.map((found) => {
    const name = `${found.copies > 1 ? `${found.copies}x ` : ""}${found.name}`;
    return html("li", {}, html("b", { class: "cost" }, `${found.cost}`), readable(html("span", { class: "name" }, name), found), html("span", { class: "quiet" }, note(found)));
  });
  byId(id).replaceChildren(...rows);
}

// --- log and hint ---

function log(event) {
  const turns = byId("log").querySelectorAll(".turn");
  if (turns.length === 0 || Number(turns[turns.length - 1].dataset.turn) !== event.turn) {
    const who = event.is_own ? "you" : state.level;
    byId("log").append(html("li", { class: "turn", "data-turn": event.turn }, `Round ${Math.ceil(event.turn / 2)}, ${who}`));
  }
  const text = html("span", {}, event.text, event.card?.text ? html("span", { class: "hidden" }, `, ${event.card.text}`) : "");
  if (event.card) {
    text.tabIndex = 0;
    text.setAttribute("role", "note");
    shows(text, event.card);
  }
  byId("log").append(html("li", {}, text, event.changes.length ? html("small", {}, event.changes.join("; ")) : ""));
  changed = event.changes;
  const count = (id, n) => played.set(id, (played.get(id) ?? 0) + n);
  if (!event.is_own && isPlay(event)) count(event.card.id, 1);
  for (const { place, returned } of event.felt) if (returned && place.startsWith("enemy")) count(returned, -1);
  byId("log").scrollTop = byId("log").scrollHeight;
}

const worth = (line) => (line.wins ? "this line wins this turn" : [`after this turn: ${percent(line.chance, 0)}`, ...line.reasons].join("; "));

async function hint(every = false) {
  if (!isMine()) return;
  try {
    const found = await ask(`${base}/hint`, { id, kind: byId("hinter").value, every });
    if (found.number !== state.number) return;
    hinted = state.moves[found.move];
    byId("hint-list").replaceChildren(...found.line.texts.map((text) => html("li", {}, text)));
    byId("chance").textContent = `Your chance to win now: ${percent(found.chance, 0)}; ${worth(found.line)}`;
    byId("other-lines").replaceChildren(...found.others.map((line) => html("p", { class: "named" }, `${line.texts.join("; ")}: ${worth(line)}`)));
    byId("visits").hidden = !found.visits.length;
    byId("visit-list").replaceChildren(...found.visits.map((each) => html("li", {}, `${each.text}: ${each.visits} visits, value ${percent(each.value, 0)}`)));
    for (const part of ["hints", "visits"]) nameCards(byId(part));
    draw();
  } catch (error) {
    say(error.message);
  }
}

// --- start ---

function endTurn() {
  const move = state.moves.find((each) => each.kind === "end turn");
  if (isMine() && move) play(move);
}

function concede() {
  if (confirm("Give up this game?")) request(`${base}/concede`, { id });
}

addEventListener("keydown", (event) => {
  if (!state || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  if (event.key === " " && waiting.length) {
    event.preventDefault();
    return skip();
  }
  if (event.key === "Enter" && event.target.matches("button, a, summary")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // A list that is shown comes before the hand.
  const node = document.querySelector(`#ask [data-key="${CSS.escape(key)}"]`) ?? document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!node || node.hidden || node.disabled) return;
  event.preventDefault();
  node.click();
});
addEventListener("pointerdown", (event) => {
  pointer = event.pointerType;
});
byId("end").addEventListener("click", endTurn);
byId("cancel").addEventListener("click", cancel);
byId("hint")?.addEventListener("click", () => hint());
byId("every")?.addEventListener("click", () => hint(true));
byId("undo").addEventListener("click", () => request(`${base}/undo`, { id }));
byId("concede")?.addEventListener("click", concede);
listenToPace();
loadCards().then(refresh).catch((error) => {
  byId("now").textContent = error.message;
});
