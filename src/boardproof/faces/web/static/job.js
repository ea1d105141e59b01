// A long question in a box: progress, a button to take it back, then the answer or why not.

import { ask } from "./api.js";
import { button, make } from "./dom.js";

const running = new WeakMap();

export async function run(box, asked, draw) {
  running.get(box)?.abort();
  const stop = new AbortController();
  running.set(box, stop);
  const told = make("span", { role: "status" }, "working…");
  box.replaceChildren(make("p", { className: "working" }, told, " ", button("Stop", () => stop.abort())));
  const hear = ({ ply, positions }) => {
    told.textContent = `ply ${ply}: ${positions.toLocaleString("en")} positions…`;
  };
  try {
    const found = await ask(asked, { signal: stop.signal, told: hear });
    box.replaceChildren(draw(found));
    return found;
  } catch (wrong) {
    if (running.get(box) !== stop) return null;
    const text = wrong.name === "AbortError" ? "stopped" : wrong.message;
    box.replaceChildren(make("p", { className: "wrong", role: "alert" }, text));
    return null;
  }
}
