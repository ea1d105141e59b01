// A field to write a rulebook in: line numbers, indenting, colours, and a caret under what is wrong.
//
// The text stands in a textarea whose letters are transparent; behind it, line by line, it stands
// once more in colours. Both are as large as the text, and what is around them scrolls.

import { make } from "./dom.js";

const STEP = 4; // how far a block is indented

/** Make a field; `changed` is called with every change of its text. */
export function textArea({ changed, label, described }) {
  const field = make("textarea", {
    id: "rulebook-text", spellcheck: false, "aria-label": label, "aria-describedby": described, wrap: "off",
    autocapitalize: "off", autocomplete: "off", oninput: () => { redraw(); changed(field.value); },
  });
  const numbers = make("pre", { className: "numbers", "aria-hidden": "true" });
  const lines = make("pre", { className: "lines", "aria-hidden": "true" });
  const bubble = make("div", { className: "bubble", hidden: true });
  const stack = make("div", { className: "stack" }, lines, field, bubble);
  const element = make("div", { className: "text-area" }, numbers, stack);
  let drawn = []; // the pieces of each line, as [kind, text]
  let wrong = null; // what is wrong with the text, and where

  /** Draw the lines that changed: what is new in them has the colour of what it stands in. */
  function redraw() {
    const texts = field.value.split("\n");
    const old = drawn.map(written);
    const head = common(old, texts);
    const tail = common(old.slice(head).reverse(), texts.slice(head).reverse());
    const fresh = texts.slice(head, texts.length - tail).map((text, at) => recut(drawn[head + at] ?? [], text));
    if (texts.length === old.length && !fresh.length) return;
    const gone = [...lines.children].slice(head, old.length - tail);
    const after = lines.children[old.length - tail] ?? null;
    for (const pieces of fresh) lines.insertBefore(line(pieces), after);
    for (const one of gone) one.remove();
    drawn = [...drawn.slice(0, head), ...fresh, ...drawn.slice(old.length - tail)];
    if (texts.length !== old.length) numbers.textContent = texts.map((_, at) => at + 1).join("\n");
    if (wrong) point(null);
  }

  /** Draw the colours of a text, unless it has changed meanwhile. */
  function colour(text, coloured) {
    if (text !== field.value) return;
    coloured.forEach((pieces, at) => {
      if (JSON.stringify(pieces) === JSON.stringify(drawn[at])) return;
      drawn[at] = pieces;
      lines.children[at].replaceWith(line(pieces));
    });
    underline();
  }

  /** Show what is wrong with the text where it is, with a caret; or that nothing is. */
  function point(problem) {
    wrong = problem;
    underline();
    bubble.hidden = !problem;
    if (!problem) return;
    const text = field.value.split("\n")[problem.line - 1] ?? "";
    const lead = text.slice(0, problem.column - 1).replace(/[^\t]/g, " ");
    const wide = Math.max(1, Math.min(problem.end, text.length + 1) - problem.column);
    bubble.replaceChildren(
      make("pre", { className: "caret" }, lead + "^".repeat(wide)),
      make("p", {}, make("b", {}, problem.problem), problem.instead ? `: ${problem.instead}` : ""));
    place();
  }

  /** Put the bubble below its line; above it, where one is writing below, or there is no room. */
  function place() {
    if (!wrong) return;
    bubble.style.setProperty("--line", wrong.line);
    bubble.classList.remove("above");
    const here = field.value.slice(0, field.selectionStart).split("\n").length;
    const writing = document.activeElement === field && here > wrong.line && here <= wrong.line + 3;
    const [box, frame] = [bubble, element].map((one) => one.getBoundingClientRect());
    const hidden = box.bottom > frame.bottom && box.top < frame.bottom;
    bubble.classList.toggle("above", (writing || hidden) && wrong.line > 3);
  }

  function underline() {
    [...lines.children].forEach((one, at) => one.classList.toggle("bad", at + 1 === wrong?.line));
  }

  /** Replace the text, in a way that can be undone. */
  function put(text) {
    if (!field.value) field.value = text; // nothing is lost
    else {
      field.focus();
      field.select();
      insert(text);
    }
    field.setSelectionRange(0, 0);
    element.scrollTo(0, 0);
    redraw();
  }

  /** Select a line and bring it into view. */
  function goTo(number) {
    const texts = field.value.split("\n");
    const at = Math.max(1, Math.min(number, texts.length));
    const from = texts.slice(0, at - 1).join("\n").length + (at > 1 ? 1 : 0);
    field.focus({ preventScroll: true });
    field.setSelectionRange(from, from + texts[at - 1].length);
    const high = lines.children[at - 1];
    element.scrollTo(0, high.offsetTop - element.clientHeight / 3);
    element.scrollIntoView({ block: "nearest" });
  }

  /** Write in place of the selection, so that the browser can undo it. */
  function insert(text) {
    const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
    if (!done) {
      field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input"));
    }
  }

  indenting(field, insert);
  document.addEventListener("selectionchange", place);
  redraw();
  return { element, field, colour, point, put, goTo };
}

