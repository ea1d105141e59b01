// The moves made: a list to travel along, back and forth.

import { button, find, make } from "./dom.js";
import { state } from "./state.js";

export function show(shown, travel) {
  const last = shown.line.length - 1;
  const go = (to) => travel(Math.max(0, Math.min(last, to)));
  const box = find("travel");
  const list = make("ol", { className: "moves", start: 1 });
  shown.line.forEach((step, at) => {
    if (!at) return;
    const seat = shown.players.findIndex((player) => player.name === step.mover);
    const mark = make("span", { className: `dot ${shown.players[seat]?.colour || ""}` });
    const entry = button("", () => go(at), {
      title: `after ${at} ${at === 1 ? "move" : "moves"}`,
      "aria-current": at === shown.at ? "step" : undefined,
    });
    entry.append(mark, `${step.mover} ${step.move}`);
    list.append(make("li", {}, entry));
  });
  box.replaceChildren(
    make("div", { className: "steps" },
      button("|◀", () => go(0), { title: "to the start", "aria-label": "to the start", disabled: !shown.at }),
      button("◀", () => go(shown.at - 1), { title: "undo (←)", "aria-label": "undo", disabled: !shown.at }),
      make("span", { className: "where" }, `${shown.at} of ${last}`),
      button("▶", () => go(shown.at + 1), { title: "redo (→)", "aria-label": "redo", disabled: shown.at === last }),
      button("▶|", () => go(last), { title: "to the end", "aria-label": "to the end", disabled: shown.at === last }),
    ),
    list,
  );
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  return go;
}

/** Follow the arrow keys, unless somebody is writing or walking over the board. */
export function listen(step) {
  document.addEventListener("keydown", (event) => {
    const busy = event.target.closest("input, select, textarea, [data-spot]");
    if (busy || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "ArrowRight") step(1);
    else return;
    event.preventDefault();
  });
}

export const here = () => state.at ?? state.moves.length;
