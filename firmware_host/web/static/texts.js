// Sentences in the language of the page. The server puts their translations into the page itself.

const translations = JSON.parse(document.querySelector('meta[name="texts"]').content);

export function say(template, facts = {}) {
  return (translations[template] ?? template).replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}
