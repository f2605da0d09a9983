// Elements: making one, finding one that the page must have, and finding the one that an event came from.

/**
 * An element with a class and what is in it.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} className
 * @param {...(Node | string | null | undefined)} inside
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, className = "", ...inside) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const each of inside) if (each) made.append(each);
  return made;
}

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind = /** @type {new () => any} */ (HTMLElement)) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`this page has no #${id}`);
  return found;
}

/**
 * What is around the place where an event happened, if it is one of these.
 *
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const within = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);
