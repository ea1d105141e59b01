// A long question in a box: progress, a button to cancel it, then the answer or an error.

import { ask } from "./api.js";
import { button, make } from "./dom.js";
import { place } from "./state.js";
import { spell } from "./messages.js";

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

/** Cancel every question except lasting work: nobody waits for the other answers. */
export function leave(lasting = "") {
  for (const [name, job] of running) {
    if (lasting && job.lasting === lasting) continue;
    job.stop.abort();
    running.delete(name);
  }
}

/** Ask a question in a box; `otherwise` is said beside the reason when there is no answer.
 *
 * `lasting` names work that is the same for many questions: while it goes on, the next of them
 * waits for it rather than begin it anew. `partly` draws what is known before the whole answer.
 */
export async function run(box, question, draw, { otherwise = "", lasting = "", partly = () => null } = {}) {
  const before = running.get(box.id);
  if (lasting && before?.lasting === lasting) {
    const last = await join(before, box);
    return last ? run(box, question, draw, { otherwise, lasting }) : null;
  }
  before?.stop.abort();
  const job = work(box, lasting);
  const at = place();
  const report = (event) => {
    job.report(event);
    const part = wanted(job) && partly(event);
    if (part) job.box.replaceChildren(job.sign, part);
  };
  try {
    const answer = await ask(question, { signal: job.stop.signal, report });
    if (!wanted(job) || job.box !== box) return null;
    const content = draw(answer);
    if (box.id === "found") keep(at, content);
    put(box, content);
    return answer;
  } catch (wrong) {
    job.failed = true;
    if (!wanted(job)) return null;
    const text = wrong.name === "AbortError" ? "cancelled" : wrong.message;
    put(job.box, spell(make("p", { className: "wrong", role: "alert" }), [text, otherwise].filter(Boolean).join(". ")));
    return null;
  } finally {
    job.end();
  }
}

const wanted = (job) => running.get(job.box.id) === job;

/** Show running work in a new box; return whether to ask again when it is done. */
async function join(job, box) {
  job.box = box;
  box.replaceChildren(job.sign);
  await job.done;
  return job.box === box && !job.failed && !job.stop.signal.aborted;
}

/** Show that a question is running: its progress, its time, and a button to cancel it. */
function work(box, lasting) {
  const stop = new AbortController();
  const far = make("span", { role: "status" }, "working…");
  const long = make("span", { className: "seconds" });
  const began = Date.now();
  const clock = setInterval(() => { long.textContent = ` ${Math.round((Date.now() - began) / 1000)} s `; }, 1000);
  const sign = make("p", { className: "working" }, make("span", { className: "wheel" }), far, long, " ", button("Cancel", () => stop.abort()));
  const report = (event) => { far.textContent = progress(event); };
  const job = { stop, lasting, sign, report, box, failed: false };
  job.done = new Promise((done) => {
    job.end = () => {
      clearInterval(clock);
      if (wanted(job)) running.delete(box.id);
      done();
    };
  });
  running.set(box.id, job);
  put(box, sign);
  return job;
}

/** Describe the progress of a question, or how many others are ahead of it. */
export function progress({ ply, positions, waiting }) {
  if (waiting) return `waiting for ${waiting} ${waiting === 1 ? "other" : "others"}…`;
  return positions ? `ply ${ply}: ${positions.toLocaleString("en")} positions…` : "working…";
}

function put(box, content) {
  box.replaceChildren(content);
  if (box.id === "found") box.scrollIntoView({ block: "nearest" });
}
