// What an action did, as motion on top of the board, and the pace at which a game is shown.

import { byId, html, remember, remembered } from "./dom.js";
import { card } from "./cards.js";

const FACTORS = [1, 2, 1, 0.5, 0.25]; // of times by the slider's steps; at 0 nothing moves
const MOVE_MS = 480;
const less = matchMedia("(prefers-reduced-motion: reduce)");

const chosen = () => Number(byId("pace").value);
const isStill = () => less.matches || chosen() === 0;
// A time at the chosen pace.
export const paced = (ms) => ms * FACTORS[chosen()];
const nodeAt = (place) => document.querySelector(`.stage [data-place="${place}"]`);

// The slider keeps its place for the next game.
export function listenToPace() {
  byId("pace").value = remembered("pace") ?? 2;
  const say = () => byId("pace").setAttribute("aria-valuetext", ["no animations", "slow", "normal", "fast", "very fast"][chosen()]);
  byId("pace").addEventListener("input", () => {
    remember("pace", chosen());
    say();
  });
  say();
}

// A copy of a node on top of the page, which nothing can reach; where the node is.
function ghost(node) {
  const copy = node.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "data-place", "data-key", "tabindex"]) each.removeAttribute(name);
  }
  return placed(copy, node.getBoundingClientRect());
}

function placed(node, box) {
  const holder = html("div", { class: "ghost" }, node);
  Object.assign(holder.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  return { holder, box };
}

function run({ holder }, frames, part, delay = 0) {
  byId("motion").append(holder);
  const moved = holder.animate(frames, { duration: paced(MOVE_MS * part), delay: paced(MOVE_MS * delay), easing: "ease-in-out", fill: "backwards" });
  moved.finished.then(() => holder.remove(), () => holder.remove());
}

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
function shift(from, to, scale = 1) {
  const [[x, y], [left, top]] = [middle(to), middle(from)];
  return { transform: `translate(${x - left}px, ${y - top}px) scale(${scale})` };
}
const HERE = { transform: "none", opacity: 1 };

// What to show of an action, taken from the board before it.
function seen(effect) {
  const source = effect.source && nodeAt(effect.source);
  const target = effect.target && nodeAt(effect.target);
  const felt = effect.felt.map((each) => ({ ...each, node: nodeAt(each.place) })).filter((each) => each.node);
  return {
    actor: source && ghost(source),
    target: target?.getBoundingClientRect(),
    felt: felt.map((each) => ({ ...each, ghost: ghost(each.node) })),
  };
}

// An attacker runs into its target and back; a card flies to its target, or to the middle of the board.
function act(effect, { actor, target }) {
  const isPlayed = effect.isPlayed;
  const middle = byId("motion").previousElementSibling.getBoundingClientRect();
  if (isPlayed && effect.card) {
    const box = actor?.box ?? { left: middle.left + middle.width / 2 - 56, top: middle.top, width: 112, height: 150 };
    const to = shift(box, target ?? middle, 1.15);
    run(placed(card(effect.card), box), [{ ...HERE, opacity: actor ? 1 : 0.2 }, to, { ...to, opacity: 1 }, { ...to, opacity: 0 }], actor ? 1.4 : 2.2);
  } else if (actor && target) {
    run(actor, [HERE, shift(actor.box, target, 1.1), HERE], 1);
    nodeAt(effect.source)?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: paced(MOVE_MS) });
  }
}

function hurt({ damage, is_gone, ghost: old }) {
  if (is_gone) run(old, [HERE, { transform: "scale(0.6) rotate(6deg)", opacity: 0 }], 0.9, 0.5);
  if (!damage) return;
  const number = html("b", { class: damage > 0 ? "hit" : "hit heal" }, damage > 0 ? `−${damage}` : `+${-damage}`);
  const pop = [{ transform: "scale(0.4)", opacity: 0 }, { transform: "scale(1.3)", opacity: 1 }, HERE, { transform: "translateY(-1rem)", opacity: 0 }];
  run(placed(number, old.box), pop, 2, 0.45);
}

// Draws the board after an action, and shows the way there: `source` and `target`, places; `felt` and
// `came` as the server sends them; `isPlayed`, whether a card was played; and `drawn`, places of new cards.
export function show(effect, draw) {
  byId("motion").replaceChildren(); // what is still in motion from the action before
  if (isStill()) return draw();
  const before = seen(effect);
  draw();
  act(effect, before);
  before.felt.forEach(hurt);
  for (const place of effect.came) {
    nodeAt(place)?.animate([{ transform: "scale(0.5)", opacity: 0 }, HERE], { duration: paced(MOVE_MS), easing: "ease-out" });
  }
  for (const place of effect.drawn) {
    nodeAt(place)?.animate([{ transform: "translate(6rem, -3rem) rotate(8deg)", opacity: 0 }, HERE], { duration: paced(MOVE_MS), easing: "ease-out" });
  }
}
