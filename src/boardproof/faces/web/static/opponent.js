// Computer players: one that is to move is asked for its choice, and can be stopped.

import { ask } from "./api.js";
import { button, find, make, patch } from "./dom.js";
import { say } from "./messages.js";
import { page, played, state } from "./state.js";

let choosing = null; // the choice that is under way
let resting = ""; // where a player was stopped or failed: there it waits until it is resumed

export const sits = (player) => state.seats[player] || "human";
export const busy = () => choosing !== null;

/** Cancel the choice that is under way: the game has changed. */
export function interrupt() {
  choosing?.abort();
  choosing = null;
  show();
}

/** Let the player whose turn it is move, unless a person sits there; amid the moves made it waits. */
export async function letPlay(shown, moved, resume = false) {
  const player = shown.to_move;
  const who = player && sits(player);
  if (state.view !== "play" || shown.stuck || !who || who === "human") return;
  if (!resume && (state.at !== null || resting === page())) return waits(shown, moved);
  const mine = new AbortController();
  choosing = mine;
  const stop = () => {
    mine.abort();
    if (choosing === mine) halt(shown, moved);
  };
  show(`${player} (${who}) is thinking… `, button(alone(shown) ? "Pause" : "Stop", stop), alone(shown) ? pace() : "");
  try {
    const { move } = await ask({ ...played(), question: "choose", player: who }, { signal: mine.signal });
    if (alone(shown)) await new Promise((done) => { setTimeout(done, state.pace); });
    if (choosing !== mine) return;
    interrupt();
    await moved(move);
  } catch (wrong) {
    if (choosing !== mine) return;
    if (wrong.name !== "AbortError") say(`${player} (${who}): ${wrong.message}`);
    halt(shown, moved);
  }
}

/** Let the player rest where it is. */
function halt(shown, moved) {
  choosing = null;
  resting = page();
  waits(shown, moved);
}

/** Whether computers play by themselves. */
const alone = (shown) => shown.players.every(({ name }) => sits(name) !== "human");

const PACES = { "at once": 0, "half a second": 500, "a second": 1000, "three seconds": 3000 };

/** Choose how long a move of computers that play by themselves is looked at. */
function pace() {
  return make("label", {}, " a move every ", make("select", { id: "pace", onchange: ({ target }) => { state.pace = Number(target.value); } },
    ...Object.entries(PACES).map(([words, value]) => make("option", { value: String(value), selected: value === state.pace }, words))));
}

/** Offer to move in place of a player that was stopped or failed, or to let it continue. */
function waits(shown, moved) {
  const again = () => { resting = ""; say(""); letPlay(shown, moved, true); };
  show(`${shown.to_move} is waiting: move in its place, or `, button("let it continue", again));
}

function show(...parts) {
  const box = find("thinking");
  box.hidden = !Object.values(state.seats).some((who) => who !== "human");
  patch(box, parts);
}
