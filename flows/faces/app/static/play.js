// A game against a player. The server sends what the person may see, and every legal action.

import { beside, cardParts, heroParts, minionParts, powerText, readable, weaponText } from "./board.js";
import { ask, byId, html, send } from "./dom.js";

const POLL_MS = 250;
const STEP_MS = 750;
const { id } = byId("game").dataset;
const KEYS = { hand: "1234567890", own: "zxcvbnm", enemy: "asdfghj" };
const HERO_KEYS = { "enemy-hero": "k", "own-hero": "l", power: "p" };
let state = null;
let waiting = []; // events of the opponent that are still to be shown
let pause = 0; // the timer after which the next of them is shown
let chosen = null; // { source, moves: those that are left, position }
let replaced = new Set(); // places of the mulligan
let hinted = null;
let changed = []; // by the last action
let shown = null; // the board on the page
let isSending = false;

// --- what can be done ---

const isMine = () => state.phase === "person" && !waiting.length && !isSending;
const movesFrom = (source) => state.moves.filter((move) => move.source === source);
const values = (name) => [...new Set(chosen.moves.map((move) => move[name]))];

// What the person has to choose next, of the action begun: an option, a place, a target.
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
  if (isEarlier || isFirst) byId("log").replaceChildren();
  if (isEarlier) waiting = [];
  for (const event of fresh) {
    if (event.is_own || isFirst || isEarlier) log(event); // after taking back, all were shown before
    else waiting.push(event);
  }
  chosen = null;
  draw();
  if (waiting.length && fresh.length === waiting.length) after(STEP_MS / 2, step);
  if (state.phase === "player" || (state.phase === "over" && !state.run && !state.problem)) {
    setTimeout(poll, POLL_MS);
  }
}

async function request(path, body) {
  if (isSending) return;
  isSending = true;
  byId("game").setAttribute("aria-busy", "true");
  hinted = null;
  try {
    take(await send(path, body));
    say("");
  } catch (error) {
    say(error.message);
    await refresh();
  } finally {
    isSending = false;
    draw();
    byId("game").removeAttribute("aria-busy");
  }
}

async function refresh() {
  take(JSON.parse(await ask("/play/state", { id, since: state ? state.number : 0 })));
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
  draw(event);
  after(STEP_MS, waiting.length ? step : () => draw());
}

function skip() {
  for (const event of waiting) log(event);
  waiting = [];
  draw();
}

function play(move) {
  request("/play/act", { id, number: state.number, move: state.moves.indexOf(move) });
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
    const { why } = JSON.parse(await ask("/play/why", { id, kind, source, target, number: state.number }));
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
  node.addEventListener("click", () => click(place));
  return found ? readable(node, found) : node;
}

function minions(side, board) {
  const isPlacing = side === "own" && open() === "position";
  const nodes = board.map((found, i) =>
    html("li", {}, thing(`${side}:${i}`, ["minion", ...found.marks], found, minionParts(found), isPlacing ? "" : KEYS[side][i])),
  );
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
  const line = [html("strong", {}, name), ...heroParts(player).map((part) => html("span", {}, part))];
  const { power, weapon } = player;
  return html(
    "div",
    { class: "heroes" },
    thing(place, ["hero"], null, line, HERO_KEYS[place]),
    side === "own" ? thing("power", ["power"], power, [powerText(power)], "p") : beside("enemy-power", power, powerText(power)),
    weapon && beside(`${side}-weapon`, weapon, weaponText(weapon)),
  );
}

function hand(player, isOwn) {
  const cards = isOwn
    ? player.hand.map((found, i) => {
        const classes = ["card", state.phase === "mulligan" && replaced.has(i) ? "replaced" : ""];
        return html("li", {}, thing(`hand:${i}`, classes, found, cardParts(found), KEYS.hand[i]));
      })
    : Array.from({ length: player.n_hand }, () => html("li", { class: "card back" }, "card"));
  const secrets = isOwn
    ? player.secrets.map((each, i) => html("li", {}, readable(html("span", { class: "card secret", "data-place": `secret:${i}` }, each.name), each)))
    : Array.from({ length: player.n_secrets }, () => html("li", { class: "card secret" }, "secret"));
  return html("ul", { class: "hand", "aria-label": isOwn ? "your hand" : "the opponent's hand" }, ...cards, ...secrets);
}

function drawSide(side, player, isActive) {
  const isOwn = side === "own";
  const name = isOwn ? `You: ${state.decks[0]}` : `${state.opponent}: ${state.decks[1]}`;
  const board = html("ul", { class: "board", "aria-label": isOwn ? "your minions" : "the opponent's minions" }, ...minions(side, player.board));
  const parts = [hand(player, isOwn), heroLine(side, player, name), board];
  byId(side).classList.toggle("active", isActive);
  byId(side).replaceChildren(...(isOwn ? parts.reverse() : parts));
}

