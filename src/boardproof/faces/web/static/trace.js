// The trace: every board of the game, stacked or in rows, and what is true of each.

import { button, find, make, picture } from "./dom.js";
import { state } from "./state.js";
import { defects, variables } from "./position.js";

let drawn = null; // the boards that are shown
let titled = ""; // and what they are about

/** Show all boards; who walked along them with the keys stays on the one that is looked at. */
export function show(shown, look, fork) {
  const way = state.across === 1 ? "column" : "rows";
  if (drawn === shown.boards && find("trace")?.className === way && titled === state.about) return stepTo(shown);
  [drawn, titled] = [shown.boards, state.about];
  const held = document.activeElement?.closest("#trace") && document.activeElement;
  const boards = shown.boards.map((_, number) => figure(shown, number, look, fork));
  find("board").replaceChildren(make("div", { className: "traced" },
    state.about ? make("h2", { id: "about" }, state.about) : null,
    make("p", { className: "hint" }, "A click selects a board, and the arrow keys, Home and End step along the trace. Changes are ringed."),
    make("div", { id: "trace", className: way }, ...boards)));
  turnTo(boards[shown.at], held);
}

/** Mark the board that is looked at among those drawn before. */
function stepTo(shown) {
  const held = document.activeElement?.closest("#trace") && document.activeElement;
  const boards = [...find("trace").children];
  boards.forEach((board, number) => {
    if (number === shown.at) board.setAttribute("aria-current", "step");
    else board.removeAttribute("aria-current");
  });
  turnTo(boards[shown.at], held);
}

