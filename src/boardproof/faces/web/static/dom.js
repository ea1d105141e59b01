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
