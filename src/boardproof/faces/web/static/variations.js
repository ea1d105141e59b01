// Variations: every line that was played from one start. What is tried elsewhere becomes the line
// that is shown, and the line before is kept beside it, with its marks.

import { button, make } from "./dom.js";
import { mark as judged } from "./record.js";
import { path, state } from "./state.js";

const MOST = 60; // lines that are kept

const begins = (one, other) => one.length <= other.length && one.every((name, at) => name === other[at]);

/** The lines to keep when another is shown: each once, none that another begins with. */
export function kept(lines, shown) {
  const all = lines.filter((line) => line.length && !begins(line, shown));
  return all.filter((line, at) => !all.some((other, place) => place !== at && begins(line, other) && (other.length > line.length || place < at))).slice(-MOST);
}

/** The lines from the position after so many moves of the line shown, as a tree. */
function tree(lines) {
  const root = { moves: new Map() };
  for (const line of lines) {
    let node = root;
    for (const name of line) {
      if (!node.moves.has(name)) node.moves.set(name, { moves: new Map() });
      node = node.moves.get(name);
    }
  }
  return root;
}

/** The mark of a move: one's own, or a review's. */
export const mark = (moves) => {
  const own = state.marks[path(moves)];
  return own ? { sign: own, words: `marked ${own}` } : judged(moves);
};

export const sign = (moves) => {
  const given = mark(moves);
  return given ? make("b", { className: `given${given.sign.startsWith("!") ? " good" : ""}`, title: given.words }, ` ${given.sign}`) : "";
};

const movers = new Map(); // who made a move, as far as it was seen

/** Note who made the moves of the line shown. */
export function note(shown) {
  shown.line.forEach((step, at) => at && movers.set(path(state.moves.slice(0, at)), step.mover));
}

/** List what else was played, each from where it leaves the line; a click goes there. */
export function list(shown, { go, remove }) {
  if (!state.lines.length) return null;
  const items = [];
  let node = tree([state.moves, ...state.lines]);
  for (let at = 0; node; at++) {
    const main = state.moves[at];
    for (const [name, other] of node.moves) if (name !== main) items.push(branch(other, [...state.moves.slice(0, at), name], shown, { go, remove }));
    node = main === undefined ? null : node.moves.get(main);
  }
  return make("ul", { className: "variations", "aria-label": "Variations" }, ...items);
}

/** A variation: its moves in a row, and below them where others leave it. */
function branch(node, moves, shown, actions) {
  const [row, below] = [[], []];
  for (let [now, way] = [node, moves]; now;) {
    const [main, ...others] = [...now.moves];
    row.push(entry(way, shown, actions.go));
    for (const [name, other] of others) below.push(branch(other, [...way, name], shown, actions));
    [now, way] = main ? [main[1], [...way, main[0]]] : [null, way];
  }
  return make("li", {}, make("span", { className: "hint" }, `${moves.length}. `), ...row.flatMap((one) => [one, " "]),
    button("×", () => actions.remove(moves), { className: "plain", "aria-label": `remove the variation ${moves.length}. ${moves.at(-1)}`, title: "remove this variation" }),
    below.length ? make("ul", {}, ...below) : null);
}

function entry(moves, shown, go) {
  const mover = movers.get(path(moves));
  const colour = shown.players.find(({ name }) => name === mover)?.colour;
  const one = button("", () => go(moves), { title: `after ${moves.length} ${moves.length === 1 ? "move" : "moves"} of this variation` });
  one.append(...[colour ? make("span", { className: `dot ${colour}` }) : "", moves.at(-1), sign(moves)].filter(Boolean));
  return one;
}

/** The line to show when a move of a variation is chosen: the whole of it. */
export const whole = (moves) => state.lines.find((line) => begins(moves, line)) ?? moves;

/** The lines without those that begin with these moves. */
export const without = (moves) => state.lines.filter((line) => !begins(moves, line));

const SIGNS = ["!", "?", "!?"];

/** Buttons that mark the move made last. */
export function marking(at, set) {
  const moves = state.moves.slice(0, at);
  const own = state.marks[path(moves)];
  return make("span", { className: "marking", role: "group", "aria-label": "Mark this move" },
    ...SIGNS.map((text) => button(text, () => set(moves, own === text ? "" : text), { "aria-pressed": String(own === text), title: `mark this move ${text}`, "aria-label": `mark ${text}`, disabled: !at })));
}
