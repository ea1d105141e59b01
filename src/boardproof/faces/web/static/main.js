// The page: one state, shown again after each change.

import * as analysis from "./analysis.js";
import * as api from "./api.js";
import * as board from "./board.js";
import * as explore from "./explore.js";
import * as home from "./home.js";
import * as motion from "./motion.js";
import * as moveList from "./move_list.js";
import * as position from "./position.js";
import * as record from "./record.js";
import * as questions from "./questions.js";
import * as setup from "./setup.js";
import * as trace from "./trace.js";
import * as variations from "./variations.js";
import { button, find, keepFocus, make, painted, patch, restore } from "./dom.js";
import { answered, leave, run } from "./question.js";
import { note, say, spell } from "./messages.js";
import { holdAddress, keepAddress, lesser, page, path, played, PLAYER, readAddress, state, VIEWS } from "./state.js";
import { busy, interrupt, letPlay, sits } from "./opponent.js";

let offered = null; // the games, players and questions that the server has
let shown = null; // the game as the server last showed it
let drawn = ""; // the trace whose boards are in it
let asking = 0; // how often we have asked
let settled = 0; // which of these was answered last
let editor = null; // the editor, where a rulebook is written in the page

const MOST_ASKS = 8; // the server takes no more questions at once

const known = () => offered.games.find((one) => one.game === state.game);

/** Ask for the game as it stands, and show it; an answer that comes late is not shown. */
async function refresh({ refuse = refused, step = true, notice = "" } = {}) {
  interrupt();
  const mine = ++asking;
  const traced = state.view === "trace";
  const boards = JSON.stringify([page(), state.asks]);
  let grown = false; // whether a move was made
  const same = traced && drawn === boards; // a step along a trace changes none of its boards
  try {
    const received = await api.view({
      ...played(state.moves.length), at: moveList.here(), boards: traced && !same, asks: traced && !same ? state.asks : [],
    });
    if (mine !== asking) return null;
    settled = mine;
    const before = shown;
    shown = same ? { ...received, boards: shown.boards, truths: shown.truths } : received;
    announce(before);
    grown = state.view === "play" && shown.at === shown.line.length - 1 && before?.identity === shown.identity && shown.line.length === before.line.length + 1;
    drawn = traced ? boards : "";
    if (shown.anywhere && !state.start && !state.moves.length) state.start = shown.line[0].position; // it was chosen at random
  } catch (wrong) {
    if (mine !== asking) return null;
    settled = mine;
    return refuse(wrong);
  }
  if (grown) {
    board.show(shown, play); // what is waited for comes first
    find("panel").setAttribute("aria-busy", "true"); // it is still about the position before
    await painted();
    find("panel").removeAttribute("aria-busy");
    if (mine !== asking) return null;
  }
  const left = unseat();
  keepAddress(step);
  keepFocus(render, () => find(`view-${state.view}`));
  if (left) say(left);
  if (notice) note(notice);
  if (grown) motion.animate(shown);
  else motion.rest();
  return letPlay(shown, (move) => moved(move, false));
}

/** Drop the seats that this game does not have; return a message about them. */
function unseat() {
  const seats = Object.entries(state.seats);
  const here = seats.filter(([name]) => shown.players.some((player) => player.name === name));
  state.seats = Object.fromEntries(here);
  const lost = seats.filter((one) => !here.includes(one)).map(([name]) => name);
  return lost.length ? `${lost.join(" and ")} ${lost.length === 1 ? "is not a player" : "are not players"} of this game (ignored)` : "";
}

/** Show why the server refused; keep the moves that it accepts. */
function refused(wrong) {
  say(wrong.message);
  if (wrong.status === 409) {
    state.moves = state.moves.slice(0, wrong.body.made);
    state.at = null;
    return refresh().then(() => say(wrong.message));
  }
  return null;
}

/** Show what can be shown of an address that the server does not take as it is. */
async function rescue(wrong) {
  if (!wrong.status || wrong.status === 409) return refused(wrong);
  const given = { ...state };
  for (const parts of lesser()) {
    Object.assign(state, given, parts);
    say(`${wrong.message} (ignored)`);
    await refresh({ refuse: (again) => (again.status === 409 ? refused(again) : null) });
    if (shown) return null;
  }
  find("turn").textContent = "This game cannot be shown; choose another.";
  return refused(wrong);
}

function render() {
  leave();
  analysis.leave(state.view !== "play" || !state.hints);
  document.title = `${shown.identity} · boardproof`;
  tabs();
  turn();
  const go = moveList.show(shown, travel, undone(), { go: vary, remove: prune, set: annotate });
  const moved = document.body.dataset.view !== state.view;
  document.body.dataset.view = state.view;
  find("found").replaceChildren(...answered());
  if (moved) find("panel").replaceChildren();
  patch(find("panel"), panel().filter(Boolean));
  if (state.view === "trace") {
    board.clear();
    trace.show(shown, go, fork);
  } else {
    board.show(shown, play);
    if (state.view === "play" && state.hints) hint();
  }
}

