// Analysis: what each move is worth, written on the board, and how the game went so far.

import { run } from "./job.js";
import { make } from "./dom.js";
import { state } from "./state.js";

const number = (worth) => (worth > 0 ? `+${worth}` : String(worth).replace("-", "−"));
const length = (distance) => (distance === null ? "for ever" : distance === 1 ? "in 1 move" : `in ${distance} moves`);

const UNSOLVED = "What moves are worth is shown for games that can be solved here: choose smaller parameters, or seat a player (smart, mcts), which need not solve the game";

/** Say what a position is worth to a player: a sign, and words. */
export function worth(found, player) {
  const value = found.value[player];
  const kind = value > 0 ? "win" : value < 0 ? "loss" : "draw";
  const sign = { win: "+", loss: "−", draw: "=" }[kind];
  const points = Math.abs(value) > 1;
  const far = found.distance === null ? "∞" : found.distance;
  const alone = Object.keys(found.value).length > 2; // then the others may all be against one
  const words = points ? `${number(value)} points` : alone && kind === "loss" ? "nothing sure, over" : kind;
  return { kind, points, far, sign: points ? number(value) : sign, words: `${words} ${length(found.distance)}` };
}

/** Put what each move is worth on the places where it is made. */
export function values(shown, found) {
  const best = new Map();
  for (const move of shown.moves.filter((one) => one.legal && found.moves[one.name])) {
    const keys = move.clicks.at(-1) || [];
    const landing = keys.length > 1 ? keys.filter((key) => shown.targets.includes(key)) : keys;
    const told = { ...worth(found.moves[move.name], shown.to_move), move: move.name };
    told.kind += found.best.includes(move.name) ? " best" : "";
    for (const key of landing) if (!best.has(key) || found.best.includes(move.name)) best.set(key, told);
  }
  return Object.fromEntries(best);
}

/** The panel: whether hints are on, what the position is worth, every move, the bar. */
export function panel(shown, toggle) {
  const check = make("input", { type: "checkbox", id: "hints", checked: state.hints, onchange: (event) => toggle(event.target.checked) });
  return make("fieldset", {}, make("legend", {}, "Analysis"),
    make("label", {}, check, " show what each move is worth"), make("div", { id: "analysis" }));
}

export async function analyse(box, asked, shown, draw) {
  const found = await run(box, { ...asked, question: "solve" }, (answer) => summary(answer, shown), UNSOLVED);
  if (found) draw(found);
  return found;
}

function summary(found, shown) {
  const mover = shown.to_move;
  const rows = shown.moves.filter((move) => found.moves[move.name]).map((move) => {
    const told = worth(found.moves[move.name], mover);
    const mark = found.best.includes(move.name) ? "★ best" : "";
    return make("tr", { className: told.kind }, make("th", { scope: "row" }, move.name), make("td", {}, `${told.words} ${mark}`));
  });
  return make("div", {},
    ...verdict(found, shown),
    make("details", { open: rows.length <= 12 }, make("summary", {}, "Every move"), make("table", { className: "worths" }, make("tbody", {}, ...rows))),
    bar(found, shown),
    make("p", { className: "hint" }, `${found.positions.toLocaleString("en")} positions solved, ${found.engine} engine`));
}

/** Say what a position is worth; of more than two players, each is taken to stand alone. */
function verdict(found, shown) {
  const result = make("b", {}, found.result);
  if (shown.players.length <= 2) return [make("p", { id: "worth" }, result, ` ${length(found.distance)} with perfect play`)];
  return [make("p", { id: "worth" }, result),
    make("p", { className: "hint" }, `With ${shown.players.length} players no play is best for all: + and = are what ${shown.to_move} can force alone against all others together, − is nothing sure.`)];
}

/** Draw how the game went: for each position who can make sure of a win. */
function bar(found, shown) {
  const first = shown.players[0].name;
  const cells = found.line.map((one, at) => {
    const told = one ? worth(one, first) : null;
    const words = one ? `after ${at}: ${one.result}` : `after ${at}: not known`;
    return make("span", { className: `cell ${told ? told.kind : ""}`, title: words, "aria-label": words, role: "img" },
      told ? { win: "▲", loss: "▼", draw: "=" }[told.kind] : "?");
  });
  return make("div", { className: "bar", "aria-label": `the game so far, as ${first} sees it` },
    make("span", { className: "hint" }, `${first}: `), ...cells);
}
