// Explore: the positions around this one, how many there are at each ply, the decision diagram.

import { button, find, image, make, picture } from "./dom.js";
import { run } from "./job.js";
import { played } from "./state.js";

export function panel(shown, begin) {
  const box = find("found");
  const depth = make("input", { type: "number", value: 2, min: 1, max: 4, id: "depth" });
  const ply = make("input", { type: "number", value: Math.min(shown.at, 4), min: 0, max: 60, id: "ply" });
  const ask = (question, more, draw) => run(box, { ...played(), question, ...more }, draw);
  return [
    make("div", { className: "asked" },
      make("label", {}, "Moves around ", depth),
      button("Neighbourhood", () => ask("graph", { depth: Number(depth.value) }, (found) => graph(found, begin)), { id: "ask-graph" })),
    make("div", { className: "asked" },
      button("Positions by ply", () => ask("count", {}, count), { id: "ask-count" })),
    make("div", { className: "asked" },
      make("label", {}, "Ply ", ply),
      button("Decision diagram", () => ask("diagram", { ply: Number(ply.value) }, diagram), { id: "ask-diagram" })),
    make("p", { className: "hint" }, "A long question can be stopped; it ends when this tab is closed."),
  ];
}

function graph(found, begin) {
  const drawn = picture(found.svg);
  for (const node of drawn.querySelectorAll("[data-position]")) {
    node.setAttribute("role", "button");
    node.setAttribute("tabindex", "0");
    node.setAttribute("aria-label", `play from ${node.dataset.position}`);
    const go = () => begin({ start: node.dataset.position });
    node.addEventListener("click", go);
    node.addEventListener("keydown", (event) => event.key === "Enter" && go());
  }
  return make("div", { className: "wide-picture" }, drawn);
}

function count(found) {
  return make("div", {}, make("p", { id: "counted" }, found.told),
    make("p", { className: "hint" }, `${found.engine} engine, ${found.seconds} s`),
    make("div", { className: "wide-picture" }, picture(found.svg)));
}

function diagram(found) {
  return make("div", {}, make("p", {}, `${found.positions.toLocaleString("en")} positions, one path each`),
    make("div", { className: "wide-picture" }, image(found.picture, "decision diagram")));
}
