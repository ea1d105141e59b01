// Analysis: what is known of a position and of each move, growing while one looks; every number
// says what it is: proved, searched to a depth, or estimated.

import { ask } from "./api.js";
import { button, make, patch } from "./dom.js";
import { many } from "./messages.js";
import { played, state } from "./state.js";

const SECONDS = 10; // how long a position is analysed by itself
const LONGER = 100; // how long on request
const KEPT = 400;

const kept = new Map(); // what is known, by position
let running = null; // the analysis that goes on

const number = (worth) => (worth > 0 ? `+${worth}` : String(worth).replace("-", "−"));
const moves = (count) => many(count, "move");
const length = (one) => (one.repeats ? " by repetition" : one.distance === null ? "" : one.distance === 0 ? " now" : ` in ${moves(one.distance)}`);
const most = (one) => Math.max(0, ...Object.values(one.value ?? {}).map(Math.abs));
const percent = (mean) => Math.round(50 + 50 * mean);

/** Whether a game is won by points: then one position or another is worth more than a win. */
const byPoints = (analysis) => [analysis.here, ...Object.values(analysis.moves), ...analysis.past].some((one) => one && most(one) > 1);

/** Return the result of a position, and in a game of points the margin. */
const ending = (one, points) => `${one.result}${points && most(one) && Object.keys(one.value).length === 2 ? ` by ${most(one)}` : ""}`;

/** Count the distance after a move from before it, as the position's own is counted. */
const counted = (one) => ({ ...one, distance: one.distance === null ? null : one.distance + 1 });

/** How what is known of a position is known. */
const kindOf = (one) => (one.value ? "proved" : one.depth ? `to depth ${one.depth}` : one.estimate ? "estimate" : "unknown");

/** Describe what is known of a position for a player: a sign, a number and words, and how it is known. */
export function worth(one, player, points) {
  const alone = Object.keys(one.value ?? {}).length > 2; // then the others may all be against one
  const least = one.value ? one.value[player] : one.at_least?.[player];
  if (one.value || least > 0) {
    const kind = least > 0 ? "win" : least < 0 ? "loss" : "draw";
    const scored = points && one.value && least !== 0;
    const far = !one.value ? "" : one.repeats ? "∞" : one.distance ?? "";
    const words = scored ? `${number(least)} point${Math.abs(least) === 1 ? "" : "s"}` : alone && kind === "loss" ? "unknown, over" : kind;
    return { kind, points: scored, far, sign: scored ? number(least) : { win: "+", loss: "−", draw: "=" }[kind], words: `${words}${length(one)}` };
  }
  const far = one.depth ? `no win within ${moves(one.depth)}` : "";
  if (!one.estimate) return { kind: "guess", sign: one.depth ? "·" : "?", far: one.depth ?? "", words: far || "not known yet" };
  const share = percent(one.estimate[player]);
  return { kind: "guess", sign: "≈", far: share, words: [`estimate ${share} %`, far].filter(Boolean).join(", ") };
}

/** Put what is known of each move on the places where it is made, on the choices, and into arrows. */
export function values(shown, analysis) {
  const spots = new Map();
  const [choices, arrows] = [{}, []];
  const points = byPoints(analysis);
  for (const move of shown.moves.filter((one) => one.legal && analysis.moves[one.name])) {
    const label = worth(counted(analysis.moves[move.name]), shown.to_move, points);
    label.best = analysis.best.includes(move.name);
    choices[move.name] = label;
    const keys = move.clicks.at(-1) || [];
    if (move.clicks.length > 1 && label.best && arrows.length < 6) arrows.push([move.clicks[0][0], keys[0]]);
    if (move.clicks.length > 1 && !label.best) continue; // many moves end on one place: the best are shown
    const landing = keys.length > 1 ? keys.filter((key) => shown.targets.includes(key)) : keys;
    for (const key of landing) if (!spots.has(key) || label.best) spots.set(key, label);
  }
  return { spots: Object.fromEntries(spots), choices, arrows };
}

