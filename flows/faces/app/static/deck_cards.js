// The list of a deck as drawn cards.

import { card } from "./cards.js";
import { html } from "./dom.js";

for (const list of document.querySelectorAll(".decklist")) {
  list.className = "drawn";
  for (const line of list.children) {
    const copies = Number(line.dataset.copies);
    line.replaceChildren(card(JSON.parse(line.dataset.card)), copies > 1 ? html("b", { class: "copies" }, `×${copies}`) : "");
  }
}
