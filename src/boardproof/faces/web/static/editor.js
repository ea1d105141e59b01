// The editor: a rulebook is written beside its board. Loaded only where the address has the secret.

import * as api from "./api.js";
import { askCheck, askLint } from "./questions.js";
import { textArea } from "./text_area.js";
import { button, find, make, patch } from "./dom.js";
import { note } from "./messages.js";

const READ = 250; // milliseconds without typing before a text is read
const LOOK = 3000; // how often the file is looked at

let area = null; // the field with the text
let page = null; // what the page does
let templates = [];
let reading = false; // whether the text is being read
let later = null; // the timer until it is read
let colouring = false;
let problem = null; // what is wrong with the text
let offer = null; // what can be done about a file that has changed
let asked = null; // the text that was last checked or linted

/** The rulebook: its name, its text, the last text that could be read, and what the file holds. */
const book = { game: "", named: false, text: "", good: "", base: "", saved: "", secret: "" };

/** Open the editor; `page` shows the rulebook anew, follows traces, and tells what is shown. */
export async function open(secret, does) {
  [page, book.secret] = [does, secret];
  api.write(book);
  Object.assign(book, { describe }, await api.edit("open", {}));
  [templates, book.saved] = [book.templates, book.text];
  await new Promise((onload) => { document.head.append(make("link", { rel: "stylesheet", href: "/static/editor.css", onload })); });
  document.body.classList.add("editing");
  area = textArea({ changed, label: "Rulebook", described: "edit-keys" });
  document.querySelector("main").prepend(pane());
  area.put(book.text);
  colour();
  show();
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      save();
    }
  });
  window.addEventListener("beforeunload", (event) => dirty() && event.preventDefault());
  setInterval(() => document.hidden || look(), LOOK);
}

export const goTo = (line) => area.goTo(line);

const dirty = () => book.text !== book.saved;

function pane() {
  return make("section", { id: "editor", "aria-label": "Editor" },
    make("div", { id: "edit-bar", className: "asked" }),
    area.element,
    make("p", { id: "edit-keys", className: "unseen" }, "Tab indents. Press Escape and then Tab to leave the field."),
    make("div", { id: "edit-status", role: "status" }),
    make("div", { id: "edit-offer" }),
    make("div", { id: "edit-found", tabIndex: 0, role: "region", "aria-label": "Lint and check" }));
}

function show() {
  patch(find("edit-bar"), [
    make("span", { className: "name" }, make("b", {}, book.named ? book.game : "untitled"), make("span", { className: "hint", role: "status" }, dirty() ? " not saved" : book.base ? " saved" : "")),
    make("select", { id: "template", "aria-label": "Begin with a template", onchange: pick },
      make("option", { value: "" }, "Templates…"), ...templates.map(({ title }, at) => make("option", { value: String(at) }, title))),
    button("Lint", () => ask(askLint), { id: "edit-lint", disabled: !ready(), title: "likely mistakes in the rulebook" }),
    button("Check", () => ask(askCheck), { id: "edit-check", disabled: !ready(), title: "whether its properties hold" }),
    button("Save", () => save(), { id: "edit-save", disabled: !book.text.trim() || (!dirty() && book.named), title: "save to the file (Ctrl-S)" }),
  ]);
  patch(find("edit-status"), status());
  patch(find("edit-offer"), offer ?? (page.shown() && !book.text.trim() ? [beginnings()] : []));
  if (!page.shown()) invite();
  document.body.classList.toggle("stale", Boolean(problem) && Boolean(page.shown()));
}

/** Whether the text as it stands can be asked about. */
const ready = () => !problem && book.good === book.text && book.good !== "";

function status() {
  if (!book.text.trim()) return ["nothing is written yet"];
  if (reading && !problem) return ["reading…"];
  if (!problem) return [make("span", { className: "good" }, "✓ the rulebook reads")];
  const { place } = problem;
  const where = place ? [button(`line ${place.line}`, () => goTo(place.line), { className: "plain link", id: "edit-line" }), ": "] : [];
  const words = place ? `${problem.problem}${problem.instead ? `; ${problem.instead}` : ""}` : problem.error;
  return [make("span", { className: "bad" }, "✗ "), ...where, words, page.shown() ? make("span", { className: "hint" }, " (the board is of the last text that could be read)") : ""];
}

/** Offer the templates to whoever has written nothing yet. */
function beginnings() {
  return make("div", { className: "beginnings", role: "group", "aria-label": "Templates" },
    ...templates.map((one) => button(make("b", {}, one.title), () => begin(one), { className: "beginning", title: one.sentence })));
}

/** Show, where the board will be, what to do until there is one. */
function invite() {
  const empty = !book.text.trim();
  find("turn").textContent = empty ? "Begin with a template, or write a rulebook" : "The board comes here once the rulebook reads";
  patch(find("board"), empty ? [beginnings()] : []);
}

