// The position in writing: its variables, its string to copy or to go to, and the address to share.

import { button, make } from "./dom.js";
import { note, say } from "./messages.js";

export function panel(shown, begin) {
  return make("section", {},
    variables(shown.variables),
    make("label", { className: "string" }, "Position",
      make("input", {
        id: "position", value: shown.position, spellcheck: false,
        onchange: (event) => begin({ start: event.target.value.trim() }),
      })),
    make("p", { className: "hint" }, "Paste another position string here to play from it."),
    make("div", { className: "steps" },
      button("Copy position", () => copy(shown.position)),
      button("Copy link", () => copy(location.href.split("#")[0]))),
    defects(shown.defects));
}

/** List why a position is not well-formed. */
export function defects(texts) {
  if (!texts.length) return null;
  return make("div", { className: "defects" }, make("b", {}, "Not well-formed"),
    make("ul", {}, ...texts.map((text) => make("li", {}, text))));
}

export function variables(list) {
  return make("table", { className: "variables" }, make("caption", {}, "State variables"),
    make("tbody", {}, ...list.map((one) =>
      make("tr", { className: one.changed ? "changed" : "", title: one.declared },
        make("th", { scope: "row" }, one.name),
        make("td", {}, one.value, one.changed ? make("span", { className: "mark" }, " changed") : null)))));
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note("copied");
  } catch {
    say("the browser does not allow this page to copy: select the text instead");
  }
}
