// Questions: check the rulebook's properties, lint it, find positions, force goals, compare readings.

import { button, find, make, section } from "./dom.js";
import { run } from "./question.js";
import { many, spell } from "./messages.js";
import { played, state } from "./state.js";

const written = {}; // what was typed, by the field: it is there again when one comes back

/** A field that remembers what was typed. */
const field = (id, properties) => make("input", { id, spellcheck: false, ...properties, value: written[id] ?? properties.value ?? "", oninput: ({ target }) => { written[id] = target.value; } });

const SIGNS = { holds: "✓", fails: "✗", unknown: "?" };

/** Follow a trace. Only what can be asked of a single board is asked of every one: other claims are
 * about plays. */
function following(shown, lead) {
  const calls = new Set(shown.questions.map((one) => one.call));
  return (trace, { about, name = "", ask = calls.has(name) ? name : "" }) => lead(trace, { about, ask });
}

/** Check the properties in a box, each verdict shown as soon as it is known. */
export function askCheck(box, shown, { lead, read }, { more = {}, ...how } = {}) {
  const early = [];
  const again = (text) => askCheck(box, shown, { lead, read }, { more: { ...more, text }, ...how });
  const draw = (answer) => verdicts(answer, again, following(shown, lead), read);
  const partly = ({ verdict }) => {
    if (!verdict) return null;
    early.push(verdict);
    return draw({ verdicts: early, conjectures: [] });
  };
  return run(box, { ...played(), question: "check", ...more }, draw, { partly, ...how });
}

/** Lint the rulebook in a box. */
export function askLint(box, shown, { lead, read }, how) {
  return run(box, { ...played(), question: "lint" }, (answer) => report(answer, following(shown, lead), read), how);
}

export function panel(shown, game, { follow: lead, read, offered }) {
  const follow = following(shown, lead);
  const box = find("found");
  const ask = (question, more, draw, how) => run(box, { ...played(), question, ...more }, draw, how);
  const enter = (action) => (event) => event.key === "Enter" && action();
  const text = field("sought", { placeholder: example(shown), onkeydown: enter(() => seek(1)) });
  const anywhere = make("input", { type: "checkbox", id: "anywhere" });
  const goal = field("goal", { value: `${shown.players[0].name} wins`, onkeydown: enter(() => force()) });
  const who = shown.players.map((player) => make("input", { type: "checkbox", name: "who", value: player.name, checked: player === shown.players[0] }));
  const seek = (number, query = find("sought").value.trim()) => ask("find", { text: query, anywhere: find("anywhere").checked, ...nth(number), ...(find("anywhere").checked ? {} : limit("find-plies")) },
    (answer) => instance(answer, { text: query, number, seek, follow }));
  const coalition = () => [...document.querySelectorAll("input[name=who]:checked")].map((one) => one.value);
  const force = () => ask("force", { text: find("goal").value, who: coalition() },
    (answer) => forced(answer, follow));
  return [
    section("Check", "Do the rulebook’s properties hold? Each failure comes with a shortest trace.",
      make("label", { className: "row" }, LOOK, plies("check-plies")),
      button("Check all properties", () => askCheck(box, shown, { lead, read }, { more: limit("check-plies") }), { className: "wide", id: "ask-check" })),
    section("Lint", "Likely mistakes in the rulebook: stuck positions, dead rules, redundant variables.",
      button("Lint the rulebook", () => askLint(box, shown, { lead, read }), { className: "wide", id: "ask-lint" })),
    section("Find", "A position that satisfies an expression of the rule language.",
      make("label", { className: "string" }, "Expression", text),
      make("label", {}, anywhere, " anywhere, reachable or not"),
      make("label", { className: "row" }, LOOK, plies("find-plies")),
      make("div", {}, button("Find", () => seek(1), { id: "ask-find" }))),
    section("Force", "Can these players force the goal from this position, whatever the others do?",
      make("div", {}, ...who.map((one) => make("label", { className: "who" }, one, ` ${one.value}`))),
      make("label", { className: "string" }, "Goal", goal),
      make("div", {}, button("Ask", force, { id: "ask-force" }))),
    offered.includes("same-game") ? likeness(game, ask, follow) : null,
  ];
}

