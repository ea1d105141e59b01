// The start page: a card for each game, and help about the one that is shown.

import * as api from "./api.js";
import { button, find, make } from "./dom.js";
import { many, say } from "./messages.js";

/** How many positions are solved while one looks on: at once, and in some seconds. */
const SOLVED = [[6_500, "analysed to the end at once"], [200_000, "analysed to the end in seconds"]];

/** Show every game on a card: its board, its rules in a sentence, its size, what is known of it. */
export function show(games) {
  document.body.dataset.view = "home";
  document.title = "boardproof";
  find("home").hidden = false;
  find("home").replaceChildren(
    make("p", { className: "lead" }, "Choose a game to play it, analyse any position, follow traces and ask questions about its rules."),
    make("ul", { className: "cards" }, ...[...games].sort(byEase).map(card)));
}

const ease = (one) => (one.file ? -1 : SOLVED.findIndex(([most]) => one.size !== null && one.size <= most) + 1 || 9);
const byEase = (one, other) => ease(one) - ease(other);

function card(one) {
  if (one.error) return make("li", { className: "card" }, make("b", {}, one.game), make("p", { className: "wrong" }, one.error.split("\n")[0]));
  const soon = SOLVED.find(([most]) => one.size !== null && one.size <= most)?.[1];
  const solved = one.solved_in === null ? soon : `solved here in ${Math.max(0.1, one.solved_in).toFixed(one.solved_in < 10 ? 1 : 0)} s`;
  const facts = [one.size === null ? "" : many(one.size, "position"), solved].filter(Boolean).join(", ");
  const known = one.known.find(({ fact }) => /wins|draw|loses/.test(fact));
  const given = known?.of.replace(one.game, "").trim();
  return make("li", { className: "card" },
    make("a", { href: `/?game=${encodeURIComponent(one.game)}` },
      make("img", { src: `/api/picture?game=${encodeURIComponent(one.game)}`, alt: "", loading: "lazy", width: 160, height: 120 }),
      make("b", {}, one.game)),
    make("p", {}, one.sentence),
    facts ? make("p", { className: "hint" }, facts) : null,
    known ? make("p", { className: "hint" }, `known: ${given ? `${given}: ` : ""}${known.fact}`) : null);
}

const KEYS = [
  ["click, Enter", "play on a place; of a move from one place to another, the first and then the second"],
  ["drag", "move a piece"],
  ["Escape", "take back what was chosen of a move"],
  ["arrow keys on the board", "walk from place to place"],
  ["← →", "one move back and forth"],
  ["Home, End", "to the first and to the last position"],
  ["?", "this help"],
];

/** Open the help: the rules of the game in words, its rulebook, and the keys. */
export function help(game, shown) {
  const box = find("help");
  const book = make("div");
  const read = async () => {
    try {
      const { file, text } = await api.source(game.game);
      book.replaceChildren(make("h3", {}, file), make("pre", { tabIndex: 0 }, text));
    } catch (wrong) {
      say(wrong.message);
    }
  };
  const about = game ? [make("h2", {}, game.game), ...game.rules.split(/\n\s*\n/).map((text) => make("p", {}, text)),
    shown?.expected ? make("p", {}, make("b", {}, `${shown.to_move} is to move: `), shown.expected) : null,
    make("p", {}, button("Read the rulebook", read, { id: "read-rulebook" })), book] : [];
  box.replaceChildren(
    make("div", { className: "asked" }, make("h2", {}, "Help"), button("Close", () => box.close(), { id: "close-help" })),
    ...about.filter(Boolean),
    make("h2", {}, "Keys"),
    make("table", { className: "keys" }, make("tbody", {}, ...KEYS.map(([key, does]) => make("tr", {}, make("th", { scope: "row" }, key), make("td", {}, does))))));
  box.showModal();
}
