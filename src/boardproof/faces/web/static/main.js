// The page: one state, shown again after each change.

import * as analysis from "./analysis.js";
import * as api from "./api.js";
import * as board from "./board.js";
import * as explore from "./explore.js";
import * as line from "./line.js";
import * as position from "./position.js";
import * as questions from "./questions.js";
import * as setup from "./setup.js";
import * as trace from "./trace.js";
import { button, find, keepFocus, make } from "./dom.js";
import { leave, run } from "./job.js";
import { keepAddress, lesser, played, readAddress, state, VIEWS } from "./state.js";

let offered = null; // the games, players and questions that the server has
let shown = null; // the game as the server last showed it
let asking = 0; // how often we have asked
let settled = 0; // which of these was answered last
let thinking = null; // a computer player's choice that is under way

const known = () => offered.games.find((one) => one.game === state.game);
const say = (text) => { find("message").textContent = text; };

/** Ask for the game as it stands, and show it; an answer that comes late is not shown. */
async function refresh(refuse = refused) {
  thinking?.abort();
  thinking = null;
  const mine = ++asking;
  const traced = state.view === "trace";
  try {
    const found = await api.view({
      ...played(state.moves.length), at: line.here(), boards: traced, asks: traced ? state.asks : [],
    });
    if (mine !== asking) return null;
    settled = mine;
    shown = found;
  } catch (wrong) {
    if (mine !== asking) return null;
    settled = mine;
    return refuse(wrong);
  }
  keepAddress();
  keepFocus(render, () => find(`view-${state.view}`));
  return letPlay();
}

/** Say what the server did not take; keep what it does take of the moves. */
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
    say(`${wrong.message} (left out)`);
    await refresh((again) => (again.status === 409 ? refused(again) : null));
    if (shown) return null;
  }
  find("turn").textContent = "This game cannot be shown: choose another.";
  return refused(wrong);
}

