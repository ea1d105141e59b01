// The board: a picture that can be clicked, dragged on, walked over with the arrow keys, and read
// aloud. It knows places and the moves made on them, and no rules.

import { picture, button, find, make } from "./dom.js";
import { WAYS } from "./move_list.js";

const SVG = "http://www.w3.org/2000/svg";
const AGAIN = 350; // a second click on a place within so many milliseconds after a move is not meant
const SETTLED = 150; // nor is a click on any place so soon after the board has followed: nobody reacts so fast
const FOLLOWS = 1000; // a board drawn within so many milliseconds after a click follows it

let shown = null; // the game as it is drawn
let play = () => null; // called with the name of a move that was chosen
let chosen = []; // the places clicked so far, of a move that takes several
let whole = false; // whether all its places were clicked: it is chosen among others by its name
let offered = []; // the moves offered by name
let known = { spots: {}, choices: {}, arrows: [] }; // what is known of moves
let last = { key: "", at: -Infinity, followed: true }; // where the last move was made, when, and whether the board has followed
let settling = null; // the timer until a board that has just followed a click takes the next
let grip = null; // the place where the pointer was pressed

/** Show a position; the same one again leaves the board, and a half-made move, as it is. */
export function show(now, choose) {
  const same = shown?.svg === now.svg && shown.position === now.position && shown.identity === now.identity && find("board").firstChild;
  [shown, play] = [now, choose];
  if (same) return;
  [chosen, whole] = [[], false];
  known = { spots: {}, choices: {}, arrows: [] };
  const focused = document.activeElement?.dataset?.spot;
  const drawn = picture(shown.svg);
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", `board of ${shown.identity}`);
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  const { width } = drawn.viewBox.baseVal;
  drawn.style.maxWidth = `${Math.max(width * 1.4, Math.min(width * 2.6, 560))}px`; // a small board is shown larger
  find("board").replaceChildren(drawn);
  if (!last.followed && performance.now() - last.at < FOLLOWS) settle();
  last.followed = true;
  for (const group of groups()) group.setAttribute("role", "button");
  const first = groups().find((group) => group.dataset.spot === focused) || groups()[0];
  for (const group of groups()) group.setAttribute("tabindex", group === first ? "0" : "-1");
  mark();
  if (focused && first?.dataset.spot === focused) first.focus();
}

/** Take no click for a moment: one that comes now was meant for the board before. */
function settle() {
  clearTimeout(settling);
  find("board").setAttribute("aria-busy", "true");
  settling = setTimeout(() => {
    settling = null;
    find("board").removeAttribute("aria-busy");
  }, SETTLED);
}

/** Forget the board: another view takes its place. */
export function clear() {
  shown = null;
}

const groups = () => [...find("board").querySelectorAll("[data-spot]")];
const legal = () => shown.moves.filter((move) => move.legal);
const begun = (steps) => (move) =>
  move.clicks.length >= steps.length && steps.every((one, at) => move.clicks[at].includes(one));

/** The moves that are made on no place of the board: they are always offered by name. */
const placeless = () => legal().filter((move) => !move.clicks.length);

/** List the places where the move goes on from what was clicked so far. */
const open = () => new Set(legal().filter(begun(steps())).flatMap((move) => move.clicks[steps().length] ?? []));

/** The places that the next click goes on from. */
const steps = () => (whole ? [] : chosen);

