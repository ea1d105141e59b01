// The messages below the board: errors and notes.

import { find } from "./dom.js";

/** Show an error, or none; clear the last note. */
export function say(text) {
  spell(find("message"), text);
  find("note").textContent = "";
}

/** Set an element's text, in a fixed-width font where carets point at a line of it. */
export function spell(element, text) {
  element.textContent = text;
  element.classList.toggle("pointing", text.includes("\n"));
  return element;
}

/** Show a note, quietly. */
export function note(text) {
  find("note").textContent = text;
}

/** Write a number of things: 1 position, 2,000 positions. */
export const many = (number, thing) => `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;
