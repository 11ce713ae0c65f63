// The verdict on a puzzle (with play.js), and the puzzles that this browser has solved.

import { nameCards } from "./cards.js";
import { ask, byId, html, remember, remembered } from "./dom.js";

const DAY_MS = 24 * 3600 * 1000;
const { number, day, today } = byId("goal").dataset;

// { solved: numbers, days: those whose puzzle was solved on the day }
function kept() {
  try {
    return { solved: [], days: [], ...JSON.parse(remembered("puzzles")) };
  } catch {
    return { solved: [], days: [] }; // not ours
  }
}

// Days in a row up to today, or up to yesterday while today's puzzle is open.
function streakOf(days) {
  const before = (text) => new Date(Date.parse(text) - DAY_MS).toISOString().slice(0, 10);
  let n = 0;
  for (let at = days.includes(today) ? today : before(today); days.includes(at); at = before(at)) n += 1;
  return n;
}

function drawKept() {
  const { solved, days } = kept();
  const streak = streakOf(days);
  const inARow = streak ? `; ${streak} ${streak === 1 ? "day" : "days"} in a row` : "";
  byId("streak").textContent = solved.length ? `${solved.length} solved${inARow}` : "";
  for (const link of document.querySelectorAll("a.puzzle")) {
    if (solved.includes(link.textContent)) link.replaceChildren(`${link.textContent} ✓`);
  }
}

function keep() {
  const known = kept();
  const solved = [...new Set([...known.solved, number])];
  const days = day ? [...new Set([...known.days, day])] : known.days;
  remember("puzzles", JSON.stringify({ solved, days }));
  drawKept();
}

const step = ({ text, changes }) => html("li", {}, text, changes.length ? html("small", {}, ` ${changes.join("; ")}`) : "");

async function draw(isOpen) {
  const { steps, reasons, proof } = await ask("/puzzle/solution", { id: number });
  byId("verdict").replaceChildren(
    html(
      "details",
      { open: isOpen },
      html("summary", {}, "The best line"),
      html("ol", { class: "log" }, ...steps.map(step)),
      html("p", {}, `What it does: ${reasons.join("; ")}.`),
      html("p", { class: "quiet" }, proof),
    ),
  );
  nameCards(byId("verdict"));
}

byId("game").addEventListener("shown", ({ detail: { verdict } }) => {
  if (!verdict || byId("verdict").firstChild) return; // drawn, or solved after the solution was shown
  if (verdict.solved) keep();
  draw(verdict.solved);
});
byId("solution").addEventListener("click", () => draw(true));
drawKept();
