// Explore: the positions around this one, how many there are at each ply, the decision diagram.

import { button, find, image, make, picture, section } from "./dom.js";
import { run } from "./question.js";
import { many } from "./messages.js";
import { played } from "./state.js";

export function panel(shown, reach) {
  const box = find("found");
  const depth = make("input", { type: "number", value: innerWidth < 600 ? 1 : 2, min: 1, max: 4, id: "depth" });
  const ply = make("input", { type: "number", value: Math.min(shown.at, 4), min: 0, max: 60, id: "ply" });
  const ask = (question, more, draw) => run(box, { ...played(), question, ...more }, draw);
  return [
    section("Neighbourhood", "The positions within a few moves of this one.",
      make("div", { className: "asked" }, make("label", {}, "Moves ", depth),
        button("Draw", () => ask("graph", { depth: Number(find("depth").value) }, (answer) => graph(answer, reach)), { id: "ask-graph" }))),
    section("Positions by ply", "The number of positions first reached after each number of moves.",
      make("div", { className: "asked" }, button("Count", () => ask("count", {}, count), { id: "ask-count" }))),
    section("Decision diagram", "All positions of a ply in one diagram: each path is a position.",
      make("div", { className: "asked" }, make("label", {}, "Ply ", ply),
        button("Draw", () => ask("diagram", { ply: Number(find("ply").value) }, diagram), { id: "ask-diagram" }))),
    make("p", { className: "hint" }, "A long question can be cancelled; it stops when you leave this view or tab."),
  ];
}

/** Show the graph at a size to be read, in a box that scrolls, from the position it is about. */
function graph(answer, reach) {
  const drawn = picture(answer.svg);
  drawn.setAttribute("role", "group"); // it is no image: its positions are pressed
  for (const node of drawn.querySelectorAll("[data-position]")) dress(node, reach);
  const box = make("div", { className: "wide-picture graph", tabIndex: 0, role: "group", "aria-label": "positions around this one" }, drawn);
  queueMicrotask(() => centre(box, drawn.querySelector(".root")));
  const fit = button("Fit to width", () => fit.setAttribute("aria-pressed", String(box.classList.toggle("fit"))), { "aria-pressed": "false" });
  return make("div", {}, make("p", { className: "hint" }, "Click a position to continue from it. ", `Signs are values for ${answer.first}: + wins, = draws, − loses, proved, with the moves to the end; ≈ is an estimate in percent. `, fit), box);
}

function dress(node, reach) {
  const path = (node.dataset.moves || "").split(" ").filter(Boolean);
  const over = node.querySelector(".over") ? "; the game is over there" : "";
  const label = `${path.length ? `after ${path.join(", ")}` : "this position"}: ${node.dataset.position}${over}`;
  node.setAttribute("role", "button");
  node.setAttribute("tabindex", "0");
  node.setAttribute("aria-label", `continue ${label}`);
  node.addEventListener("click", () => reach(path));
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    reach(path);
  });
}

function centre(box, node) {
  const [outer, inner] = [box.getBoundingClientRect(), node.getBoundingClientRect()];
  box.scrollLeft += inner.x + inner.width / 2 - outer.x - outer.width / 2;
}

function count(answer) {
  return make("div", {}, make("p", { id: "counted" }, answer.told),
    make("p", { className: "hint" }, `${answer.engine} engine, ${answer.seconds} s`),
    make("div", { className: "wide-picture" }, picture(answer.svg)));
}

function diagram(answer) {
  return make("div", {}, make("p", {}, `${many(answer.positions, "position")}, one path each`),
    make("div", { className: "wide-picture" }, image(answer.picture, "decision diagram")));
}