/** The panel: whether values are shown, and what is known of the position and of every move. */
export function panel(toggle) {
  const check = make("input", { type: "checkbox", id: "hints", checked: state.hints, onchange: (event) => toggle(event.target.checked) });
  return make("fieldset", {}, make("legend", {}, "Analysis"),
    make("label", {}, check, " show the value of each move"), make("div", { id: "analysis", "data-own": "" }));
}

const key = () => JSON.stringify(played());

/** What is known of the position shown, if anything. */
export const here = () => kept.get(key());

/** Cancel the analysis, unless it is of the position shown. */
export function leave(always = false) {
  if (running && (always || running.key !== key())) {
    running.stop.abort();
    running = null;
  }
}

/** Analyse the position shown; `draw` is called with what is known, each time that it grows. */
export async function analyse(box, shown, { draw, travel, follow }, seconds = SECONDS) {
  const mine = { key: key(), stop: new AbortController() };
  const again = () => { leave(true); analyse(box, shown, { draw, travel, follow }, LONGER); };
  const tell = (analysis, going) => {
    keep(mine.key, analysis);
    if (mine.key !== key() || !box()) return;
    patch(box(), [summary(analysis, shown, { travel, follow, going, again })]);
    draw(analysis);
  };
  const before = kept.get(mine.key);
  if (before) tell(before, running?.key === mine.key);
  const carried = before ? null : carry();
  if (carried) {
    patch(box(), [summary(carried, shown, { travel, follow, going: true, again })]);
    draw(carried);
  }
  if (running?.key === mine.key || (before?.complete && seconds === SECONDS)) return;
  leave(true);
  running = mine;
  if (!before && !carried) patch(box(), [make("p", { className: "working" }, make("span", { className: "wheel" }), "looking…")]);
  try {
    const asked = { ...played(state.moves.length), at: state.at, question: "analyse", seconds, patient: true };
    const report = ({ analysis }) => analysis && running === mine && tell(analysis, true);
    const answer = await ask(asked, { signal: mine.stop.signal, report });
    if (running === mine) running = null;
    tell(answer, false);
  } catch (wrong) {
    if (running === mine) running = null;
    if (wrong.name !== "AbortError" && mine.key === key() && box()) patch(box(), [make("p", { className: "wrong", role: "alert" }, wrong.message)]);
  }
}

/** What the position before told of the move that was made: the same is known of this one. */
function carry() {
  const at = state.at ?? state.moves.length;
  const earlier = at ? kept.get(JSON.stringify(played(at - 1))) : null;
  const here = earlier?.moves[state.moves[at - 1]];
  if (!here?.value && !here?.estimate) return null;
  return { here, moves: {}, best: [], line: [], past: [...earlier.past.slice(0, at), null], positions: earlier.positions, phase: "known from the position before", complete: false };
}

function keep(at, analysis) {
  kept.delete(at);
  kept.set(at, analysis);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
}

function summary(analysis, shown, { travel, follow, going, again }) {
  const points = byPoints(analysis);
  return make("div", { className: "known" },
    ...verdict(analysis, shown, points),
    shown.players.length === 2 ? bar(analysis.here, shown, points) : null,
    line(analysis, follow),
    shown.result || shown.stuck ? null : table(analysis, shown, points),
    past(analysis, shown, points, travel),
    shown.result ? null : make("p", { className: "hint far" }, `${many(analysis.positions, "position")}, ${analysis.phase}`,
      going ? "…" : "", going || analysis.complete ? null : button("Think longer", again, { id: "longer" })));
}

