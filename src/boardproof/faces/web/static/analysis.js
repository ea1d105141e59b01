// Analysis: the value of each move, written on the board, and of each position so far.

import { run } from "./question.js";
import { button, make } from "./dom.js";
import { state } from "./state.js";

const number = (worth) => (worth > 0 ? `+${worth}` : String(worth).replace("-", "−"));
const length = (distance) =>
  distance === null ? "by repetition" : distance === 0 ? "now" : distance === 1 ? "in 1 move" : `in ${distance} moves`;
const most = (one) => Math.max(...Object.values(one.value).map(Math.abs));

/** Whether a game is won by points: then one position or another is worth more than a win. */
const byPoints = (found) => [found, ...Object.values(found.moves), ...found.line].some((one) => one && most(one) > 1);

/** Return the result of a position, and in a game of points the margin. */
const ending = (one, points) => `${one.result}${points && most(one) && Object.keys(one.value).length === 2 ? ` by ${most(one)}` : ""}`;

/** Count the distance after a move from before it, as the position's own is counted. */
const counted = (one) => ({ ...one, distance: one.distance === null ? null : one.distance + 1 });

const UNSOLVED = "Move values are shown for games small enough to be solved here: choose smaller parameters, or seat a player (smart, mcts) that need not solve the game";

/** Describe the value of a position for a player: a sign, and words. */
export function worth(found, player, points) {
  const value = found.value[player];
  const kind = value > 0 ? "win" : value < 0 ? "loss" : "draw";
  const sign = { win: "+", loss: "−", draw: "=" }[kind];
  const scored = points && value !== 0;
  const far = found.distance === null ? "∞" : found.distance;
  const alone = Object.keys(found.value).length > 2; // then the others may all be against one
  const words = scored ? `${number(value)} ${Math.abs(value) === 1 ? "point" : "points"}` : alone && kind === "loss" ? "unknown, over" : kind;
  return { kind, points: scored, far, sign: scored ? number(value) : sign, words: `${words} ${length(found.distance)}` };
}

/** Put the value of each move on the places where it is made. */
export function values(shown, found) {
  const best = new Map();
  const points = byPoints(found);
  for (const move of shown.moves.filter((one) => one.legal && found.moves[one.name])) {
    const keys = move.clicks.at(-1) || [];
    const landing = keys.length > 1 ? keys.filter((key) => shown.targets.includes(key)) : keys;
    const told = worth(counted(found.moves[move.name]), shown.to_move, points);
    told.best = found.best.includes(move.name);
    for (const key of landing) if (!best.has(key) || told.best) best.set(key, told);
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
  const found = await run(box, { ...asked, question: "solve" }, (answer) => summary(answer, shown, travel), { otherwise: UNSOLVED, lasting: lasting() });
  if (found) draw(found);
  return found;
}

function summary(found, shown, travel) {
  const mover = shown.to_move;
  const points = byPoints(found);
  const rows = shown.moves.filter((move) => found.moves[move.name]).map((move) => {
    const told = worth(counted(found.moves[move.name]), mover, points);
    const mark = found.best.includes(move.name) ? "★ best" : "";
    return make("tr", { className: told.kind }, make("th", { scope: "row" }, move.name), make("td", {}, `${told.words} ${mark}`));
  });
  return make("div", {},
    ...verdict(found, shown, points),
    shown.result ? null : make("details", { open: rows.length <= 12 }, make("summary", {}, "Every move"), make("table", { className: "worths" }, make("tbody", {}, ...rows))),
    bar(found, shown, points, travel),
    make("p", { className: "hint" }, `${found.positions.toLocaleString("en")} positions solved, ${found.engine} engine`));
}

/** Describe the value of a position; of more than two players, each stands alone. */
function verdict(found, shown, points) {
  const result = make("b", {}, ending(found, points));
  if (shown.result) return [make("p", { id: "worth" }, result, ": the game is over")];
  if (shown.players.length <= 2) return [make("p", { id: "worth" }, result, ` ${length(found.distance)} with perfect play`)];
  return [make("p", { id: "worth" }, result),
    make("p", { className: "hint" }, `With ${shown.players.length} players no line of play is best for everyone: + and = are what ${shown.to_move} can force alone against all others together, − means that nothing better can be forced.`)];
}

/** Draw how the game went: who can force a win in each position; a click leads there. */
function bar(found, shown, points, travel) {
  const first = shown.players[0].name;
  const cells = found.line.map((one, at) => {
    const told = one ? worth(one, first, points) : null;
    const words = one ? `after ${at}: ${ending(one, points)}` : `after ${at}: unknown`;
    const sign = told ? { win: "▲", loss: "▼", draw: "=" }[told.kind] : "?";
    return button(sign, () => travel(at), {
      className: `cell ${told ? told.kind : ""}`, title: words, "aria-label": words, "aria-current": at === shown.at ? "step" : undefined,
    });
  });
  return make("div", { className: "bar", role: "group", "aria-label": `the game so far, from ${first}’s point of view` },
    make("span", { className: "hint" }, `${first}: `), ...cells);
}
