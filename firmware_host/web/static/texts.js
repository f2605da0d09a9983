// Sentences in the language of the page. The server puts their translations into the page itself.

/** @type {Record<string, string>} */
const translations = JSON.parse(document.querySelector('meta[name="texts"]')?.getAttribute("content") ?? "{}");

/**
 * @param {string} template
 * @param {Record<string, string | number>} facts
 * @returns {string}
 */
export function say(template, facts = {}) {
  return (translations[template] ?? template).replace(/\{(\w+)\}/g, (_, name) => String(facts[name]));
}
