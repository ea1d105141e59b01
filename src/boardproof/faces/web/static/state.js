// All there is to know of a game in progress stands in the address: reload it, share it, and
// nothing is lost.

export const state = {
  game: "",
  parameters: {},
  start: "",
  moves: [],
  lines: [], // others that were played from the same start
  marks: {}, // of moves, by all moves up to there
  at: null,
  seats: {},
  view: "play",
  asks: [],
  about: "",
  across: 1,
  hints: true,
  motion: true,
  pace: 0,
};

export const VIEWS = { play: "Play", trace: "Trace", explore: "Explore", ask: "Questions" };

/** A player in one word, with options that are numbers: smart:depth=6,time=2 */
export const PLAYER = /^[a-z]+(:[a-z]+=[0-9.]+(,[a-z]+=[0-9.]+)*)?$/;

const words = (text) => (text || "").split(" ").filter(Boolean);
const pairs = (text) => Object.fromEntries(words(text).map((word) => word.split(/=(.*)/s).slice(0, 2)));
/** Moves up to one, as one word. */
export const path = (moves) => moves.join(" ");

/** Write moves from one on, with their marks: 3 (1,1)~! */
const marked = (moves, from = 0) =>
  moves.slice(from).map((name, at) => (state.marks[path(moves.slice(0, from + at + 1))] ? `${name}~${state.marks[path(moves.slice(0, from + at + 1))]}` : name)).join(" ");

/** Read moves that go on from others; their marks are noted. */
function unmarked(text, before, marks) {
  const moves = [...before];
  for (const word of words(text)) {
    const [name, mark] = word.split(/~(!\?|\?\?|!|\?)$/);
    moves.push(name);
    if (mark) marks[path(moves)] = mark;
  }
  return moves;
}

/** Write the other lines, each as the number of moves that it shares with this one and the rest. */
function written() {
  const lines = [];
  let room = ROOM;
  for (const line of state.lines) {
    const fork = line.findIndex((name, at) => name !== state.moves[at]);
    const text = `${fork < 0 ? line.length : fork}:${marked(line, fork < 0 ? line.length : fork)}`;
    room -= text.length + 8;
    if (room > 0) lines.push(text);
  }
  return lines;
}

const ROOM = 6000; // letters of an address for other lines

const joined = (object) => Object.entries(object).map(([name, value]) => `${name}=${value}`).join(" ");

/** Read a parameter as the kind of value that it has by default. */
export function typed(option, text) {
  if (option.text) return String(text);
  const at = option.words.indexOf(String(text));
  if (at >= 0) return option.choices[at];
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Read the address; return what in it is unknown here, and is ignored. */
export function readAddress(games) {
  const given = new URLSearchParams(location.search);
  const named = games.find((one) => one.game === given.get("game"));
  const wrong = [];
  if (given.has("game") && !named) return startAt(games, [`there is no game '${given.get("game")}' here`]);
  const known = named || first(games);
  const parameters = {};
  for (const [name, text] of Object.entries(pairs(given.get("with")))) {
    const option = known.parameters.find((one) => one.name === name);
    parameters[name] = option ? typed(option, text) : text;
  }
  const marks = {};
  const moves = unmarked(given.get("moves"), [], marks);
  const lines = given.getAll("line").map((text) => text.match(/^(\d{1,4}):(.*)$/s)).filter(Boolean)
    .map(([, shared, rest]) => unmarked(rest, moves.slice(0, Number(shared)), marks));
  Object.assign(state, {
    game: known.game,
    parameters,
    start: given.get("start") || "",
    moves,
    lines,
    marks,
    at: number(given.get("at"), moves.length, wrong),
    seats: seated(given.get("seats"), wrong),
    view: Object.hasOwn(VIEWS, given.get("view") ?? "") ? given.get("view") : "play",
    asks: given.getAll("ask"),
    about: given.get("about") || "",
    across: Number(given.get("across") ?? 1) || 0,
    hints: given.get("hints") !== "off",
  });
  return wrong;
}

/** The game to begin with: a rulebook of one's own, or one that is analysed to the end at once. */
const EASY = 6_500;
const first = (games) => games.find((one) => one.file && !one.error)
  ?? games.filter((one) => !one.error).sort((one, other) => hardness(one) - hardness(other))[0];
const hardness = ({ size }) => (size === null ? Infinity : size <= EASY ? EASY - size : size);

function startAt(games, wrong) {
  state.game = first(games).game;
  return wrong;
}

/** Read how many moves are looked at; all of them when that is no number, or more than there are. */
function number(text, most, wrong) {
  if (text === null) return null;
  if (/^\d{1,4}$/.test(text)) return Number(text) < most ? Number(text) : null;
  wrong.push(`at=${text} is not a number of moves`);
  return null;
}

const names = (who) => who !== undefined && PLAYER.test(who);

/** Read who sits where; a word that can name no player leaves its seat to a person. */
function seated(text, wrong) {
  const seats = Object.entries(pairs(text));
  for (const [player, who] of seats) {
    if (!names(who)) wrong.push(`seats=${player}${who === undefined ? "" : `=${who}`} names no player`);
  }
  return Object.fromEntries(seats.filter(([, who]) => names(who)));
}

/** Ways to ignore parts of the address, the smallest first. */
export function lesser() {
  const played = { start: "", moves: [], lines: [], marks: {}, at: null };
  return [
    state.asks.length ? { asks: [] } : null,
    state.start ? played : null,
    Object.keys(state.parameters).length ? { parameters: {} } : null,
    { ...played, asks: [], parameters: {} },
  ].filter(Boolean);
}

export function address() {
  const query = new URLSearchParams({ game: state.game });
  const seated = Object.fromEntries(Object.entries(state.seats).filter(([, who]) => who !== "human"));
  const optional = {
    with: joined(state.parameters),
    start: state.start,
    moves: marked(state.moves),
    at: state.at === null ? "" : String(state.at),
    seats: joined(seated),
    view: state.view === "play" ? "" : state.view,
    across: state.across === 1 ? "" : String(state.across),
    hints: state.hints ? "" : "off",
    about: state.about,
  };
  for (const [name, value] of Object.entries(optional)) if (value) query.set(name, value);
  for (const text of written()) query.append("line", text);
  for (const text of state.asks) query.append("ask", text);
  return `${location.pathname}?${query}${location.hash}`;
}

/** What Back and Forward lead along: games, lines of moves and views; looking around is no step. */
export const page = () =>
  JSON.stringify([state.game, state.parameters, state.start, state.moves, state.view]);

/** What an answer belongs to: a page, and the position looked at there. */
export const place = () => JSON.stringify([page(), state.at]);

let kept = null; // the page that the address stands for

/** Leave the address as it is: what is shown next is a step of its own. */
export function holdAddress() {
  kept = page();
}

/** Put the state into the address: a step of its own for the browser's Back, or in place of the last. */
export function keepAddress(step = true) {
  const now = page();
  const change = step && kept !== null && kept !== now ? "pushState" : "replaceState";
  kept = now;
  history[change](null, "", address());
}

/** What the server needs of the game: its moves up to where we are. */
export function played(upTo = state.at ?? state.moves.length) {
  return {
    game: state.game,
    parameters: state.parameters,
    start: state.start,
    moves: state.moves.slice(0, upTo),
  };
}