/** Compare the game with another reading, if the rulebook has one. */
function likeness(game, ask, follow) {
  const others = game.parameters.filter((option) => option.choices.length).flatMap((option) =>
    option.choices.map((value, at) => ({ name: option.name, value, text: `${option.name}=${option.words[at]}` }))
      .filter(({ value }) => value !== (state.parameters[option.name] ?? option.default)));
  const words = "Is the game the same under another reading? If not, a shortest game shows the difference.";
  if (!others.length) return section("Same game", `${words} This rulebook has only one reading.`);
  const select = make("select", { id: "other" }, ...others.map(({ text }) => make("option", {}, text)));
  const compare = () => {
    const { name, value, text } = others[find("other").selectedIndex];
    return ask("same-game", { other: { ...state.parameters, [name]: value } }, (answer) => comparison(answer, text, follow));
  };
  return section("Same game", words, make("label", { className: "row" }, "With", select),
    make("div", {}, button("Compare", compare, { id: "ask-same" })));
}

function comparison(answer, other, follow) {
  const show = (trace, label) => (trace ? button(label, () => follow(trace, { about: answer.told })) : null);
  return make("div", {}, make("p", { id: "answer" }, answer.told),
    make("div", { className: "steps" }, show(answer.trace, "Show it under this reading"), show(answer.other_trace, `Show it under ${other}`)));
}

const example = (shown) =>
  shown.questions.find((one) => one.kind === "predicate" && one.call)?.call ?? `${shown.players[0].name} wins`;

const LOOK = "Search depth (moves)";

/** A field for how many moves to look; empty for all there are. */
const plies = (id) => field(id, { type: "number", min: 0, max: 10000, placeholder: "all" });

const limit = (id) => (find(id).value === "" ? {} : { plies: Number(find(id).value) });
const nth = (number) => (number === 1 ? {} : { number });

function verdicts(answer, check, follow, read) {
  const rows = answer.verdicts.map((one) => make("tr", { className: one.depth ? "partly" : one.verdict },
    make("td", {}, verdict(one)),
    make("th", { scope: "row" }, one.line ? button(one.name, () => read(one.line), { className: "plain link", title: "show in the rulebook" }) : one.name),
    make("td", {}, spell(make("div", { className: "told", tabIndex: one.message.includes("\n") ? 0 : undefined }), one.message), claim(one, read)),
    make("td", {}, one.trace ? button("Show", () => follow(one.trace, { about: `${one.name} ${one.verdict}: ${one.message}`, name: one.name }), { "aria-label": `show the trace of ${one.name}` }) : "")));
  const more = answer.conjectures.map((name) =>
    button(name, () => check(name)));
  return make("div", { className: "verdicts claims" },
    make("table", {}, make("tbody", {}, ...rows)),
    more.length ? make("p", {}, "Conjectures, checked on request: ", ...more) : null);
}

/** Write a verdict; where it is not certain, as far as it is known. */
function verdict({ kind, verdict: word, depth }) {
  if (!depth) return `${SIGNS[word] || "?"} ${word}`;
  return kind === "reachable" ? `? none to depth ${depth}` : `✓ holds to depth ${depth}`;
}

/** Show the text of a claim and, where it fails, which of its parts hold at the last board, and why. */
function claim({ verdict: word, claim: text, line, refuted }, read) {
  if (!text && !refuted.grounds) return null;
  const where = line ? [" (", button(`line ${line}`, () => read(line), { className: "plain link" }), ")"] : [];
  return make("details", { className: "claim", open: word === "fails" }, make("summary", {}, "what it claims"),
    text ? make("pre", { tabIndex: 0 }, text) : null, text ? make("p", { className: "hint" }, "in the rulebook", ...where) : null,
    ...refutation(refuted, read));
}

