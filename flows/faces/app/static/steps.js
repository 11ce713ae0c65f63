// What else can be done with a deck, and its code to copy (with copy.js).

import { html } from "./dom.js";

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
  const links = STEPS.filter(([path]) => path !== location.pathname).map(([path, text, more = {}]) =>
    html("a", { href: `${path}?${new URLSearchParams({ deck: code, format, ...more })}` }, text),
  );
  return html("p", { class: "steps" }, ...links);
}

export const copiedCode = (code) =>
  html("div", { class: "code" }, html("button", { type: "button", "data-copy": "code" }, "copy"), html("code", { id: "code" }, code));