/** Analyse the position shown, and write on the board what is known of each move while it grows. */
function hint() {
  const now = shown;
  const draw = (known) => {
    if (now === shown) board.annotate(shown.result ? NOTHING : analysis.values(shown, known));
  };
  const follow = (moves) => attempt({ moves: [...played().moves, ...moves], at: null }, { notice: "Back returns to the position before" });
  return analysis.analyse(() => find("analysis"), now, { draw, travel, follow });
}

const NOTHING = { spots: {}, choices: {}, arrows: [] };

/** Where undo leads: one move back; against computer players, to where a person was to move. */
function undone() {
  const seated = Object.values(state.seats).some((who) => who !== "human");
  for (let at = shown.at - 1; seated && at >= 0; at--) {
    if (sits(shown.line[at + 1].mover) === "human") return at;
  }
  return shown.at - 1;
}

/** Tell in words, for those who do not see the board, which moves were made since it was last shown. */
function announce(before) {
  const log = find("log");
  const old = before?.identity === shown.identity ? before.line : [];
  const fork = shown.line.findIndex((step, at) => step.position !== old[at]?.position || step.move !== old[at].move);
  const from = Math.max(1, fork < 0 ? shown.line.length : fork);
  while (log.children.length >= from) log.lastChild.remove();
  shown.line.slice(from).forEach((step, at) => {
    log.append(make("p", {}, `${from + at}. ${step.mover} plays ${step.move}${from + at === shown.line.length - 1 ? `. ${stands()}` : ""}`));
  });
}

function toggle(on) {
  state.hints = on;
  if (!on) {
    board.annotate(NOTHING);
    patch(find("analysis"), []);
  }
  return refresh();
}

function panel() {
  if (state.view === "trace") return trace.panel(shown, { travel, fork, arrange, asks, unfold });
  if (state.view === "explore") return explore.panel(shown, reach);
  if (state.view === "ask") return questions.panel(shown, known(), { follow, read, offered: offered.questions });
  const worths = analysis.panel(toggle);
  const [sentence, seats, fresh, ...options] = setup.panel(known(), shown, offered.players, begin, seat);
  const turn = () => find("board").classList.toggle("turned");
  const redraw = (at = null) => (at === null ? render() : travel(at));
  const moves = make("label", {}, make("input", { type: "checkbox", id: "moving", checked: state.motion, onchange: ({ target }) => { state.motion = target.checked; motion.rest(); } }), " show moves change by change");
  const records = record.panel(shown, { begin, redraw, turn });
  return [sentence, seats, moves, fresh, worths, records, ...options, position.panel(shown, begin)];
}

function tabs() {
  const choose = (view) => () => { state.view = view; refresh(); };
  patch(find("views"), Object.entries(VIEWS).map(([view, name]) =>
    button(name, choose(view), { id: `view-${view}`, "aria-current": view === state.view ? "page" : undefined })));
  find("game").value = state.game;
}

/** Show whose turn it is and what is expected, or the result, in the player's colour. */
function turn() {
  const who = shown.players.find(({ name }) => (shown.result ? shown.result === `${name} wins` : shown.to_move === name));
  const dot = who ? make("span", { className: `dot ${who.colour}` }) : null;
  find("turn").className = shown.result ? "over" : "";
  find("turn").replaceChildren(...[dot, stands()].filter(Boolean));
  find("grounds").replaceChildren(...shown.grounds.map((text) => make("li", {}, text)));
}

function stands() {
  const points = Object.entries(shown.points).map(([player, number]) => `${player} ${number}`).join(", ");
  if (shown.result) return points ? `${shown.result} (${points})` : shown.result;
  if (shown.stuck) return `stuck: ${shown.to_move} has no legal move, and the game is not over`;
  const again = shown.again ? " again" : "";
  return `${shown.to_move} to move${again}${shown.expected ? `: ${shown.expected}` : ""}`;
}

// Actions

function play(name, why) {
  if (name === null) {
    say(shown.result ? `the game is over (${shown.result})` : `${why || "no move is made there"}; ${find("turn").textContent}`);
    return null;
  }
  if (asking !== settled) return null; // one move at a time: the next is another player's
  if (shown.to_move && sits(shown.to_move) !== "human" && busy()) {
    say(`${shown.to_move} is choosing a move`);
    return null;
  }
  say("");
  return moved(name);
}