/** Describe what is known of a position; of more than two players, each stands alone. */
function verdict(analysis, shown, points) {
  const one = analysis.here;
  const kind = make("span", { className: `kind ${kindOf(one).split(" ")[0]}` }, kindOf(one));
  if (!one.value) {
    const parts = one.text.split("; ");
    return [make("p", { id: "worth" }, ...parts.flatMap((text, at) => [at ? make("br") : "", text])), kind];
  }
  const result = make("b", {}, ending({ ...one, result: one.text.split(/ by |, (in|by|over)| \(proved/)[0] }, points));
  if (shown.result) return [make("p", { id: "worth" }, result, ": the game is over")];
  if (shown.players.length <= 2) return [make("p", { id: "worth" }, result, `${length(one)} with perfect play`), kind];
  return [make("p", { id: "worth" }, result), kind,
    make("p", { className: "hint" }, `With ${shown.players.length} players no line of play is best for everyone: + and = are what ${shown.to_move} can force alone against all others together, − means that nothing better can be forced.`)];
}

/** Draw how the position stands between two players. */
function bar(one, shown, points) {
  const [first, second] = shown.players;
  const value = one.value?.[first.name];
  const share = one.value ? (value > 0 ? 100 : value < 0 ? 0 : 50) : one.estimate ? percent(one.estimate[first.name]) : 50;
  const words = one.value ? `${first.name}: ${worth(one, first.name, points).words}, proved` : one.estimate ? `${first.name} ${share} %, ${second.name} ${100 - share} %, estimate` : "not known yet";
  const part = make("span", { className: `share ${first.colour}` });
  part.style.width = `${share}%`;
  return make("div", { className: `evaluation ${second.colour}`, role: "img", "aria-label": words, title: words }, part,
    make("span", { className: "number" }, one.value ? worth(one, first.name, points).sign : one.estimate ? `≈ ${share} %` : "?"));
}

/** List how the game goes on by the best moves; a click goes there. */
function line(analysis, follow) {
  if (!analysis.line.length) return null;
  const steps = analysis.line.map((name, at) => button(name, () => follow(analysis.line.slice(0, at + 1)), { className: "plain link" }));
  return make("p", { className: "best-line" }, make("b", {}, "Best line "), make("span", { className: "hint" }, analysis.line_proved ? "(proved) " : "(estimate) "), ...steps.flatMap((one) => [one, " "]));
}

function table(analysis, shown, points) {
  const rank = (move) => analysis.best.includes(move.name);
  const listed = shown.moves.filter((move) => move.legal && analysis.moves[move.name]);
  const rows = [...listed.filter(rank), ...listed.filter((move) => !rank(move))].map((move) => {
    const one = counted(analysis.moves[move.name]);
    const label = worth(one, shown.to_move, points);
    const how = ` (${kindOf(one)})`;
    return make("tr", { className: label.kind }, make("th", { scope: "row" }, move.name), make("td", {}, `${label.words}${!one.value && (one.estimate || one.depth) ? "" : how}${rank(move) ? " ★ best" : ""}`));
  });
  if (!rows.length) return null;
  return make("details", { open: rows.length <= 12, id: "every-move" }, make("summary", {}, "Every move"), make("table", { className: "worths" }, make("tbody", {}, ...rows)));
}

/** Draw how the game went: what is known of each position so far; a click leads there. */
function past(analysis, shown, points, travel) {
  const first = shown.players[0].name;
  const cells = shown.line.map((_, at) => {
    const one = analysis.past[at] ?? kept.get(JSON.stringify(played(at)))?.here;
    const label = one && (one.value || one.estimate) ? worth(one, first, points) : null;
    const words = label ? `after ${at}: ${one.result ? ending(one, points) : `${label.words} for ${first}`}` : `after ${at}: unknown`;
    const sign = label ? { win: "▲", loss: "▼", draw: "=", guess: "≈" }[label.kind] : "?";
    return button(sign, () => travel(at), {
      className: `cell ${label ? label.kind : ""}`, title: words, "aria-label": words, "aria-current": at === shown.at ? "step" : undefined,
    });
  });
  return make("div", { className: "bar", role: "group", "aria-label": `the game so far, from ${first}’s point of view` },
    make("span", { className: "hint" }, `${first}: `), ...cells);
}
