// A long question in a box: progress, a button to take it back, then the answer or why not.

import { ask } from "./api.js";
import { button, make } from "./dom.js";
import { place } from "./state.js";
import { spell } from "./said.js";

const running = new Map(); // by the name of the box: the box itself is made anew with each view

const answers = new Map(); // by place: the last answers, for whoever comes back to them
const KEPT = 8;

/** Give what was answered here before. */
export const answered = () => answers.get(place()) ?? [];

function keep(at, answer) {
  answers.delete(at);
  answers.set(at, [answer]);
  if (answers.size > KEPT) answers.delete(answers.keys().next().value);
}

/** Take back every question: nobody waits for its answer any more. */
export function leave() {
  for (const stop of running.values()) stop.abort();
  running.clear();
}

/** Ask a question in a box; `otherwise` is said beside the reason when there is no answer. */
export async function run(box, asked, draw, otherwise = "") {
  running.get(box.id)?.abort();
  const stop = new AbortController();
  running.set(box.id, stop);
  const wanted = () => running.get(box.id) === stop;
  const at = place();
  const { told, still } = wait(box, stop);
  try {
    const found = await ask(asked, { signal: stop.signal, told });
    if (!wanted()) return null;
    const answer = draw(found);
    if (box.id === "found") keep(at, answer);
    put(box, answer);
    return found;
  } catch (wrong) {
    if (!wanted()) return null;
    const text = wrong.name === "AbortError" ? "cancelled" : wrong.message;
    put(box, spell(make("p", { className: "wrong", role: "alert" }), [text, otherwise].filter(Boolean).join(". ")));
    return null;
  } finally {
    still();
    if (wanted()) running.delete(box.id);
  }
}

/** Show that a question is at work: how far it is, for how long, and a way to take it back. */
function wait(box, stop) {
  const far = make("span", { role: "status" }, "working…");
  const long = make("span", { className: "seconds" });
  const began = Date.now();
  const clock = setInterval(() => { long.textContent = ` ${Math.round((Date.now() - began) / 1000)} s `; }, 1000);
  put(box, make("p", { className: "working" }, make("span", { className: "wheel" }), far, long, " ", button("Cancel", () => stop.abort())));
  const told = ({ ply, positions }) => {
    far.textContent = `ply ${ply}: ${positions.toLocaleString("en")} positions…`;
  };
  return { told, still: () => clearInterval(clock) };
}

function put(box, content) {
  box.replaceChildren(content);
  if (box.id === "found") box.scrollIntoView({ block: "nearest" });
}
