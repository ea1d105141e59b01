// Making elements, and pictures from the server's text, without ever treating text as markup.

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list" && !name.startsWith("aria")) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
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
  const like = held && alike(held);
  const at = like ? like().indexOf(held) : -1;
  change();
  if (!like || held.isConnected || document.activeElement !== document.body) return;
  const now = like();
  const target = now[at] ?? now[0];
  (target && !target.disabled ? target : otherwise())?.focus({ preventScroll: true });
}

/** Return a function that lists the elements like this one: by id, name, label, or text. */
function alike(element) {
  if (element === document.body) return null;
  const tag = element.localName;
  for (const name of ["id", "name", "data-spot", "aria-label", "title"]) {
    const value = element.getAttribute(name);
    if (value) return () => [...document.querySelectorAll(`${tag}[${name}="${CSS.escape(value)}"]`)];
  }
  const text = element.textContent;
  return () => [...document.querySelectorAll(tag)].filter((one) => one.textContent === text);
}
