// Making elements, and pictures from the server's text, without ever treating text as markup.

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith("on")) listen(element, name.slice(2), value);
    else if (name in element && name !== "list" && !name.startsWith("aria")) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Listen to an event with a function that `patch` may exchange for another. */
function listen(element, event, action) {
  (element.actions ??= {})[event] = action;
  element.addEventListener(event, (happened) => element.actions[event]?.(happened));
}

/** Make an element's children like the new ones, and keep what is there: text that is being typed,
 * open lists, focus, scrolling. What is marked `data-own` looks after its own children. */
export function patch(element, children) {
  const old = [...element.childNodes];
  const fresh = children.filter((one) => one !== null && one !== undefined && one !== "");
  fresh.forEach((child, at) => {
    const now = typeof child === "string" ? document.createTextNode(child) : child;
    if (old[at] && alike(old[at], now)) return renew(old[at], now);
    if (old[at]) old[at].replaceWith(now);
    else element.append(now);
    for (const field of now.querySelectorAll?.(FIELDS) ?? []) field.given = content(field);
    return now.matches?.(FIELDS) && (now.given = content(now));
  });
  for (const left of old.slice(fresh.length)) left.remove();
}

const sign = (node) => [node.nodeName, node.id, node.name, node.type, Object.keys(node.actions ?? {}).join()].join();
const alike = (one, other) => sign(one) === sign(other);

const FIELDS = "input, select, textarea";

function renew(old, now) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== now.data) old.data = now.data;
    return;
  }
  old.actions = now.actions;
  const kept = ["open", "style"]; // what one opened stays so; a style is set as the page's own
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && !kept.includes(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (!kept.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.getAttribute("style") !== now.getAttribute("style")) old.style.cssText = now.style.cssText;
  if (old.disabled !== now.disabled) old.disabled = now.disabled;
  const given = old.matches(FIELDS) ? content(now) : undefined;
  if (!("own" in old.dataset)) patch(old, [...now.childNodes]);
  if (old.given === given) return;
  old.given = given;
  if (old.type === "checkbox") old.checked = given;
  else old.value = given;
}

/** Give fields back what they were given: what was typed is refused. */
export function restore(fields) {
  for (const field of fields) if (field.given !== undefined && field.type !== "checkbox") field.value = field.given;
}

/** What a field was given, not what was typed since. */
const content = (field) => (field.type === "checkbox" ? field.checked : field.value);

/** Wait until what was changed is on the screen; a page that nobody looks at is never painted. */
export function painted() {
  const shown = new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return Promise.race([shown, new Promise((done) => setTimeout(done, 100))]);
}

export function find(id) {
  return document.getElementById(id);
}

/** Read a picture that the server drew. */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

/** Show a picture that has a style sheet of its own: as an image, apart from the page. */
export function image(text, label) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  return make("img", { src: url, alt: label, onload: () => URL.revokeObjectURL(url) });
}

export function button(label, action, properties = {}) {
  return make("button", { type: "button", onclick: action, ...properties }, label);
}

/** A part of a panel: a title, a few words, and what can be done. */
export function section(title, words, ...rest) {
  return make("fieldset", {}, make("legend", {}, title), make("p", { className: "hint" }, words), ...rest);
}

/** Make parts of the page anew, and keep the focus where it was: on what now stands for the same. */
export function keepFocus(change, otherwise) {
  const held = document.activeElement;
  const like = held && similar(held);
  const at = like ? like().indexOf(held) : -1;
  change();
  if (!like || held.isConnected || document.activeElement !== document.body) return;
  const now = like();
  const target = now[at] ?? now[0];
  (target && !target.disabled ? target : otherwise())?.focus({ preventScroll: true });
}

/** Return a function that lists the elements like this one: by id, name, label, or text. */
function similar(element) {
  if (element === document.body) return null;
  const tag = element.localName;
  for (const name of ["id", "name", "data-spot", "aria-label", "title"]) {
    const value = element.getAttribute(name);
    if (value) return () => [...document.querySelectorAll(`${tag}[${name}="${CSS.escape(value)}"]`)];
  }
  const text = element.textContent;
  return () => [...document.querySelectorAll(tag)].filter((one) => one.textContent === text);
}