function refutation({ given, parts = [], grounds: all = [] }, read) {
  const grounds = all.filter(({ text }) => !parts.some((one) => one.text === text)); // what is not said yet
  const part = ({ text, holds }) => make("li", { className: String(holds) }, `${holds === null ? "?" : holds ? "✓" : "✗"} ${text}`);
  const ground = ({ text, rule, line }) => make("li", {}, text, ...(rule ? [` (${rule}, `, button(`line ${line}`, () => read(line), { className: "plain link" }), ")"] : []));
  return [
    parts.length ? make("p", {}, `At the last board${given ? `, for ${given}` : ""}:`) : null,
    parts.length ? make("ul", { className: "parts" }, ...parts.map(part)) : null,
    grounds.length ? make("p", {}, "What refutes it:") : null,
    grounds.length ? make("ul", { className: "parts" }, ...grounds.map(ground)) : null,
  ];
}

const WEIGHTS = { error: "✗ error", warning: "! warning", note: "· note" };

function report(answer, follow, read) {
  const rows = answer.findings.map((one) => make("tr", { className: one.severity },
    make("td", {}, WEIGHTS[one.severity] || one.severity),
    make("td", {}, one.line ? button(`line ${one.line}`, () => read(one.line), { className: "plain link" }) : ""),
    make("td", {}, one.message),
    make("td", {}, one.trace ? button("Show", () => follow(one.trace, { about: one.message }), { "aria-label": `show the trace: ${one.message}` }) : "")));
  const all = answer.complete ? "all" : "only";
  return make("div", { className: "verdicts", id: "lint" },
    make("p", { className: "hint" }, `${all} ${many(answer.positions, "position")} visited`),
    make("table", {}, make("tbody", {}, ...rows)));
}

/** Show what can be forced here, and from how many of the positions reachable from here. */
function forced(answer, follow) {
  const [some, all] = [answer.positions, answer.reachable].map((number) => number.toLocaleString("en"));
  const many = answer.who.length > 1 ? "they" : "it";
  const elsewhere = answer.forced ? `, and from ${some} of the ${all} positions reachable from here`
    : answer.positions ? `, but ${many} can from ${some} of the ${all} positions reachable from here`
      : `, nor from any of the ${all} positions reachable from here`;
  return make("div", {},
    make("p", { id: "answer" }, make("b", {}, answer.told), `${elsewhere} (${answer.engine} engine)`),
    answer.trace ? make("div", { className: "steps" }, button("Show", () => follow(answer.trace, { about: answer.told, ask: answer.goal }), { id: "follow" })) : null);
}

function instance(answer, { text, number, seek, follow }) {
  if (!answer.found) return make("p", { id: "answer" }, `none: ${answer.message}`);
  const which = answer.count ? `${answer.told}; showing number ${number}` : answer.position ? `found: ${answer.position}` : answer.told;
  return make("div", {},
    make("p", { id: "answer" }, which),
    make("div", { className: "steps" },
      button("Show", () => follow(answer.trace, { about: `find ${text}: ${which}`, ask: text }), { id: "follow" }),
      button("Next", () => seek(number + 1, text), { disabled: answer.count !== null && number >= answer.count })));
}

/** Show a rulebook with one line marked; one comes back to where one read of it. */
export function rulebook(text, line, from) {
  const lines = text.split("\n").map((one, at) => make("span", { className: at + 1 === line ? "marked" : "" }, `${String(at + 1).padStart(4)}  ${one}`));
  const box = make("pre", { id: "rulebook", tabIndex: 0 }, ...lines);
  const back = () => {
    reading.remove();
    from?.focus();
    from?.scrollIntoView({ block: "nearest" });
  };
  const reading = make("section", { id: "reading", "aria-label": "Rulebook" },
    make("div", { className: "asked" }, make("b", {}, `Rulebook, line ${line}`), button("Back to the finding", back)), box);
  queueMicrotask(() => {
    const marked = box.querySelector(".marked");
    if (marked) box.scrollTop = marked.offsetTop - box.clientHeight / 2;
    reading.scrollIntoView({ block: "nearest" });
  });
  return reading;
}