const written = (pieces) => pieces.map(([, text]) => text).join("");

const line = (pieces) => make("span", { className: "line" }, ...pieces.map(([kind, text]) => (kind ? make("span", { className: kind }, text) : text)));

/** How many items two lists begin with in common. */
function common(one, other) {
  const least = Math.min(one.length, other.length);
  let at = 0;
  while (at < least && one[at] === other[at]) at++;
  return at;
}

/** Colour a line as it was before it changed, as far as it is the same. */
function recut(pieces, text) {
  const old = written(pieces);
  const head = common(old, text);
  const tail = common([...old.slice(head)].reverse().join(""), [...text.slice(head)].reverse().join(""));
  const kind = kindAt(pieces, head);
  return [...cut(pieces, 0, head), [kind, text.slice(head, text.length - tail)], ...cut(pieces, old.length - tail, old.length)].filter(([, one]) => one);
}

function cut(pieces, from, to) {
  let at = 0;
  return pieces.map(([kind, text]) => {
    const part = text.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += text.length;
    return [kind, part];
  });
}

function kindAt(pieces, at) {
  let end = 0;
  for (const [kind, text] of pieces) {
    end += text.length;
    if (at <= end) return kind;
  }
  return "";
}

// Indenting

/** Let Tab, Shift-Tab, Enter and Backspace indent; after Escape, Tab leaves the field. */
function indenting(field, insert) {
  let leaving = false;
  field.addEventListener("blur", () => { leaving = false; });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leaving = true;
    else if (!["Tab", "Shift"].includes(event.key)) leaving = false;
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const act = { Tab: leaving ? null : tab, Enter: event.shiftKey ? null : enter, Backspace: back }[event.key];
    if (act?.(field, insert, event.shiftKey)) event.preventDefault();
  });
}

/** The start of the line that a place of the text is in. */
const lineStart = (field, at) => field.value.lastIndexOf("\n", at - 1) + 1;

function tab(field, insert, back) {
  const { selectionStart: from, selectionEnd: to } = field;
  if (!back && from === to) insert(" ".repeat(STEP - ((from - lineStart(field, from)) % STEP)));
  else shift(field, insert, back);
  return true;
}

/** Indent the lines of the selection, or take an indent back. */
function shift(field, insert, back) {
  const { selectionStart: from, selectionEnd: to } = field;
  const start = lineStart(field, from);
  const whole = field.value.indexOf("\n", Math.max(from, to - 1));
  const end = whole < 0 ? field.value.length : whole;
  const old = field.value.slice(start, end);
  const now = back ? old.replace(/^( {1,4}|\t)/gm, "") : old.replace(/^(?=.)/gm, " ".repeat(STEP));
  if (now === old) return;
  const first = now.split("\n")[0].length - old.split("\n")[0].length;
  field.setSelectionRange(start, end);
  insert(now);
  if (from === to) field.setSelectionRange(Math.max(start, from + first), Math.max(start, from + first));
  else field.setSelectionRange(start, start + now.length);
}

/** Keep the indent of the line; deeper after a colon or an open bracket, less after a return. */
function enter(field, insert) {
  const before = field.value.slice(lineStart(field, field.selectionStart), field.selectionStart);
  const indent = before.match(/^[ \t]*/)[0];
  const deeper = /[:([{]\s*(#.*)?$/.test(before);
  const less = /^\s+(return|break|continue|pass|raise)\b.*[^:([{,]\s*$/.test(before);
  insert(`\n${deeper ? indent + " ".repeat(STEP) : less ? indent.slice(0, -STEP) : indent}`);
  return true;
}

/** Take back a whole indent where nothing else stands before. */
function back(field, insert) {
  const { selectionStart: from, selectionEnd: to } = field;
  const before = field.value.slice(lineStart(field, from), from);
  if (from !== to || !/^ +$/.test(before)) return false;
  field.setSelectionRange(from - (((before.length - 1) % STEP) + 1), from);
  insert("");
  return true;
}
