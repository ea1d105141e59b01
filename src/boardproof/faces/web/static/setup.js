// Choosing a game: its parameters, the readings of its text, and who sits where.

import { button, make } from "./dom.js";
import { state, typed } from "./state.js";

export function panel(game, shown, players, begin, seat) {
  const plain = game.parameters.filter((option) => !option.says);
  const readings = game.parameters.filter((option) => option.says);
  return [
    make("p", { className: "sentence" }, game.sentence),
    seats(shown, players, seat),
    button("New game", () => begin({}), { className: "wide", id: "new-game" }),
    plain.length ? make("fieldset", {}, make("legend", {}, "Parameters"), ...plain.map((o) => row(o, begin))) : null,
    readings.length
      ? make("fieldset", {}, make("legend", {}, "Readings"),
          make("p", { className: "hint" }, "Ambiguous sentences of the game’s text, and how they are read."),
          ...readings.map((option) => reading(option, begin)))
      : null,
    known(game),
  ];
}

const now = (option) => state.parameters[option.name] ?? option.default;

function change(option, text, begin) {
  const parameters = { ...state.parameters, [option.name]: typed(option, text) };
  if (parameters[option.name] === option.default) delete parameters[option.name];
  begin({ parameters });
}

function row(option, begin) {
  const field = option.choices.length
    ? choice(option, begin)
    : option.text ? written(option, begin) : make("input", {
        type: "number", name: option.name, value: now(option), min: option.at_least ?? "", max: option.at_most,
        onchange: (event) => change(option, event.target.value, begin),
      });
  return make("label", { className: "row" }, option.name, field);
}

function written(option, begin) {
  const pattern = option.pattern || "\\S+";
  const onchange = (event) => event.target.reportValidity() && change(option, event.target.value, begin);
  return make("input", { type: "text", name: option.name, value: now(option), pattern, required: true, onchange });
}

function choice(option, begin) {
  const select = make("select", { name: option.name, onchange: (event) => change(option, event.target.value, begin) });
  option.words.forEach((word, at) => {
    select.append(make("option", { value: word, selected: option.choices[at] === now(option) }, word));
  });
  return select;
}

function reading(option, begin) {
  const word = option.words[option.choices.indexOf(now(option))];
  return make("div", { className: "reading" },
    make("blockquote", {}, option.says),
    row(option, begin),
    option.meanings[word] ? make("p", { className: "hint" }, option.meanings[word]) : null);
}

function seats(shown, players, seat) {
  const rows = shown.players.map(({ name, colour }) =>
    make("label", { className: "row" }, make("span", {}, make("span", { className: `dot ${colour}` }), name), chair(name, players, seat)));
  return make("fieldset", {}, make("legend", {}, "Seats"), ...rows);
}

const ANOTHER = "another…";

/** Choose who sits at a seat: of those offered, the one that the address names, or any in writing. */
function chair(player, players, seat) {
  const now = state.seats[player] || "human";
  const offered = players.includes(now) ? players : [...players, now];
  return make("select", {
    name: `seat-${player}`,
    onchange: ({ target }) => (target.value === ANOTHER ? write(target, now, (who) => seat(player, who)) : seat(player, target.value)),
  }, ...[...offered, ANOTHER].map((who) => make("option", { value: who, selected: who === now }, who)));
}

/** Put a field to write a player's word in where the choice was. */
function write(select, now, seat) {
  const field = make("input", {
    name: select.name, value: now === "human" ? "" : now, placeholder: "smart:depth=6,time=2", spellcheck: false, className: "word",
    onchange: () => seat(field.value.trim() || "human"),
    onblur: () => { if (field.value.trim() === (now === "human" ? "" : now)) { select.value = now; field.replaceWith(select); } },
  });
  select.replaceWith(field);
  field.focus();
}

function known(game) {
  if (!game.known.length) return null;
  return make("details", {}, make("summary", {}, "Known facts"),
    make("ul", {}, ...game.known.map((one) => make("li", {}, make("b", {}, one.of), ` ${one.fact}`))));
}
