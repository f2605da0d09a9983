// Letters as words and names have them: capitals without accents.

/** @param {string} typed */
export const plain = (typed) =>
  typed
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z]/g, "");
