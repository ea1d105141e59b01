// The lines around the board: what went wrong, and what one may want to know.

import { find } from "./dom.js";

/** Say what went wrong, or nothing; what was noted before has had its time. */
export function say(text) {
  spell(find("message"), text);
  find("note").textContent = "";
}

/** Put words in their place; where they point at a text below them, each letter is as wide as any. */
export function spell(element, text) {
  element.textContent = text;
  element.classList.toggle("pointing", text.includes("\n"));
  return element;
}

/** Note what one may want to know, quietly. */
export function note(text) {
  find("note").textContent = text;
}
