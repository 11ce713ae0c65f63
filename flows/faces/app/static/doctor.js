// Examines a deck: starts the games, then shows what is known until they are over.

import { loadCards, nameCards } from "./cards.js";
import { byId, changed, health, html, link, number, percent, playForm, say, send, table } from "./dom.js";
import { copiedCode, nextSteps } from "./steps.js";

let examined = null;
let format = ""; // of the examined deck; the list may have another one by now
let shown = ""; // what the tables show: they are drawn again when it has changed

function share({ games, win_rate, win_rate_interval }) {
  if (!games) return [number("-"), number("")];
  const [low, high] = win_rate_interval;
  return [number(percent(win_rate)), number(`${percent(low)} to ${percent(high)}`)];
}

const inCommon = ({ common }) => `${common} of 30 cards in common`;

function kindOf({ nearest, when, common, key_cards: cards }) {
  const keys = `key cards: ${cards.join(", ")}.`;
  if (!nearest) return `No published deck is near; ${keys}`;
  return `Nearest published deck: ${nearest}${when ? ` (${when})` : ""}, ${inCommon({ common })}; ${keys}`;
}

function nearElites(elites) {
  const listed = elites.flatMap(({ run, evaluation, common }) => {
    return [" ", link(`deck ${evaluation} of ${run}`, "/deck", { run, evaluation }), ` (${inCommon({ common })})`];
  });
  return elites.length ? html("p", {}, "Near decks of searches:", ...listed) : null;
}

function about(found) {
  const { archetype, curve, dust, deck_code: code, elites, rounds } = found;
  const costs = curve.map((n, cost) => `${cost}${cost === 7 ? "+" : ""}: ${n}`).join(", ");
  const times = `${rounds} round${rounds > 1 ? "s" : ""}`;
  return [
    html("p", { class: "named" }, kindOf(archetype)),
    nearElites(elites),
    html("p", {}, `Cards by cost: ${costs}. ${dust.toLocaleString("en")} dust. ${times} of games.`),
    nextSteps(code, format),
    copiedCode(code),
  ];
}

function matchups(found) {
  const rows = [{ opponent: "all", ...found.won }, ...found.matchups].map((each) =>
    html("tr", {}, html("th", {}, each.opponent), ...share(each.all), number(percent(each.first.win_rate ?? 0)), number(percent(each.second.win_rate ?? 0))),
  );
  return table(["opponent", "games won", "95 %", "going first", "going second"], rows);
}

function mulligan(found) {
  const kinds = Object.keys(found.mulligan[0].against).filter((kind) => kind !== "all").sort();
  const rows = found.mulligan.map(({ card, cost, against }) =>
    html(
      "tr",
      {},
      html("th", {}, `${card} (${cost})`),
      ...changed(against.all),
      ...["all", ...kinds].map((kind) => html("td", { class: against[kind].keep ? "added" : "removed" }, against[kind].keep ? "keep" : "replace")),
    ),
  );
  return table(["card (cost)", "kept minus replaced", "95 %", "", "advice", ...kinds.map((kind) => `against ${kind}`)], rows);
}

function carriers(found) {
  const rows = found.cards.map((each) =>
    html("tr", {}, html("th", {}, `${each.copies}x ${each.card}`), ...changed(each), html("td", {}, each.plain.join(", "))),
  );
  return table(["card", "games won more", "95 %", "", "than with"], rows);
}

function pairs(found) {
  const rows = found.pairs.map(({ pair, effect, interval, n_decks: n }) =>
    html("tr", {}, html("th", {}, pair), number(health(effect)), number(interval.map((each) => health(each)).join(" to ")), number(n.toLocaleString("en"))),
  );
  const report = html("a", { href: `/report/${found.explained.split("/").map(encodeURIComponent).join("/")}/` }, found.explained);
  const told = html("p", { class: "quiet" }, "By the explanation of the search ", report, ": what both cards add to the health difference beyond the sum of their own effects, if the 90 % interval is above 0. It holds for the player and the opponents of the search.");
  return html("div", {}, table(["pair", "health", "90 %", "decks with both"], rows), told);
}

function drawnEarly(found) {
  const rows = found.drawn.map((each) =>
    html("tr", {}, html("th", {}, each.card), ...changed(each), ...["drawn", "played", "held"].map((name) => number(percent(each[name], 0)))),
  );
  return table(["card", "games won more", "95 %", "", "drawn", "played", "held at the end"], rows);
}

function links(found, swap) {
  const deck = swap.deck_code;
  return html("td", {}, link("measure", "/bench", { deck: found.deck_code, changed: deck, format }), " ", link("examine", "/doctor", { deck, format }));
}

function swaps(found) {
  const rows = found.swaps.map((swap) =>
    html(
      "tr",
      {},
      html("td", {}, swap.out.join(", ")),
      html("td", {}, swap.into.join(", ")),
      ...changed(swap),
      number(percent(swap.chance, 0)),
      number(`${swap.dust}`),
      links(found, swap),
    ),
  );
  return table(["out", "in", "change", "95 %", "", "chance", "dust", ""], rows);
}

const SECTIONS = [
  ["Matchups", "matchups", matchups, ""],
  ["Mulligan", "mulligan", mulligan, "Each opening card was kept in one game and replaced in another; all else is the same. The advice leans towards the worth of cards of the same cost."],
  ["Cards that carry the deck", "cards", carriers, "The deck with the card and with a plain one of its cost, on the same deals."],
  ["Pairs that work together", "pairs", pairs, ""],
  ["Cards drawn early", "drawn", drawnEarly, "With the card among the first seven of the deck minus without, in games without it in the opening hand: they differ only by chance. The shares beside it depend on choices, too."],
  ["Better versions", "swaps", swaps, "The change is that of new deals. The chance of an improvement also counts what is believed of cards in the class."],
];

function show({ found, may_go_on: mayGoOn }) {
  byId("more").hidden = !mayGoOn;
  if (!found || shown === JSON.stringify(found)) return;
  shown = JSON.stringify(found);
  const parts = SECTIONS.filter(([, name]) => found[name].length).flatMap(([title, , drawn, told]) => [
    html("h2", {}, title),
    told && html("p", { class: "quiet" }, told),
    drawn(found),
  ]);
  byId("results").replaceChildren(...[...about(found), ...parts].filter(Boolean));
  nameCards(byId("results"));
}

async function asked() {
  const dust = byId("dust").value;
  const texts = Object.fromEntries(["deck", "format", "keep", "avoid"].map((name) => [name, byId(name).value]));
  const made = await send("/doctor/examine", { ...texts, dust: dust ? Number(dust) : null, games: Number(byId("games").value) });
  say(`Read: ${made.read}.`);
  await loadCards(`/cards?${new URLSearchParams({ format: texts.format })}`);
  ({ format } = texts);
  return (examined = made.id);
}

const examine = (start) => playForm(["examine", "more"], "/doctor/state", start, show);

byId("doctor").addEventListener("submit", (event) => {
  event.preventDefault();
  byId("results").replaceChildren();
  shown = "";
  examine(asked);
});
byId("more").addEventListener("click", () => examine(async () => (await send("/doctor/more", { id: examined })).id));
