// Elements from names of cards and runs, always as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== ""));
  return node;
}

export const byId = (id) => document.getElementById(id);
export const html = (tag, attributes = {}, ...children) =>
  filled(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

// The answer of an address as text; an Error with the server's words if it refuses.
export async function ask(path, values) {
  const answer = await fetch(values ? `${path}?${new URLSearchParams(values)}` : path, {
    headers: { accept: "application/json" },
  });
  const text = await answer.text();
  if (answer.ok) return text;
  let message = `The server answered ${answer.status}.`;
  try {
    message = JSON.parse(text).error ?? message;
  } catch {
    // Not our JSON: a proxy, for example.
  }
  throw new Error(message);
}

// The answer to a JSON body; an Error with the server's words if it refuses.
export async function send(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  });
  const made = await answer.json();
  if (!answer.ok) throw new Error(made.error);
  return made;
}