/** Try a change: what the server refuses leaves everything as it was, or as far as moves could be made. */
function attempt(changes, { partly = false, tell = say, otherwise = null, ...how } = {}) {
  const before = { ...state };
  const unseen = asking !== settled; // what we go back to may never have been shown
  const untitled = "moves" in changes ? { about: "" } : {}; // another line is about something else
  const lines = "moves" in changes && !("lines" in changes) ? { lines: variations.kept([...state.lines, state.moves], changes.moves) } : {};
  Object.assign(state, untitled, lines, changes);
  const refuse = (wrong) => {
    if (partly && wrong.status === 409 && wrong.body.made) return refused(wrong);
    if (shown) Object.assign(state, before);
    if (otherwise) return otherwise();
    find("game").value = state.game;
    restore(find("panel").querySelectorAll("input[name], select[name]"));
    keepAddress();
    tell(wrong.message);
    return unseen && shown ? refresh() : null;
  };
  return refresh({ refuse, ...how });
}

/** Make a move. What a computer player answers is no step of its own: Back leads to a person's turn. */
const moved = (name, step = true) =>
  attempt({ moves: [...state.moves.slice(0, moveList.here()), name], at: null }, { step });

/** Show a variation as far as a move of it; the line shown so far is kept beside it. */
function vary(moves) {
  const line = variations.whole(moves);
  return attempt({ moves: line, at: moves.length === line.length ? null : moves.length }, { step: false });
}

/** Remove a variation. */
function prune(moves) {
  state.lines = variations.without(moves);
  return refresh({ step: false });
}

/** Mark a move, or take its mark away. */
function annotate(moves, sign) {
  const { [path(moves)]: _, ...others } = state.marks;
  state.marks = sign ? { ...others, [path(moves)]: sign } : others;
  return refresh({ step: false });
}

/** Go where the browser's Back and Forward lead; what one chose to see beside the board stays. */
function revisit() {
  const before = { ...state };
  readAddress(offered.games);
  Object.assign(state, { hints: before.hints, across: before.across });
  if (before.view === "play" && origin(before) === origin(state)) { // what was tried since is kept
    state.lines = variations.kept([...state.lines, ...before.lines, before.moves], state.moves);
    state.marks = { ...before.marks, ...state.marks };
  }
  say("");
  const refuse = (wrong) => {
    Object.assign(state, before);
    say(wrong.message);
  };
  return refresh({ refuse, step: false });
}

/** Where a game starts: lines from there belong together. */
const origin = ({ game, parameters, start: from }) => JSON.stringify([game, parameters, from]);

function travel(to) {
  say("");
  state.at = to === state.moves.length ? null : to;
  return refresh();
}

async function begin(changes, notice = state.moves.length ? "new game; Back returns to the previous one" : "", otherwise = null) {
  say("");
  const view = state.view !== "play" && "start" in changes ? { view: "play" } : {};
  await list().catch(() => null); // a server that is gone is reported by what follows
  if (changes.game) find("board").classList.remove("turned");
  const parameters = kept(changes.game ?? state.game, changes.parameters ?? state.parameters);
  return attempt({ start: "", moves: [], lines: [], marks: {}, at: null, ...view, ...changes, parameters }, { partly: true, notice, otherwise });
}

/** Keep the parameters that a game has: its file may have changed since they were chosen. */
function kept(word, parameters) {
  const has = offered.games.find((one) => one.game === word && !one.error)?.parameters;
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !has || has.some((one) => one.name === name)));
}

/** Seat a player that a word names; the server says whether it knows it when it is to move. */
function seat(player, who) {
  if (!PLAYER.test(who)) return say(`'${who}' is not a player: write, for example, smart:depth=6,time=2`);
  say("");
  state.seats = { ...state.seats, [player]: who };
  return refresh();
}

function fork(number) {
  say("");
  const notice = `continued from Board${number}; Back returns to the trace`;
  return attempt({ moves: state.moves.slice(0, number), at: null, view: "play" }, { notice });
}

/** Continue from a position some moves away. */
function reach(moves) {
  const notice = "Back returns to the graph";
  return attempt({ moves: [...played().moves, ...moves], at: null, view: "play" }, { notice });
}

/** Show a trace that an answer brought: a line of moves like any other, titled with its question. */
function follow(game, { about, ask = "" }) {
  const own = !state.start && shown.line[0].position === game.start;
  const parameters = game.parameters ?? state.parameters;
  const asks = [...new Set([...state.asks, ...(ask ? [ask] : [])])].slice(-MOST_ASKS);
  const trace = { parameters, start: own ? "" : game.start, moves: game.moves, view: "trace", about };
  const notice = "Back returns to the answer";
  return begin({ ...trace, asks }, notice, () => begin(trace, notice));
}

/** Show where in the rulebook something is written, beside the finding. */
async function read(written) {
  if (editor) return editor.goTo(written);
  const from = document.activeElement;
  try {
    const { text } = await api.source(state.game);
    find("reading")?.remove();
    find("panel").prepend(questions.rulebook(text, written, from));
  } catch (wrong) {
    say(wrong.message);
  }
}

