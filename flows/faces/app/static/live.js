// Fetches parts of a page again every few seconds while it is visible. The server escapes them.

const SECONDS = 4;
const shown = new Map(); // the last text of each part

async function refresh(part) {
  try {
    const answer = await fetch(part.dataset.live, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const text = await answer.text();
    if (text === shown.get(part)) return;
    shown.set(part, text);
    const opened = [...part.querySelectorAll("details")].map((details) => details.open);
    const marked = [...part.querySelectorAll("input:checked")].map((box) => box.value);
    const named = (node) => node.href ?? node.dataset.against ?? node.value; // what a renewed link, button or box keeps
    const focused = part.contains(document.activeElement) ? named(document.activeElement) : null;
    part.innerHTML = text;
    if (part.querySelector("[data-ended]")) location.reload(); // the whole page has more now
    for (const node of part.querySelectorAll("a, input, button")) {
      if (marked.includes(node.value)) node.checked = true;
      if (named(node) === focused) node.focus();
    }
    part.querySelectorAll("details").forEach((details, i) => {
      details.open = opened[i] ?? details.open;
    });
    part.dispatchEvent(new CustomEvent("renewed"));
  } catch {
    shown.delete(part); // the next round tries again, and takes the message away
    part.querySelector("[role=status]")?.replaceChildren("The server does not answer. Start it again; what is on disk is kept.");
  }
}

for (const part of document.querySelectorAll("[data-live]")) {
  setInterval(() => {
    if (!document.hidden) refresh(part);
  }, SECONDS * 1000);
}

// A page whose content is not there yet is loaded again once it is.
for (const part of document.querySelectorAll("[data-awaits]")) {
  setInterval(async () => {
    if (document.hidden) return;
    try {
      if ((await fetch(part.dataset.awaits, { headers: { accept: "application/json" } })).ok) location.reload();
    } catch {
      // The server has stopped; the next round tries again.
    }
  }, SECONDS * 1000);
}
