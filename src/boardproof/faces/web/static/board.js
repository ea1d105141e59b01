// The board: a picture that can be clicked, walked over with the arrow keys, and read aloud.
// It knows places and the moves made on them, and no rules.

import { picture, button, find } from "./dom.js";
import { WAYS } from "./move_list.js";

const SVG = "http://www.w3.org/2000/svg";
let chosen = []; // the places clicked so far, of a move that takes several

/** Show a position; `play` is called with the name of a move that was chosen. */
export function show(shown, play, values = {}) {
  const drawn = picture(shown.svg);
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", `board of ${shown.identity}`);
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  const { width } = drawn.viewBox.baseVal;
  drawn.style.maxWidth = `${Math.max(width * 1.4, Math.min(width * 1.9, 480))}px`;
  const focused = document.activeElement?.dataset?.spot;
  chosen = [];
  offer(placeless(shown), play);
  const spots = new Map(shown.spots.map((spot) => [spot.key, spot]));
  const groups = [...drawn.querySelectorAll("[data-spot]")];
  for (const group of groups) dress(group, spots.get(group.dataset.spot), shown, play, groups, values);
  const first = groups.find((group) => group.dataset.spot === focused) || groups[0];
  first?.setAttribute("tabindex", "0");
  find("board").replaceChildren(drawn);
  if (focused && first?.dataset.spot === focused) first.focus();
}

function dress(group, spot, shown, play, groups, values) {
  const legal = shown.moves.some((move) => move.legal && move.clicks.flat().includes(spot.key));
  const value = values[spot.key];
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", "-1");
  group.classList.toggle("open", legal);
  const parts = [spot.label, spot.holds, legal ? "can be played" : "", value ? value.words : ""];
  group.setAttribute("aria-label", parts.filter(Boolean).join(", "));
  if (value) group.parentNode.append(badge(spot, value)); // above all places
  group.addEventListener("click", () => click(spot.key, shown, play));
  group.addEventListener("keydown", (event) => pressed(event, spot, shown, play, groups));
}

const HIGH = 19;

/** The outline of each kind of value, so wide: round for a win, a box for a draw, pointed for a loss. */
const SHAPES = {
  win: (wide) => `9 0 h${wide - 18} a9.5 9.5 0 0 1 0 ${HIGH} h${18 - wide} a9.5 9.5 0 0 1 0 ${-HIGH} z`,
  draw: (wide) => `0 0 h${wide} v${HIGH} h${-wide} z`,
  loss: (wide) => `5 0 h${wide - 10} l7 ${HIGH / 2} l-7 ${HIGH / 2} h${10 - wide} l-7 ${-HIGH / 2} z`,
};

/** Write a value on a place: its sign and number, in a shape of its own. */
function badge(spot, value) {
  const [x, y, wide, height] = spot.box;
  const mark = document.createElementNS(SVG, "g");
  mark.setAttribute("class", `value ${value.kind}${value.best ? " best" : ""}`);
  const width = 19 + 7 * (value.sign.length + String(value.far).length);
  const below = height > wide ? 1 - height / 2 : height / 2 - 18; // clear of a number or a letter
  const top = y + (spot.empty ? -10 : below);
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("class", "shape");
  shape.setAttribute("d", `M${x - width / 2} ${top} m${SHAPES[value.kind](width)}`);
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("x", x);
  text.setAttribute("y", top + 10);
  const far = document.createElementNS(SVG, "tspan");
  far.setAttribute("class", value.points ? "far" : "");
  far.textContent = ` ${value.far}`;
  text.append(value.sign, far);
  mark.append(shape, text);
  return mark;
}

function pressed(event, spot, shown, play, groups) {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    click(spot.key, shown, play);
  } else if (WAYS[event.key]) {
    event.preventDefault();
    event.stopPropagation();
    const next = nearest(spot, shown.spots, WAYS[event.key]);
    if (!next) return;
    for (const group of groups) group.setAttribute("tabindex", "-1");
    const target = groups.find((group) => group.dataset.spot === next.key);
    target.setAttribute("tabindex", "0");
    target.focus();
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

/** Follow a click: play, ask for the rest of the move, or say why nothing is played there. */
function click(key, shown, play) {
  const steps = [...chosen, key];
  const meant = shown.moves.filter(
    (move) => move.clicks.length >= steps.length && steps.every((one, at) => move.clicks[at].includes(one)),
  );
  const legal = meant.filter((move) => move.legal);
  if (legal.length === 0) {
    chosen = [];
    mark([]);
    offer(placeless(shown), play);
    if (steps.length > 1 && !meant.length) return click(key, shown, play);
    return meant.length ? play(meant[0].name) : play(null, shown.spots.find((spot) => spot.key === key)?.why);
  }
  const done = legal.every((move) => move.clicks.length === steps.length);
  if (legal.length === 1 && done) return play(legal[0].name);
  chosen = done ? [] : steps;
  mark(steps);
  return offer(legal, play);
}

/** Show which places were clicked of a move that is not yet whole. */
function mark(steps) {
  for (const group of find("board").querySelectorAll("[data-spot]")) {
    group.classList.toggle("chosen", steps.includes(group.dataset.spot));
  }
}

/** List the moves that are made on no place of the board: they are always offered by name. */
const placeless = (shown) => shown.moves.filter((move) => move.legal && !move.clicks.length);

function offer(moves, play) {
  const box = find("choices");
  box.hidden = moves.length === 0;
  box.replaceChildren(...moves.map((move) => button(move.name, () => play(move.name))));
  if (moves.length) box.prepend("Which move? ");
}
