// Finding elements: those that a page has for sure, and those that an event came from.

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
