// Games as people keep them: a review of what was given away, and records to take along or bring.

import { ask } from "./api.js";
import { button, find, make, patch } from "./dom.js";
import { note, say } from "./messages.js";
import { path, played, state } from "./state.js";

const SECONDS = 2; // for each position of a review
const LOST = [0.35, 0.8]; // of an estimate between −1 and 1: what is a mistake, and what a blunder

const marks = new Map(); // what was given away, by the moves up to there
let reviewing = null;

const place = (moves) => JSON.stringify({ ...played(0), moves });

/** The mark of the last of these moves, if it was reviewed: ? or ??, and what it is. */
export const mark = (moves) => marks.get(place(moves));

const made = (at) => state.moves.slice(0, at);

/** What is known of a position for a player, between −1 and 1; proved or not. */
function stands(one, player) {
  if (one.value) return { worth: Math.sign(one.value[player]), proved: true };
  return one.estimate ? { worth: one.estimate[player], proved: false } : null;
}

/** Compare a position before and after a move: how much the one who moved gave away. */
export function judge(before, after, player) {
  const [was, is] = [stands(before, player), stands(after, player)];
  if (!was || !is) return null;
  const lost = was.worth - is.worth;
  const proved = was.proved && is.proved;
  const sign = proved ? (lost >= 2 ? "??" : lost >= 1 ? "?" : "") : lost >= LOST[1] ? "??" : lost >= LOST[0] ? "?" : "";
  return sign && { sign, words: `${sign === "??" ? "blunder" : "mistake"} (${proved ? "proved" : "estimate"})` };
}

/** Analyse every position of the line, and mark where the value was given away. */
async function review(shown, { redraw }) {
  const stop = new AbortController();
  reviewing?.abort();
  reviewing = stop;
  const known = [];
  try {
    for (let at = 0; at < shown.line.length; at++) {
      patch(find("review"), [make("p", { className: "working", role: "status" }, make("span", { className: "wheel" }), `position ${at} of ${shown.line.length - 1} `, button("Stop", () => stop.abort()))]);
      known.push((await ask({ ...played(state.moves.length), at, question: "analyse", seconds: SECONDS }, { signal: stop.signal })).here);
      const sentence = at && judge(known[at - 1], known[at], shown.line[at].mover);
      if (sentence) marks.set(place(made(at)), sentence);
      else if (at) marks.delete(place(made(at)));
    }
    redraw();
    patch(find("review"), found(shown, redraw));
  } catch (wrong) {
    patch(find("review"), [make("p", { className: "wrong" }, wrong.name === "AbortError" ? "stopped" : wrong.message)]);
  }
}

/** List what was given away, each with a way to try again from there. */
function found(shown, redraw) {
  const wrong = shown.line.map((step, at) => ({ step, at, given: mark(made(at)) })).filter(({ at, given }) => at && given);
  if (!wrong.length) return [make("p", { className: "hint" }, "Nothing was given away.")];
  return [make("ul", { className: "given" }, ...wrong.map(({ step, at, given }) => make("li", {},
    `${at}. ${step.mover} ${step.move} `, make("b", {}, given.sign), ` ${given.words} `,
    button("try again here", () => redraw(at - 1), { "aria-label": `try again before move ${at}` }))))];
}

/** The marks of moves from one on, by their numbers; none is undefined. */
function signs(moves, from = 0) {
  const given = moves.map((_, at) => [at + 1, state.marks[path(moves.slice(0, at + 1))] ?? mark(moves.slice(0, at + 1))?.sign]).slice(from);
  const some = given.filter(([, sign]) => sign);
  return some.length ? Object.fromEntries(some) : undefined;
}

/** A line as what it has besides the one shown: after so many moves, these. */
function variation(line) {
  const fork = line.findIndex((name, at) => name !== state.moves[at]);
  const after = fork < 0 ? line.length : fork;
  return { after, moves: line.slice(after), marks: signs(line, after) };
}

