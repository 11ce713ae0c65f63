// What else can be done with a deck, and its code to copy (with copy.js).

import { html, link } from "./dom.js";

const STEPS = [
  ["/doctor", "examine it"],
  ["/play", "play it"],
  ["/play", "play against it", { against: "yes" }],
  ["/doctor/watch", "watch a game"],
  ["/bench", "measure it"],
  ["/builder", "change its cards"],
];

// Links to all pages that take a deck, except the one that shows them.
export function nextSteps(code, format) {
  const others = STEPS.filter(([path]) => path !== location.pathname);
  return html("p", { class: "steps" }, ...others.map(([path, text, more]) => link(text, path, { deck: code, format, ...more })));
}

export const copiedCode = (code) =>
  html("div", { class: "code" }, html("button", { type: "button", "data-copy": "code" }, "copy"), html("code", { id: "code" }, code));