function render() {
  leave();
  document.title = `${shown.identity} · boardproof`;
  tabs();
  turn();
  const go = line.show(shown, travel);
  find("found").replaceChildren();
  find("panel").replaceChildren(...panel().filter(Boolean));
  if (state.view === "trace") {
    find("board").replaceChildren(trace.stage(shown, go, fork));
    find(`Board${shown.at}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  } else {
    board.show(shown, play);
    if (state.view === "play" && state.hints && !shown.result) hint();
  }
}

/** Ask what each move is worth, and write it on the board when the answer comes. */
function hint() {
  const now = shown;
  const asked = { ...played(state.moves.length), at: line.here() };
  return analysis.analyse(find("analysis"), asked, now, (found) => {
    if (now === shown) board.show(shown, play, analysis.values(shown, found));
  });
}

function toggle(on) {
  state.hints = on;
  return refresh();
}

function panel() {
  if (state.view === "trace") return trace.panel(shown, { travel, fork, arrange, asks, unfold });
  if (state.view === "explore") return explore.panel(shown, begin);
  if (state.view === "ask") return questions.panel(shown, follow, read);
  const worths = analysis.panel(shown, toggle);
  const [sentence, seats, fresh, ...options] = setup.panel(known(), shown, offered.players, begin, seat);
  return [sentence, seats, fresh, worths, ...options, position.panel(shown, begin, say)];
}

function tabs() {
  const choose = (view) => () => { state.view = view; refresh(); };
  find("views").replaceChildren(...Object.entries(VIEWS).map(([view, name]) =>
    button(name, choose(view), { id: `view-${view}`, "aria-current": view === state.view ? "page" : undefined })));
  find("game").value = state.game;
}

/** Say whose turn it is and what is expected, or how the game ended. */
function turn() {
  const box = find("turn");
  const points = Object.entries(shown.points).map(([player, number]) => `${player} ${number}`).join(", ");
  box.className = shown.result ? "over" : "";
  if (shown.result) box.textContent = points ? `${shown.result} (${points})` : shown.result;
  else if (shown.stuck) box.textContent = `stuck: ${shown.to_move} has no legal move, and the game is not over`;
  else {
    const again = shown.again ? " again" : "";
    box.textContent = `${shown.to_move} to move${again}${shown.expected ? `: ${shown.expected}` : ""}`;
  }
}

// What one can do

function play(name) {
  if (name === null) {
    say(shown.result ? `the game is over (${shown.result})` : `nothing is played there; ${find("turn").textContent}`);
    return null;
  }
  if (shown.to_move && sits(shown.to_move) !== "human" && thinking) {
    say(`${shown.to_move} is choosing a move`);
    return null;
  }
  say("");
  return moved(name);
}

/** Try a change: what the server refuses leaves everything as it was, or as far as moves could be made. */
function attempt(changes, partly = false) {
  const before = { ...state };
  const unseen = asking !== settled; // what we go back to may never have been shown
  Object.assign(state, changes);
  return refresh((wrong) => {
    if (partly && wrong.status === 409) return refused(wrong);
    if (shown) Object.assign(state, before);
    find("game").value = state.game;
    keepAddress();
    say(wrong.message);
    return unseen && shown ? refresh() : null;
  });
}

const moved = (name) => attempt({ moves: [...state.moves.slice(0, line.here()), name], at: null });

function travel(to) {
  say("");
  state.at = to === state.moves.length ? null : to;
  return refresh();
}

function begin(changes) {
  say("");
  const view = state.view !== "play" && "start" in changes ? { view: "play" } : {};
  return attempt({ start: "", moves: [], at: null, ...view, ...changes }, true);
}

function seat(player, who) {
  state.seats = { ...state.seats, [player]: who };
  return refresh();
}

function fork(number) {
  state.moves = state.moves.slice(0, number);
  Object.assign(state, { at: null, view: "play" });
  return refresh();
}

/** Show a trace that an answer brought: it is a line of moves like any other. */
function follow(found) {
  const own = !state.start && shown.line[0].position === found.start;
  const parameters = found.parameters ?? state.parameters;
  return begin({ parameters, start: own ? "" : found.start, moves: found.moves, view: "trace" });
}

/** Show where in the rulebook something is written. */
async function read(written) {
  try {
    const { text } = await api.source(state.game);
    find("rulebook")?.remove();
    find("found").append(questions.rulebook(text, written));
  } catch (wrong) {
    say(wrong.message);
  }
}

/** Unfold the move before this board into its changes. */
function unfold() {
  const asked = { ...played(state.moves.length), at: line.here(), question: "unfold" };
  return run(find("found"), asked, (found) => trace.steps(found, read));
}

function arrange(across) {
  state.across = across;
  return refresh();
}

function asks(texts) {
  say("");
  return attempt({ asks: [...new Set(texts.map((text) => text.trim()).filter(Boolean))] });
}

// Computer players

const sits = (player) => state.seats[player] || "human";

async function letPlay() {
  const who = shown.to_move && sits(shown.to_move);
  if (state.view !== "play" || state.at !== null || shown.stuck || !who || who === "human") return;
  thinking = new AbortController();
  const mine = thinking;
  try {
    const { move } = await api.ask({ ...played(), question: "choose", player: who }, { signal: mine.signal });
    if (mine.signal.aborted) return;
    thinking = null;
    await moved(move);
  } catch (wrong) {
    if (wrong.name !== "AbortError") say(`${shown.to_move} (${who}): ${wrong.message}`);
  }
}

/** Name a game to choose; one whose rulebook cannot be read is marked, with the reason. */
const listed = (one) =>
  make("option", { value: one.game, disabled: Boolean(one.error), title: one.error }, one.error ? `✗ ${one.game}: ${one.error}` : one.game);

async function start() {
  try {
    offered = await api.games();
  } catch (wrong) {
    return say(wrong.message);
  }
  const wrong = readAddress(offered.games);
  if (wrong.length) say(`${wrong.join("; ")} (left out)`);
  find("game").append(...offered.games.map(listed));
  find("game").addEventListener("change", (event) => begin({ game: event.target.value, parameters: {}, seats: {}, asks: [] }));
  line.listen((by) => shown && travel(Math.max(0, Math.min(state.moves.length, line.here() + by))));
  return refresh(rescue);
}

start();