/** Show what can be played, what was clicked of a move that is not yet whole, and what is known. */
function mark() {
  const [places, values] = [open(), worths()];
  const spots = new Map(shown.spots.map((spot) => [spot.key, spot]));
  const drags = legal().some((move) => move.clicks.length > 1);
  find("board").classList.toggle("choosing", steps().length > 0);
  for (const group of groups()) {
    const spot = spots.get(group.dataset.spot);
    const [picked, here] = [chosen.includes(spot.key), places.has(spot.key)];
    group.classList.toggle("chosen", picked);
    group.classList.toggle("open", here && !steps().length);
    group.classList.toggle("goal", here && steps().length > 0);
    group.classList.toggle("draggable", here && drags);
    if (picked) group.setAttribute("aria-pressed", "true");
    else group.removeAttribute("aria-pressed");
    const can = picked ? "chosen" : here ? (steps().length ? "can be moved to" : "can be played") : "";
    group.setAttribute("aria-label", [spot.label, spot.holds, can, values[spot.key]?.words].filter(Boolean).join(", "));
  }
  for (const old of find("board").querySelectorAll(".value")) old.remove();
  for (const [key, value] of Object.entries(values)) groups().find((one) => one.dataset.spot === key).parentNode.append(badge(spots.get(key), value)); // above its board
  if (!offered.length || !chosen.length) offer(placeless());
}

/** What is known of places: of a move that is begun, of all where it can go on; else as it was told. */
function worths() {
  if (!steps().length) return known.spots;
  const found = {};
  for (const move of legal().filter(begun(steps()))) {
    const [value, key] = [known.choices[move.name], move.clicks[steps().length]?.[0]];
    if (value && key && (!found[key] || value.best)) found[key] = value;
  }
  return found;
}

/** Write what is known of moves on the board and on the choices, and point the best out. */
export function annotate(values) {
  known = values;
  if (!shown) return;
  for (const old of find("board").querySelectorAll(".arrow")) old.remove();
  const spots = new Map(shown.spots.map((spot) => [spot.key, spot]));
  const above = groups()[0]?.parentNode; // all places
  for (const [from, to] of known.arrows) above.append(arrow(spots.get(from).box, spots.get(to).box));
  const moves = offered;
  mark();
  if (moves.length) offer(moves);
}

const HIGH = 19;

/** The outline of each kind of value, so wide: round for a win, a box for a draw, pointed for a loss. */
const SHAPES = {
  win: (wide) => `9 0 h${wide - 18} a9.5 9.5 0 0 1 0 ${HIGH} h${18 - wide} a9.5 9.5 0 0 1 0 ${-HIGH} z`,
  draw: (wide) => `0 0 h${wide} v${HIGH} h${-wide} z`,
  loss: (wide) => `5 0 h${wide - 10} l7 ${HIGH / 2} l-7 ${HIGH / 2} h${10 - wide} l-7 ${-HIGH / 2} z`,
  guess: (wide) => `3 0 h${wide - 6} q3 0 3 3 v${HIGH - 6} q0 3 -3 3 h${6 - wide} q-3 0 -3 -3 v${6 - HIGH} q0 -3 3 -3 z`,
};

function drawn(tag, properties, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
  element.append(text);
  return element;
}

/** Write a value on a place: its sign and number, in a shape of its own. */
function badge(spot, value) {
  const [x, y, wide, height] = spot.box;
  const mark = drawn("g", { class: `value ${value.kind}${value.best ? " best" : ""}` });
  const width = 19 + 7 * (value.sign.length + String(value.far).length);
  const below = height > wide ? 1 - height / 2 : height / 2 - 18; // clear of a number or a letter
  const top = y + (spot.empty ? -10 : below);
  const text = drawn("text", { x, y: top + 10 });
  text.append(value.sign, drawn("tspan", { class: value.points ? "far" : "" }, value.far === "" ? "" : ` ${value.far}`));
  mark.append(drawn("path", { class: "shape", d: `M${x - width / 2} ${top} m${SHAPES[value.kind](width)}` }), text);
  return mark;
}

/** Draw an arrow from one place to another, clear of their middles. */
function arrow([x, y], [toX, toY]) {
  const far = Math.hypot(toX - x, toY - y) || 1;
  const [dx, dy] = [(toX - x) / far, (toY - y) / far];
  const tip = [toX - dx * 8, toY - dy * 8];
  const back = [tip[0] - dx * 13, tip[1] - dy * 13];
  const head = `M${tip} L${[back[0] - dy * 8, back[1] + dx * 8]} L${[back[0] + dy * 8, back[1] - dx * 8]} z`;
  const group = drawn("g", { class: "arrow" });
  group.append(drawn("path", { class: "shaft", d: `M${[x + dx * 10, y + dy * 10]} L${back}` }), drawn("path", { class: "head", d: head }));
  return group;
}