function choices() {
  if (state.phase === "mulligan") {
    const done = html("button", { type: "button", id: "keep", class: "can", "data-key": "Enter" }, `keep ${state.board.own.hand.length - replaced.size}, replace ${replaced.size} `, html("kbd", {}, "Enter"));
    done.addEventListener("click", () => request("/play/mulligan", { id, places: [...replaced] }));
    return ["Choose the cards to replace: ", done];
  }
  const button = (found, key, act) => {
    const node = html("button", { type: "button", class: "can", "data-key": key }, found.name, " ", html("kbd", {}, key), found.text && html("small", {}, found.text));
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
  if (event) return `The opponent ${event.text}. ${sentences(event.changes)}`;
  if (state.problem) return state.problem;
  if (state.phase === "mulligan") return "The mulligan: which cards do you replace?";
  if (state.phase === "player" || waiting.length) return "The opponent thinks …";
  if (state.phase === "over") return `You have ${state.result === "drawn" ? "drawn" : state.result}.`;
  const asks = { choice: "Choose an option.", position: "Choose its place.", target: "Choose a target." };
  return `Round ${Math.ceil(state.board.turn / 2)}, your turn. ${asks[open()] ?? sentences(changed)}`;
}

function ended() {
  if (state.phase !== "over" || waiting.length || !state.run) return [];
  const links = [html("a", { href: `/play/watch?${new URLSearchParams({ run: state.run })}`, id: "watch" }, "watch the game")];
  if (state.match) links.push(" ", html("a", { href: `/play/match?id=${state.match}` }, "go on with the match"));
  else links.push(" ", html("a", { href: "/play" }, "play again"));
  return [...links, html("span", { class: "quiet" }, ` Stored as ${state.run}; it is in the table play_games of SQL.`)];
}

function draw(event = null) {
  // Nothing is drawn again under the hands of a person whose turn it is.
  if (!event && !waiting.length) clearTimeout(pause);
  shown = event?.board ?? (waiting.length && shown ? shown : state.board);
  const focused = byId("game").contains(document.activeElement) ? document.activeElement : null;
  const asked = event ? [] : [...choices(), ...ended()];
  drawSide("enemy", shown.enemy, !shown.is_own && state.phase !== "over");
  drawSide("own", shown.own, shown.is_own && state.phase !== "over");
  byId("ask").hidden = !asked.length;
  byId("ask").replaceChildren(...asked);
  byId("now").textContent = now(event);
  const canEnd = isMine() && state.moves.some((move) => move.kind === "end turn");
  byId("end").disabled = !canEnd;
  byId("end").classList.toggle("hinted", hinted?.kind === "end turn");
  byId("undo").hidden = !state.practice;
  byId("undo").disabled = !(state.can_undo && isMine());
  byId("cancel").hidden = !chosen;
  byId("hint").disabled = !isMine();
  byId("concede").disabled = state.phase === "over";
  byId("hints").hidden = !hinted;
  if (!focused || (focused.isConnected && !focused.disabled)) return;
  // What had the focus was drawn again, or is gone: the tab key goes on from there, or from the own side.
  const again = document.querySelector(`[data-place="${focused.dataset.place}"]`) ?? byId("own");
  again.focus({ preventScroll: true });
}

// --- log and hint ---

function log(event) {
  const turns = byId("log").querySelectorAll(".turn");
  if (turns.length === 0 || Number(turns[turns.length - 1].dataset.turn) !== event.turn) {
    const who = event.is_own ? "you" : state.opponent;
    byId("log").append(html("li", { class: "turn", "data-turn": event.turn }, `Round ${Math.ceil(event.turn / 2)}, ${who}`));
  }
  byId("log").append(html("li", {}, event.text, event.changes.length ? html("small", {}, event.changes.join("; ")) : ""));
  changed = event.changes;
  byId("log").scrollTop = byId("log").scrollHeight;
}

const percent = (chance) => `${Math.round(100 * chance)} %`;
const worth = (line) => (line.wins ? "this line wins this turn" : `after this turn: ${percent(line.chance)}`);

async function hint() {
  if (!isMine()) return;
  try {
    const found = JSON.parse(await ask("/play/hint", { id, kind: byId("hinter").value }));
    if (found.number !== state.number) return;
    hinted = state.moves[found.move];
    byId("hint-list").replaceChildren(...found.line.texts.map((text) => html("li", {}, text)));
    byId("chance").textContent = `Your chance to win now: ${percent(found.chance)}; ${worth(found.line)}`;
    byId("other-lines").replaceChildren(...found.others.map((line) => html("p", {}, `${line.texts.join("; ")}: ${worth(line)}`)));
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
  if (confirm("Give up this game?")) request("/play/concede", { id });
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
byId("end").addEventListener("click", endTurn);
byId("cancel").addEventListener("click", cancel);
byId("hint").addEventListener("click", hint);
byId("undo").addEventListener("click", () => request("/play/undo", { id }));
byId("concede").addEventListener("click", concede);
refresh().catch((error) => {
  byId("now").textContent = error.message;
});
