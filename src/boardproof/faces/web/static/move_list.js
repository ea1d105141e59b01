// The moves made: a list to travel along, back and forth.

import { button, find, make } from "./dom.js";
import { state } from "./state.js";
import * as variations from "./variations.js";

export function show(shown, travel, undone, { go: follow, remove, set }) {
  const last = shown.line.length - 1;
  const go = (to) => travel(Math.max(0, Math.min(last, to)));
  const box = find("travel");
  variations.note(shown);
  const list = make("ol", { className: "moves", start: 1 });
  shown.line.forEach((step, at) => {
    if (!at) return;
    const seat = shown.players.findIndex((player) => player.name === step.mover);
    const mark = make("span", { className: `dot ${shown.players[seat]?.colour || ""}` });
    const entry = button("", () => go(at), {
      title: `after ${at} ${at === 1 ? "move" : "moves"}`,
      "aria-current": at === shown.at ? "step" : undefined,
    });
    entry.append(mark, `${step.mover} ${step.move}`, variations.sign(state.moves.slice(0, at)));
    list.append(make("li", {}, entry));
  });
  box.replaceChildren(
    make("div", { className: "steps" },
      button("|◀", () => go(0), { title: "to the start", "aria-label": "to the start", disabled: !shown.at }),
      button("◀", () => go(undone), { title: "undo (←)", "aria-label": "undo", disabled: !shown.at }),
      make("span", { className: "where" }, `${shown.at} of ${last}`),
      button("▶", () => go(shown.at + 1), { title: "redo (→)", "aria-label": "redo", disabled: shown.at === last }),
      button("▶|", () => go(last), { title: "to the end", "aria-label": "to the end", disabled: shown.at === last }),
      variations.marking(shown.at, set),
    ),
    list,
    ...[variations.list(shown, { go: follow, remove })].filter(Boolean),
  );
  // Not before the board is laid out anyway: that takes time.
  requestAnimationFrame(() => list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }));
  return go;
}

/** Across and down, for each arrow key. */
export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** To the first and the last position. */
const ENDS = { Home: [-Infinity, 0], End: [Infinity, 0] };

/** Follow the arrow keys, unless somebody is writing or walking over the board. */
export function listen(step) {
  document.addEventListener("keydown", (event) => {
    const busy = event.target.closest("input, select, textarea, pre, dialog, .wide-picture, [data-spot]");
    const way = WAYS[event.key] ?? ENDS[event.key];
    if (busy || !way || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (way[1] && state.view !== "trace") return; // there they scroll
    event.preventDefault();
    step(way);
  });
}

export const here = () => state.at ?? state.moves.length;
