// The lines around the board: what went wrong, and what one may want to know.

import { find } from "./dom.js";

/** Say what went wrong, or nothing; what was noted before has had its time. */
export function say(text) {
  find("message").textContent = text;
  find("note").textContent = "";
}

/** Note what one may want to know, quietly. */
export function note(text) {
  find("note").textContent = text;
}