function pick({ target }) {
  const chosen = templates[Number(target.value)];
  if (target.value) begin(chosen);
  target.value = "";
}

function begin({ text }) {
  const before = book.text.trim();
  area.put(text);
  changed(area.field.value, true);
  area.field.focus({ preventScroll: true });
  if (before) note("the template is in place of your text; undo (Ctrl-Z) brings it back");
}

/** Follow a change of the text. */
function changed(text, now = false) {
  book.text = text;
  colour();
  clearTimeout(later);
  later = setTimeout(read, now ? 0 : READ);
  outdate();
  show();
}

/** Have the text coloured, and again if it changed meanwhile. */
async function colour() {
  if (colouring) return;
  colouring = true;
  for (let text = null; text !== book.text;) {
    text = book.text;
    try {
      area.colour(text, (await api.edit("colours", { source: text })).lines);
    } catch {
      break; // it stays readable; what is wrong is told where it is read
    }
  }
  colouring = false;
}

/** Read the text as it is, and again if it changed meanwhile. */
export async function read() {
  if (reading) return;
  reading = true;
  for (let text = null; text !== book.text;) {
    text = book.text;
    const high = scrollY;
    await page.reread();
    if (document.activeElement === area.field) scrollTo(scrollX, high); // who is writing stays there
    if (text === book.text) area.point(problem?.place ? { ...problem.place, ...problem } : null);
    show();
  }
  reading = false;
  show();
}

/** Describe the text as the list of games does: as a game, or by what is wrong with it. */
async function describe() {
  const { game, text } = book;
  const none = { game, sentence: "", rules: "", size: null, parameters: [], known: [], file: true };
  if (!text.trim()) {
    problem = null;
    return { ...none, error: "the rulebook is empty" };
  }
  try {
    const described = await api.edit("describe", { game, source: text });
    [book.good, problem] = [text, null];
    return described;
  } catch (wrong) {
    problem = { ...wrong.body, error: wrong.message };
    return { ...none, error: wrong.message };
  }
}

/** Note that a rule went wrong while it was played, and where. */
export function failed(wrong) {
  if (!wrong.body?.place) return;
  problem = { ...wrong.body, error: wrong.message };
  if (book.good === book.text) area.point({ ...problem.place, ...problem });
  show();
}

// Lint and check

function ask(question) {
  asked = book.good;
  find("edit-found").classList.remove("old");
  return question(find("edit-found"), page.shown(), { lead: page.follow, read: goTo }, { stays: true });
}

/** Mark an answer as one about an earlier text. */
function outdate() {
  find("edit-found").classList.toggle("old", asked !== null && asked !== book.text);
}

// The file

async function save(over = false) {
  offer = null;
  const game = book.named ? book.game : await named();
  if (!game) return show();
  const { text, base } = book;
  try {
    const saved = await api.edit("save", { game, source: text, base, over });
    const before = book.game;
    Object.assign(book, saved, { saved: text, named: true });
    if (before !== saved.game) page.rename(saved.game);
  } catch (wrong) {
    const others = [button("Load it", load, { id: "edit-load" }), button("Save over it", () => save(true), { id: "edit-over" })];
    offer = [make("p", { className: "wrong", role: "alert" }, wrong.message), wrong.status === 409 ? make("div", { className: "steps" }, ...others) : ""];
    if (wrong.status === 409) named.last = game;
  }
  return show();
}

/** Ask for the name of a new file. */
function named() {
  return new Promise((done) => {
    const field = make("input", { id: "edit-name", value: named.last ?? "mygame.py", spellcheck: false, required: true });
    const form = make("form", { onsubmit: (event) => { event.preventDefault(); done(field.value.trim()); } },
      make("label", { className: "row" }, "Save as", field), button("Save", () => done(field.value.trim()), { id: "edit-save-as" }), button("Cancel", () => { offer = null; done(""); }));
    offer = [form];
    show();
    find("edit-name").focus();
  });
}

/** Look whether the file has changed: without anything unsaved here it is read again. */
async function look() {
  if (!book.named) return;
  const { base } = await api.edit("disk", {}).catch(() => book);
  if (base === book.base || base === look.seen) return;
  if (!dirty()) return load();
  look.seen = base; // it is told once
  offer = [make("p", { className: "wrong", role: "alert" }, `${book.game} has changed on disk; what you wrote here is not saved`),
    make("div", { className: "steps" }, button("Load it", load, { id: "edit-load" }), button("Keep mine", () => { offer = null; show(); }))];
  show();
}

async function load() {
  offer = null;
  try {
    const opened = await api.edit("open", {});
    Object.assign(book, opened, { saved: opened.text });
    area.put(opened.text);
    changed(area.field.value, true);
    note(`read ${book.game} from disk`);
  } catch (wrong) {
    offer = [make("p", { className: "wrong", role: "alert" }, wrong.message)];
    show();
  }
}
