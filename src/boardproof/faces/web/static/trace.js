// The trace: every board of the game, one above the other or in rows, and what is true of each.

import { button, make, picture } from "./dom.js";
import { state } from "./state.js";
import { variables } from "./position.js";

export function stage(shown, travel, fork) {
  const boards = shown.boards.map((board, number) => {
    const step = shown.line[number];
    const drawn = picture(board.svg);
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    drawn.setAttribute("aria-hidden", "true");
    const title = `Board${number}${number ? `: after ${step.mover} ${step.move}` : ""}`;
    return make("figure", { className: "trace-board", id: `Board${number}`, "aria-current": number === shown.at ? "step" : undefined },
      make("figcaption", {}, title),
      make("button", {
        type: "button", className: "plain", "aria-label": `${title}; look at it`,
        onclick: () => travel(number), ondblclick: () => fork(number),
      }, drawn),
      ...marks(shown, number),
      board.result ? make("b", { className: "result" }, board.result) : null);
  });
  const box = make("div", { id: "trace", className: state.across === 1 ? "column" : "rows" }, ...boards);
  return box;
}

/** Show a move in slow motion: each change, with the rule and line that made it. */
export function steps(found, read) {
  const boards = found.steps.map((step, number) => {
    const drawn = picture(step.svg);
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    return make("figure", { className: "trace-board step" }, drawn,
      make("figcaption", {}, `${number + 1}. ${step.change}`),
      button(`${step.rule}, line ${step.line}`, () => read(step.line), { className: "plain link" }));
  });
  return make("div", { id: "steps" }, make("h2", {}, `${found.move}, step by step`), make("div", { className: "rows" }, ...boards));
}

/** Say below a board what was asked of it: a sign and a word, never a colour alone. */
function marks(shown, number) {
  return Object.entries(shown.truths).map(([text, truths]) =>
    make("span", { className: `truth ${truths[number]}` }, `${truths[number] ? "✓" : "✗"} ${text}`));
}

export function panel(shown, { travel, fork, arrange, asks, unfold }) {
  return [
    make("div", { className: "steps" },
      button("One above the other", () => arrange(1), { "aria-pressed": String(state.across === 1) }),
      button("In rows", () => arrange(0), { "aria-pressed": String(state.across !== 1) })),
    make("p", { className: "hint" }, "Arrow keys step along the trace; what changed is ringed."),
    button(`Play on from Board${shown.at}`, () => fork(shown.at), { className: "wide", id: "fork" }),
    button("Unfold the move before it", unfold, { className: "wide", id: "unfold", disabled: !shown.at }),
    strip(shown, travel, asks),
    variables(shown.variables),
    make("p", { className: "hint" }, shown.position),
  ];
}

function strip(shown, travel, asks) {
  const field = make("input", { id: "ask", list: "known-questions", placeholder: example(shown), spellcheck: false });
  const names = make("datalist", { id: "known-questions" },
    ...known(shown).map((call) => make("option", { value: call })));
  const form = make("form", { onsubmit: (event) => { event.preventDefault(); asks([...state.asks, field.value]); } },
    make("label", { className: "string" }, "Ask every board", field), names, button("Ask", () => form.requestSubmit()));
  const rows = Object.entries(shown.truths).map(([text, truths]) =>
    make("tr", {}, make("th", { scope: "row" }, text,
      button("×", () => asks(state.asks.filter((one) => one !== text)), { className: "plain", "aria-label": `stop asking ${text}` })),
    make("td", { className: "strip" }, ...truths.map((truth, number) =>
      make("button", {
        type: "button", className: `cell ${truth}`, title: `Board${number}: ${truth ? "yes" : "no"}`,
        "aria-label": `Board${number}: ${truth ? "yes" : "no"}`, onclick: () => travel(number),
        "aria-current": number === shown.at ? "step" : undefined,
      }, truth ? "✓" : "·")))));
  return make("section", {}, form, rows.length ? make("table", { className: "strips" }, make("tbody", {}, ...rows)) : null);
}

const known = (shown) => shown.questions.map((one) => one.call).filter(Boolean);
const example = (shown) => known(shown)[0] ?? "wellformed";
