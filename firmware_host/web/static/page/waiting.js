// Letters that were typed while the table is away. They are shown at once, and sent when it is back and asks for the same.

/** A row that is being typed. @param {string} letters @param {number} columns @param {string} note @returns {Row} */
export const typedRow = (letters, columns, note = "") => [letters.padEnd(columns), "w".repeat(letters.length).padEnd(columns, "."), note];

export class Waiting {
  /** @type {{ key: string, task?: string }[]} */
  #keys = [];

  get any() {
    return this.#keys.length > 0;
  }

  /** @param {string} key @param {string} [task] what it was typed for */
  add(key, task) {
    this.#keys.push({ key, task });
  }

  /** Nothing waits any more; what was typed for this. @param {string} [task] */
  take(task) {
    const taken = this.#keys.filter((each) => each.task === task).map(({ key }) => key);
    this.#keys = [];
    return taken;
  }

  /** What is asked, with what waits. @param {AskedData} asked @returns {AskedData} */
  in(asked) {
    return this.any && asked.kind === "word" ? { ...asked, typed: this.#after(asked.typed ?? "", asked.longest ?? Infinity) } : asked;
  }

  /** The board that is written on, with what waits. @param {BoardData} board @returns {BoardData} */
  on(board) {
    if (!this.any) return board;
    const { columns, rows, writing } = board;
    return {
      ...board,
      rows: rows.map((row, at) => (at === writing ? typedRow(this.#after(row[0].trimEnd(), columns), columns, row[2]) : row)),
    };
  }

  /** @param {string} before @param {number} longest */
  #after(before, longest) {
    return this.#keys.reduce((typed, { key }) => (key === "DELETE" ? typed.slice(0, -1) : (typed + key).slice(0, longest)), before);
  }
}
