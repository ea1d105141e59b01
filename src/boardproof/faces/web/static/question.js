// A long question in a box: progress, a button to cancel it, then the answer or an error.

import { ask } from "./api.js";
import { button, make } from "./dom.js";
import { place } from "./state.js";
import { many, spell } from "./messages.js";

const running = new Map(); // by the name of the box: the box itself is made anew with each view

const answers = new Map(); // by place: the last answers, for whoever comes back to them
const KEPT = 8;

/** Return the last answer given here. */
export const answered = () => answers.get(place()) ?? [];

function keep(at, answer) {
  answers.delete(at);
  answers.set(at, [answer]);
  if (answers.size > KEPT) answers.delete(answers.keys().next().value);
}

/** Cancel the questions whose box is left: nobody waits for the answers. */
export function leave() {
  for (const [id, job] of running) {
    if (job.stays) continue;
    job.stop.abort();
    running.delete(id);
  }
}

/** Ask a question in a box; `partly` draws what is known before the whole answer; a box that `stays`
 * is there whatever is shown beside it. */
export async function run(box, question, draw, { partly = () => null, stays = false } = {}) {
  running.get(box.id)?.stop.abort();
  const job = Object.assign(work(box), { stays });
  const at = place();
  let part = null; // what is known so far; it stays, whatever happens to the rest
  const report = (event) => {
    job.report(event);
    const more = wanted(job) && partly(event);
    if (more) box.replaceChildren(job.sign, part = more);
  };
  try {
    const answer = await ask(question, { signal: job.stop.signal, report });
    if (!wanted(job)) return null;
    const content = draw(answer);
    if (box.id === "found") keep(at, content);
    put(box, content);
    return answer;
  } catch (wrong) {
    if (!wanted(job)) return null;
    const text = wrong.name === "AbortError" ? "cancelled" : wrong.message;
    put(box, make("div", {}, part, spell(make("p", { className: "wrong", role: "alert" }), text)));
    return null;
  } finally {
    job.end();
  }
}

const wanted = (job) => running.get(job.box.id) === job;

/** Show that a question is running: its progress, its time, and a button to cancel it. */
function work(box) {
  const stop = new AbortController();
  const far = make("span", { role: "status" }, "working…");
  const long = make("span", { className: "seconds" });
  const began = Date.now();
  const clock = setInterval(() => { long.textContent = ` ${Math.round((Date.now() - began) / 1000)} s `; }, 1000);
  const sign = make("p", { className: "working" }, make("span", { className: "wheel" }), far, long, " ", button("Cancel", () => stop.abort()));
  const report = (event) => { far.textContent = progress(event); };
  const job = { stop, sign, report, box };
  job.end = () => {
    clearInterval(clock);
    if (wanted(job)) running.delete(box.id);
  };
  running.set(box.id, job);
  put(box, sign);
  return job;
}

/** Describe the progress of a question, or how many others are ahead of it. */
export function progress({ ply, positions, waiting, phase }) {
  if (phase) return `${phase}…`;
  if (waiting) return `waiting for ${waiting} ${waiting === 1 ? "other" : "others"}…`;
  return positions ? `ply ${ply}: ${many(positions, "position")}…` : "working…";
}

function put(box, content) {
  box.replaceChildren(content);
  if (box.id === "found") box.scrollIntoView({ block: "nearest" });
}
