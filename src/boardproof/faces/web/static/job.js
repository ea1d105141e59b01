// A long question in a box: progress, a button to take it back, then the answer or why not.

import { ask } from "./api.js";
import { button, make } from "./dom.js";

const running = new Map(); // by the name of the box: the box itself is made anew with each view

/** Take back every question: nobody waits for its answer any more. */
export function leave() {
  for (const stop of running.values()) stop.abort();
  running.clear();
}

export async function run(box, asked, draw) {
  running.get(box.id)?.abort();
  const stop = new AbortController();
  running.set(box.id, stop);
  const wanted = () => running.get(box.id) === stop;
  const told = make("span", { role: "status" }, "working…");
  box.replaceChildren(make("p", { className: "working" }, told, " ", button("Stop", () => stop.abort())));
  const hear = ({ ply, positions }) => {
    told.textContent = `ply ${ply}: ${positions.toLocaleString("en")} positions…`;
  };
  try {
    const found = await ask(asked, { signal: stop.signal, told: hear });
    if (!wanted()) return null;
    box.replaceChildren(draw(found));
    return found;
  } catch (wrong) {
    if (!wanted()) return null;
    const text = wrong.name === "AbortError" ? "stopped" : wrong.message;
    box.replaceChildren(make("p", { className: "wrong", role: "alert" }, text));
    return null;
  } finally {
    if (wanted()) running.delete(box.id);
  }
}