/** Show the move before this board step by step. */
function unfold() {
  const asked = { ...played(state.moves.length), at: moveList.here(), question: "unfold" };
  return run(find("found"), asked, (answer) => trace.steps(answer, read));
}

function arrange(across) {
  state.across = across;
  return refresh();
}

/** Evaluate expressions on every board; errors are shown beside the field. */
function asks(texts) {
  say("");
  const tell = (text) => spell(find("ask-wrong"), text);
  tell("");
  const before = state.asks;
  return attempt({ asks: [...new Set(texts.map((text) => text.trim()).filter(Boolean))] }, { tell })
    .then(() => { if (find("ask") && state.asks !== before) find("ask").value = ""; });
}

/** How far an arrow key leads: along the line, and in a trace up and down too. */
const stride = ([across, down]) => across || (state.view === "trace" ? trace.stride(shown.at, down) : 0);

/** Name a game to choose; one whose rulebook cannot be read is marked, with the reason. */
const listed = (one) =>
  make("option", { value: one.game, disabled: Boolean(one.error), title: one.error }, one.error ? `✗ ${one.game}: ${one.error.split("\n")[0]}` : one.game);

/** List the games as they are now: a rulebook's file may have changed, and its parameters with it. */
async function list() {
  offered = await api.games();
  find("game").replaceChildren(...offered.games.map(listed));
  find("game").value = state.game;
}

/** Show the rulebook that is being written as it reads now; the position is kept as far as it reads. */
async function reread() {
  await list().catch((wrong) => say(wrong.message));
  if (!known() || known().error) return null; // renamed or wrong meanwhile: the next text is read, too
  say("");
  state.parameters = kept(state.game, state.parameters);
  const bare = { start: "", moves: [], at: null };
  const refuse = (wrong) => {
    if (wrong.status === 409) return refused(wrong);
    editor.failed(wrong);
    return state.start || wrong.status !== 400 || wrong.body.place ? say(wrong.message) : attempt({ ...bare, parameters: {} });
  };
  return refresh({ refuse, step: false });
}

/** Open the editor where the address has its secret. */
async function edit(secret) {
  editor = await import("./editor.js");
  const rename = (game) => { state.game = game; keepAddress(false); return list(); };
  await editor.open(secret, { reread, follow, rename, shown: () => shown });
}

async function start() {
  try {
    const secret = /^#edit=([\w-]+)$/.exec(location.hash)?.[1];
    if (secret) await edit(secret);
    await list();
  } catch (wrong) {
    return say(wrong.message);
  }
  find("open-help").addEventListener("click", help);
  document.addEventListener("keydown", (event) => event.key === "?" && !event.target.closest("input, select, textarea") && help());
  find("game").addEventListener("change", ({ target }) => (shown ? begin({ game: target.value, parameters: {}, seats: {}, asks: [] }) : location.assign(`/?game=${encodeURIComponent(target.value)}`)));
  if (!location.search) return home.show(offered.games);
  const wrong = readAddress(offered.games);
  if (wrong.length) say(`${wrong.join("; ")} (ignored)`);
  moveList.listen((way) => shown && travel(Math.max(0, Math.min(state.moves.length, moveList.here() + stride(way)))));
  board.listen();
  window.addEventListener("popstate", revisit);
  setInterval(watch, WATCHING);
  document.addEventListener("visibilitychange", watch);
  watch();
  if (editor) return editor.read();
  return known().error ? mend(known().error) : refresh({ refuse: rescue });
}

const help = () => home.help(known(), shown);

const WATCHING = 2000;
let stamped = { game: "", stamp: 0 }; // when the rulebook's file was changed, as last seen

/** Show a rulebook anew when its file has changed: the position is kept as far as it reads. */
async function watch() {
  if (editor || document.hidden || !known()?.file) return;
  if (!shown && known().error) {
    await list().catch(() => null);
    if (known() && !known().error) location.reload();
    return;
  }
  const [game, stamp] = [state.game, await api.stamp(state.game).catch(() => null)];
  const changed = stamp !== null && game === stamped.game && stamp !== stamped.stamp;
  if (stamp !== null) stamped = { game, stamp };
  if (!changed || game !== state.game) return;
  await list().catch(() => null);
  if (known()?.error) say(known().error);
  else if (known() && shown) {
    say("");
    refresh({ notice: "the rulebook has changed, and was read again" });
  }
}

/** Show why a rulebook cannot be read, and keep the address: the game continues once it is fixed. */
function mend(problem) {
  holdAddress();
  find("game").value = state.game;
  find("turn").textContent = "This rulebook cannot be read";
  find("choices").hidden = false;
  find("choices").replaceChildren("The game continues by itself once it is fixed. ", button("Reload", () => location.reload(), { id: "mended" }));
  say(problem);
}

start();