/** Bring a board into view, and the focus with it, unless that is on it already. */
function turnTo(here, held) {
  if (held && !here.contains(held)) here.querySelector(held.closest("figcaption") ? "figcaption button" : ".fork").focus({ preventScroll: true });
  here.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function figure(shown, number, look, fork) {
  const board = shown.boards[number];
  const step = shown.line[number];
  const title = `Board${number}${number ? `: after ${step.mover} ${step.move}` : ""}`;
  const description = make("span", { className: "unseen", id: `told-${number}` }, board.variables.map((one) => `${one.name}: ${one.value}`).join("; "));
  return make("figure", { className: "trace-board", id: `Board${number}`, "aria-current": number === shown.at ? "step" : undefined },
    make("figcaption", {}, button(title, () => look(number), { className: "plain", title: "go to this board" })),
    make("button", {
      type: "button", className: "plain fork", "aria-label": label(shown, number), "aria-describedby": description.id, onclick: () => look(number),
    }, light(bare(board.svg), shown, number)),
    description,
    button("Continue from here", () => fork(number), { className: "on", "aria-label": `continue from Board${number}` }),
    ...marks(shown, number),
    board.result ? make("b", { className: "result" }, board.result) : null,
    board.result ? make("ul", { className: "grounds" }, ...board.grounds.map((text) => make("li", {}, text))) : null);
}

/** Label a board for assistive technology: its number, the last move, what a click does. */
function label(shown, number) {
  const { mover, move } = shown.line[number];
  const rule = shown.moves.find((one) => one.name === move)?.rule;
  const after = number ? `after ${mover}: ${rule && rule !== move ? `${rule} ` : ""}${move}` : "the start";
  const { result } = shown.boards[number];
  return [`Board ${number} of ${shown.boards.length - 1}`, after, result].filter(Boolean).join(", ");
}

/** Read a board's picture that takes the size of its place, and leaves words to what is around it. */
function bare(svg) {
  const drawn = picture(svg);
  for (const name of ["width", "height", "role"]) drawn.removeAttribute(name);
  drawn.querySelector("title")?.remove();
  return drawn;
}

/** How many boards lie between this one and the one above or below; along a single row, one. */
export function stride(at, down) {
  const boards = [...document.querySelectorAll("#trace > figure")];
  const here = boards[at];
  if (boards.every((one) => one.offsetTop === here.offsetTop)) return down;
  const ahead = down > 0 ? boards.slice(at + 1) : boards.slice(0, at).reverse();
  const row = ahead.find((one) => one.offsetTop !== here.offsetTop)?.offsetTop;
  const aside = (one) => Math.abs(one.offsetLeft - here.offsetLeft);
  const next = ahead.filter((one) => one.offsetTop === row).sort((a, b) => aside(a) - aside(b))[0];
  return next ? boards.indexOf(next) - at : 0;
}

/** Show a move in slow motion: each change, with the rule and line that made it. */
export function steps(answer, read) {
  const boards = answer.steps.map((step, number) => {
    const drawn = bare(step.svg);
    return make("figure", { className: "trace-board step" }, drawn,
      make("figcaption", {}, `${number + 1}. ${step.change}`),
      button(`${step.rule}, line ${step.line}`, () => read(step.line), { className: "plain link" }));
  });
  return make("div", { id: "steps" }, make("h2", {}, `${answer.move}, step by step`), make("div", { className: "rows" }, ...boards));
}

const plain = (value) => typeof value === "boolean";

/** Light up the places that the values of expressions name. */
function light(drawn, shown, number) {
  const keys = new Set(Object.values(shown.truths).flatMap((values) => values[number].spots ?? []));
  for (const group of drawn.querySelectorAll("[data-spot]")) group.classList.toggle("lit", keys.has(group.dataset.spot));
  return drawn;
}

/** Mark below a board whether each expression holds: a sign and text, never colour alone. */
function marks(shown, number) {
  return Object.entries(shown.truths).map(([text, truths]) =>
    (plain(truths[number]) ? make("span", { className: `truth ${truths[number]}` }, `${truths[number] ? "✓" : "✗"} ${text}`)
      : make("span", { className: "truth" }, `${text}: ${truths[number].text}`)));
}

export function panel(shown, { travel, fork, arrange, asks, unfold }) {
  const last = shown.boards.length - 1;
  return [
    make("div", { className: "along" },
      button("◀", () => travel(shown.at - 1), { "aria-label": "previous board", title: "previous board (←)", disabled: !shown.at }),
      make("span", { className: "which" }, `Board ${shown.at} of ${last}`),
      button("▶", () => travel(shown.at + 1), { "aria-label": "next board", title: "next board (→)", disabled: shown.at === last })),
    make("div", { className: "steps" },
      button("Stacked", () => arrange(1), { "aria-pressed": String(state.across === 1) }),
      button("In rows", () => arrange(0), { "aria-pressed": String(state.across !== 1) })),
    button(`Continue from Board${shown.at}`, () => fork(shown.at), { className: "wide", id: "fork" }),
    button("Show the previous move step by step", unfold, { className: "wide", id: "unfold", disabled: !shown.at }),
    defects(shown.defects),
    strip(shown, travel, asks),
    variables(shown.variables),
    make("p", { className: "hint" }, shown.position),
  ];
}

function strip(shown, travel, asks) {
  const field = make("input", { id: "ask", list: "known-questions", placeholder: example(shown), spellcheck: false });
  const names = make("datalist", { id: "known-questions" },
    ...known(shown).map((call) => make("option", { value: call })));
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); asks([...state.asks, find("ask").value]); } },
    make("label", { className: "string" }, "Evaluate on every board", field), names, button("Ask", ({ target }) => target.closest("form").requestSubmit()),
    make("p", { id: "ask-wrong", className: "wrong", role: "alert" }));
  const rows = Object.entries(shown.truths).map(([text, truths]) =>
    make("tr", {}, make("th", { scope: "row" }, text,
      button("×", () => asks(state.asks.filter((one) => one !== text)), { className: "plain", "aria-label": `remove ${text}` })),
    make("td", { className: "strip" }, ...truths.map((truth, number) => {
      const words = plain(truth) ? (truth ? "yes" : "no") : truth.text;
      return make("button", {
        type: "button", className: `cell ${plain(truth) ? truth : "any"}`, title: `Board${number}: ${words}`,
        "aria-label": `Board${number}: ${words}`, onclick: () => travel(number),
        "aria-current": number === shown.at ? "step" : undefined,
      }, plain(truth) ? (truth ? "✓" : "·") : words);
    }))));
  return make("section", {}, form, rows.length ? make("table", { className: "strips" }, make("tbody", {}, ...rows)) : null);
}

const known = (shown) => shown.questions.map((one) => one.call).filter(Boolean);
const example = (shown) => known(shown)[0] ?? "wellformed";
