// Motion: the changes of a move one after another, above the board, which is as it will be already.

import { ask } from "./api.js";
import { find, make, picture } from "./dom.js";
import { played, state } from "./state.js";

const STEP = 140; // milliseconds a change is shown
const LONGEST = 2400; // and all of a move together
const FALL = 20; // milliseconds a piece falls, by the root of how far
const FEWEST = 3; // a move of fewer changes is seen at a glance

let moving = null; // the move that is shown

/** Whether changes are shown one after another: not where the system or the player wants none. */
export const wanted = () => state.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** End the motion: the board below shows what it comes to. */
export function rest() {
  moving?.abort();
  moving = null;
  find("motion")?.remove();
}

/** Let a piece that was put into a row or column come from the open end of it. */
function fall(shown) {
  const keys = shown.moves.find((move) => move.name === state.moves.at(-1))?.clicks[0] ?? [];
  const spots = shown.spots.filter(({ key }) => keys.includes(key));
  const drawn = ({ key }) => find("board").querySelector(`[data-spot="${key}"]`);
  const landed = spots.find((spot) => !spot.empty && drawn(spot).querySelector(".ring"));
  if (!landed || keys.length < 2) return;
  const way = ({ box: [x, y] }) => [x - landed.box[0], y - landed.box[1]];
  const [x, y] = spots.filter(({ empty }) => empty).map(way).sort((one, other) => Math.hypot(...other) - Math.hypot(...one))[0] ?? [0, 0];
  const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
  const time = { duration: FALL * Math.sqrt(Math.hypot(x, y)), easing: "ease-in" };
  for (const part of drawn(landed).querySelectorAll(":not(.catch):not(.well)")) part.animate(frames, time);
}

/** Show the last move of the line change by change; anything that happens meanwhile ends it. */
export async function animate(shown) {
  rest();
  if (!wanted() || !shown.at) return;
  fall(shown);
  const mine = new AbortController();
  moving = mine;
  try {
    const { steps } = await ask({ ...played(state.moves.length), at: shown.at, question: "unfold" }, { signal: mine.signal });
    if (moving !== mine || steps.length < FEWEST) return;
    const sheet = make("div", { id: "motion", "aria-hidden": "true" });
    const [below] = find("board").querySelectorAll("svg");
    find("board").append(sheet);
    for (const { svg } of steps) {
      const frame = picture(svg);
      for (const name of ["width", "height", "role"]) frame.removeAttribute(name);
      frame.style.maxWidth = below.style.maxWidth;
      sheet.replaceChildren(frame);
      await new Promise((done) => { setTimeout(done, Math.min(STEP, LONGEST / steps.length)); });
      if (moving !== mine) return;
    }
  } catch {
    // what cannot be taken apart is shown at once
  } finally {
    if (moving === mine) rest();
  }
}