/** A game as a record that can be kept, and read back: its moves, what else was tried, the marks. */
export const written = (shown) => JSON.stringify({
  game: state.game, parameters: state.parameters, start: state.start || undefined,
  moves: state.moves, marks: signs(state.moves), result: shown.ended ?? undefined,
  variations: state.lines.length ? state.lines.map(variation) : undefined,
}, null, 1);

/** Read a record, or a plain list of moves. */
export function read(text) {
  const given = text.trim();
  if (/^\[\s*"/.test(given)) return { moves: named(JSON.parse(given)) };
  if (!given.startsWith("{")) return { moves: given.replace(/^\[.*\]$/gm, "").split(/\s+/).filter((word) => word && !/^\d+\.+$/.test(word)) };
  const { game = state.game, parameters = {}, start = "", moves = [], marks = {}, variations = [] } = JSON.parse(given);
  const noted = {};
  named(moves);
  noteMarks(moves, marks, noted);
  if (!Array.isArray(variations)) throw new SyntaxError("variations must be a list");
  const lines = variations.map((one) => {
    const { after = 0, moves: rest = [], marks: own = {} } = one ?? {};
    const line = [...moves.slice(0, after), ...named(rest)];
    noteMarks(line, own, noted);
    return line;
  });
  return { game, parameters, start, moves, lines, marks: noted };
}

function named(moves) {
  if (!Array.isArray(moves) || moves.some((one) => typeof one !== "string")) throw new SyntaxError("moves must be a list of names");
  return moves;
}

/** Note the marks of a line that are given by the numbers of its moves. */
function noteMarks(moves, marks, noted) {
  for (const [number, sign] of Object.entries(marks)) {
    if (!/^(!|\?|!\?|\?\?)$/.test(sign)) throw new SyntaxError(`'${sign}' is not a mark: there are ! ? !? and ??`);
    noted[path(moves.slice(0, Number(number)))] = sign;
  }
}

function save(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The board as a picture by itself, with the style that it has on this page. */
async function svg() {
  const drawn = find("board").querySelector("svg").cloneNode(true);
  for (const extra of drawn.querySelectorAll(".value, .arrow, .target")) extra.remove();
  for (const group of drawn.querySelectorAll("[data-spot]")) for (const name of ["role", "tabindex", "aria-label"]) group.removeAttribute(name);
  const { width, height } = drawn.viewBox.baseVal;
  drawn.setAttribute("width", width);
  drawn.setAttribute("height", height);
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = await (await fetch("/board.css")).text();
  drawn.prepend(style);
  return new XMLSerializer().serializeToString(drawn);
}

async function png() {
  const image = new Image();
  const text = await svg();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = make("canvas", { width: image.width * 2, height: image.height * 2 });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => { canvas.toBlob(done); });
}

/** The panel: review the game, take it along, bring another, turn the board round. */
export function panel(shown, { begin, redraw, turn }) {
  const bring = () => {
    try {
      begin(read(find("record").value));
    } catch (wrong) {
      say(`this is not a record: ${wrong.message}`);
    }
  };
  const copy = () => navigator.clipboard.writeText(written(shown)).then(() => note("copied"), () => say("the browser does not allow this page to copy"));
  const name = state.game.replace(/[^\w-]+/g, "-");
  return make("details", { id: "games-kept" }, make("summary", {}, "Review, records and pictures"),
    make("div", { className: "steps" }, button("Review the game", () => review(shown, { redraw }), { id: "ask-review", disabled: shown.line.length < 2 })),
    make("div", { id: "review", "data-own": "" }),
    make("div", { className: "steps" },
      button("Copy the record", copy), button("Save JSON", () => save(`${name}.json`, written(shown), "application/json"), { id: "save-json" }),
      button("Save SVG", async () => save(`${name}.svg`, await svg(), "image/svg+xml"), { id: "save-svg" }),
      button("Save PNG", async () => save(`${name}.png`, await png()), { id: "save-png" }),
      button("Turn the board", turn, { id: "turn-board" })),
    make("label", { className: "string" }, "A record or a list of moves", make("textarea", { id: "record", rows: 3, spellcheck: false })),
    make("div", {}, button("Open it", bring, { id: "open-record" })));
}