const place = (element) => element?.closest?.("#board [data-spot]")?.dataset.spot;

function pressed(event) {
  const key = place(event.target);
  if (!key || !shown) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (!event.repeat) click(key); // held down, it is one press
  } else if (WAYS[event.key]) {
    event.preventDefault();
    event.stopPropagation();
    const side = find("board").classList.contains("turned") ? -1 : 1;
    const next = nearest(shown.spots.find((spot) => spot.key === key), shown.spots, WAYS[event.key].map((way) => side * way));
    if (!next) return;
    for (const group of groups()) group.setAttribute("tabindex", group.dataset.spot === next.key ? "0" : "-1");
    groups().find((group) => group.dataset.spot === next.key).focus();
  }
}

/** Find the place that lies nearest in a direction. */
function nearest(from, spots, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const [x, y] = [spot.box[0] - from.box[0], spot.box[1] - from.box[1]];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along <= 1 || aside > along * 1.5) continue;
    if (along + 2 * aside < least) [best, least] = [spot, along + 2 * aside];
  }
  return best;
}

/** Follow a click: play, go on with the move, choose another piece, or say why nothing is played. */
function click(key) {
  if (settling) return null;
  if (chosen.length && key === chosen.at(-1)) return deselect();
  const way = [...steps(), key];
  const meant = shown.moves.filter(begun(way));
  const possible = meant.filter((move) => move.legal);
  if (!possible.length) {
    const further = steps().length > 0;
    deselect();
    if (further && (legal().some(begun([key])) || !meant.length)) return click(key);
    return meant.length ? play(meant[0].name) : play(null, shown.spots.find((spot) => spot.key === key)?.why);
  }
  const done = possible.every((move) => move.clicks.length === way.length);
  if (possible.length === 1 && done) {
    if (key === last.key && performance.now() - last.at < AGAIN) return null;
    const made = play(possible[0].name);
    if (made) last = { key, at: performance.now(), followed: false };
    return made;
  }
  [chosen, whole, offered] = [way, done, possible];
  mark();
  return offer(possible.length > 24 ? placeless() : possible);
}

/** Take a half-made move back. */
function deselect() {
  [chosen, whole, offered] = [[], false, []];
  if (shown) mark();
}

function offer(moves) {
  offered = moves;
  const box = find("choices");
  box.hidden = moves.length === 0;
  const choose = (name) => (event) => event.detail < 2 && play(name);
  box.replaceChildren(...moves.map((move) => {
    const value = known.choices[move.name];
    const mark = value ? make("span", { className: `value ${value.kind}${value.best ? " best" : ""}`, title: value.words }, ` ${value.sign}${value.far}`) : "";
    const choice = button(move.name, choose(move.name), value ? { "aria-label": `${move.name}, ${value.words}` } : {});
    choice.append(mark);
    return choice;
  }));
  if (moves.length) box.prepend("Which move? ");
}

/** Listen to the pointer and the keys, once for all boards. */
export function listen() {
  const board = find("board");
  board.addEventListener("keydown", pressed);
  board.addEventListener("click", (event) => {
    const key = place(event.target);
    if (key && shown && event.detail < 2) click(key); // a double click is one click
  });
  board.addEventListener("pointerdown", (event) => { grip = event.isPrimary && event.button === 0 && shown ? place(event.target) : null; });
  document.addEventListener("pointerup", (event) => {
    const [from, to] = [grip, place(document.elementFromPoint(event.clientX, event.clientY))];
    grip = null;
    if (!from || !to || from === to || !legal().some((move) => move.clicks.length > 1 && begun([from])(move))) return;
    deselect();
    click(from);
    if (chosen.length) click(to);
  });
  find("choices").addEventListener("keydown", (event) => event.repeat && event.preventDefault());
  document.addEventListener("keydown", (event) => event.key === "Escape" && chosen.length && deselect());
}
