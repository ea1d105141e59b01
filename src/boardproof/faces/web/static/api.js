// Requests to the server: short ones, and long questions answered by events.

export class Refused extends Error {
  constructor(status, body) {
    super(body.error || `the server answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

let written = null; // the rulebook that is being written in the page: its name, its secret, its last good text

/** Send what is about a rulebook that is being written with its text, to where texts are read. */
export function write(book) {
  written = book;
}

const send = (what, body, signal) => (written?.game === body.game
  ? post(`/api/edit/${what}`, { ...body, source: written.good }, signal, { "x-boardproof-secret": written.secret })
  : post(`/api/${what}`, body, signal));

/** Ask the editor's part of the server. */
export const edit = async (what, body) => checked(await post(`/api/edit/${what}`, body, undefined, { "x-boardproof-secret": written.secret }));

async function post(address, body, signal, more = {}) {
  try {
    return await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...more },
      body: JSON.stringify(body),
      signal,
    });
  } catch (wrong) {
    if (wrong.name === "AbortError") throw wrong;
    throw new Refused(0, { error: "the server does not answer; is `boardproof serve` still running?" });
  }
}

async function checked(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, body);
  return body;
}

let offered = null; // what the server has besides a rulebook that is being written: it does not change

const listed = async () => checked(await fetch("/api/games"));
export const games = async () => {
  if (!written) return listed();
  offered ??= await listed();
  return { ...offered, games: [await written.describe()] };
};
export const source = async (game) => (written?.game === game ? { file: game, text: written.good }
  : checked(await fetch(`/api/source?game=${encodeURIComponent(game)}`)));
export const stamp = async (game) =>
  (await checked(await fetch(`/api/stamp?game=${encodeURIComponent(game)}`))).stamp;
export const view = async (question) => checked(await send("view", question));

/** Ask a long question; `report` receives its progress; aborting the signal ends the work. */
export async function ask(question, { signal, report = () => {} } = {}) {
  const response = await send("ask", question, signal);
  if (!response.ok) return checked(response);
  for await (const { event, data } of events(response.body)) {
    if (event === "progress") report(data);
    else if (event === "answer") return data.answer;
    else throw new Refused(200, data);
  }
  throw new Refused(0, { error: "the server stopped before it answered" });
}

async function* events(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    waiting += value;
    const whole = waiting.split("\n\n");
    waiting = whole.pop();
    for (const text of whole) {
      const [, event] = text.match(/^event: (.*)$/m);
      const [, data] = text.match(/^data: (.*)$/m);
      yield { event, data: JSON.parse(data) };
    }
  }
}
