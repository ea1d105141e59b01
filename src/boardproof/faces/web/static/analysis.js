// Analysis: the value of each move, written on the board, and of each position so far.

import { run } from "./question.js";
import { button, make } from "./dom.js";
import { state } from "./state.js";

const number = (worth) => (worth > 0 ? `+${worth}` : String(worth).replace("-", "−"));
const length = (distance) =>
  distance === null ? "by repetition" : distance === 0 ? "now" : distance === 1 ? "in 1 move" : `in ${distance} moves`;
const most = (one) => Math.max(...Object.values(one.value).map(Math.abs));

/** Whether a game is won by points: then one position or another is worth more than a win. */
const byPoints = (solution) => [solution, ...Object.values(solution.moves), ...solution.line].some((one) => one && most(one) > 1);

/** Return the result of a position, and in a game of points the margin. */
const ending = (one, points) => `${one.result}${points && most(one) && Object.keys(one.value).length === 2 ? ` by ${most(one)}` : ""}`;

/** Count the distance after a move from before it, as the position's own is counted. */
const counted = (one) => ({ ...one, distance: one.distance === null ? null : one.distance + 1 });

const UNSOLVED = "Move values are shown for games small enough to be solved here: choose smaller parameters, or seat a player (smart, mcts) that need not solve the game";

/** Describe the value of a position for a player: a sign, and words. */
export function worth(solution, player, points) {
  const value = solution.value[player];
  const kind = value > 0 ? "win" : value < 0 ? "loss" : "draw";
  const sign = { win: "+", loss: "−", draw: "=" }[kind];
  const scored = points && value !== 0;
  const far = solution.distance === null ? "∞" : solution.distance;
  const alone = Object.keys(solution.value).length > 2; // then the others may all be against one
  const words = scored ? `${number(value)} ${Math.abs(value) === 1 ? "point" : "points"}` : alone && kind === "loss" ? "unknown, over" : kind;
  return { kind, points: scored, far, sign: scored ? number(value) : sign, words: `${words} ${length(solution.distance)}` };
}

/** Put the value of each move on the places where it is made. */
export function values(shown, solution) {
  const best = new Map();
  const points = byPoints(solution);
  for (const move of shown.moves.filter((one) => one.legal && solution.moves[one.name])) {
    const keys = move.clicks.at(-1) || [];
    const landing = keys.length > 1 ? keys.filter((key) => shown.targets.includes(key)) : keys;
    const label = worth(counted(solution.moves[move.name]), shown.to_move, points);
    label.best = solution.best.includes(move.name);
    for (const key of landing) if (!best.has(key) || label.best) best.set(key, label);
  }
  return Object.fromEntries(best);
}

/** The panel: whether hints are on, the value of the position and of every move, the bar. */
export function panel(shown, toggle) {
  const check = make("input", { type: "checkbox", id: "hints", checked: state.hints, onchange: (event) => toggle(event.target.checked) });
  return make("fieldset", {}, make("legend", {}, "Analysis"),
    make("label", {}, check, " show the value of each move"), make("div", { id: "analysis" }));
}

/** Name the work that all positions of a game share: solving it goes on while one plays. */
export const lasting = () =>
  state.view === "play" && state.hints ? JSON.stringify([state.game, state.parameters]) : "";

export async function analyse(box, asked, shown, { draw, travel }) {
  const solution = await run(box, { ...asked, question: "solve" }, (answer) => summary(answer, shown, travel), { otherwise: UNSOLVED, lasting: lasting() });
  if (solution) draw(solution);
  return solution;
}

function summary(solution, shown, travel) {
  const mover = shown.to_move;
  const points = byPoints(solution);
  const rows = shown.moves.filter((move) => solution.moves[move.name]).map((move) => {
    const label = worth(counted(solution.moves[move.name]), mover, points);
    const mark = solution.best.includes(move.name) ? "★ best" : "";
    return make("tr", { className: label.kind }, make("th", { scope: "row" }, move.name), make("td", {}, `${label.words} ${mark}`));
  });
  return make("div", {},
    ...verdict(solution, shown, points),
    shown.result ? null : make("details", { open: rows.length <= 12 }, make("summary", {}, "Every move"), make("table", { className: "worths" }, make("tbody", {}, ...rows))),
    bar(solution, shown, points, travel),
    make("p", { className: "hint" }, `${solution.positions.toLocaleString("en")} positions solved, ${solution.engine} engine`));
}

/** Describe the value of a position; of more than two players, each stands alone. */
function verdict(solution, shown, points) {
  const result = make("b", {}, ending(solution, points));
  if (shown.result) return [make("p", { id: "worth" }, result, ": the game is over")];
  if (shown.players.length <= 2) return [make("p", { id: "worth" }, result, ` ${length(solution.distance)} with perfect play`)];
  return [make("p", { id: "worth" }, result),
    make("p", { className: "hint" }, `With ${shown.players.length} players no line of play is best for everyone: + and = are what ${shown.to_move} can force alone against all others together, − means that nothing better can be forced.`)];
}

/** Draw how the game went: who can force a win in each position; a click leads there. */
function bar(solution, shown, points, travel) {
  const first = shown.players[0].name;
  const cells = solution.line.map((one, at) => {
    const label = one ? worth(one, first, points) : null;
    const words = one ? `after ${at}: ${ending(one, points)}` : `after ${at}: unknown`;
    const sign = label ? { win: "▲", loss: "▼", draw: "=" }[label.kind] : "?";
    return button(sign, () => travel(at), {
      className: `cell ${label ? label.kind : ""}`, title: words, "aria-label": words, "aria-current": at === shown.at ? "step" : undefined,
    });
  });
  return make("div", { className: "bar", role: "group", "aria-label": `the game so far, from ${first}’s point of view` },
    make("span", { className: "hint" }, `${first}: `), ...cells);
}
