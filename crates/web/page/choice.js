// A move while it is being entered: which squares (or pits) may follow, and when it is whole.

const starts = (path, begun) => begun.every((name, index) => path[index] === name);

export class Choice {
  constructor(legal) {
    this.legal = legal.filter(move => move.path.length);
    this.path = [];
  }

  /** The moves that go on from what was clicked; placements may be clicked in any order. */
  fits(path = this.path) {
    return this.legal.filter(move =>
      move.kind === "place" ? path.every(name => move.path.includes(name)) : starts(move.path, path));
  }

  /** What may be clicked now, next to taking back. */
  next() {
    const names = new Set();
    const depth = this.path.length;
    for (const move of this.fits()) {
      if (move.kind === "place") {
        for (const name of move.path) if (!this.path.includes(name)) names.add(name);
      } else if (depth < move.path.length) names.add(move.path[depth]);
    }
    if (depth === 1 && this.legal.some(move => move.kind !== "place")) {
      for (const move of this.legal) if (move.path[0] !== this.path[0]) names.add(move.path[0]);
    }
    if (this.finished()) names.add(this.path.at(-1));
    return names;
  }

  /** The move that is whole as it stands, if there is one. */
  finished() {
    const depth = this.path.length;
    return depth ? this.fits().find(move => move.path.length === depth) ?? null : null;
  }

  /** Takes a click: `{ play }` a whole move, `{ more: true }` it was taken, `{ refused: true }` it cannot be. */
  pick(name) {
    const whole = this.finished();
    if (whole && name === this.path.at(-1)) return { play: whole };
    const placing = this.fits()[0]?.kind === "place";
    const further = [...this.path, name];
    const fits = this.path.includes(name) && placing ? [] : this.fits(further);
    if (!fits.length) return this.#back(name, placing) ?? this.#again(name);
    this.path = further;
    const done = fits.find(move => move.path.length === further.length);
    return done && fits.every(move => move.path.length === further.length) ? { play: done } : { more: true };
  }

  /** A click on a square of the path takes back what was clicked after it; on the only one, that one too. */
  #back(name, placing) {
    if (!this.path.includes(name)) return null;
    if (placing) this.path = this.path.filter(kept => kept !== name);
    else this.path = this.path.length === 1 ? [] : this.path.slice(0, this.path.indexOf(name) + 1);
    return { more: true };
  }

  /** A click on another piece of one's own begins anew. */
  #again(name) {
    if (this.path.length !== 1 || !this.fits([]).some(move => move.kind !== "place" && move.path[0] === name)) {
      return { refused: true };
    }
    this.path = [name];
    return { more: true };
  }
}

const neighbours = (column, row, step) =>
  [[step, 0], [-step, 0], [0, step], [0, -step]].map(([right, up]) => [column + right, row + up, right / step, up / step]);

/** The squares as they would stand after the part of a move that was entered: name → kind. */
export function preview(board, choice, game, player) {
  const { path } = choice;
  const mine = player === "first" ? "x" : "o";
  const changed = new Map();
  const kind = choice.fits()[0]?.kind;
  if (kind === "place") for (const name of path) changed.set(name, mine);
  if (path.length < 2 || kind === "place") return changed.size ? changed : null;
  const parse = name => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
  const nameOf = (column, row) => String.fromCharCode(97 + column) + (row + 1);
  const at = (column, row) => {
    if (column < 0 || row < 0 || column >= board.side || row >= board.side) return "#";
    return changed.get(nameOf(column, row)) ?? board.squares[row * board.side + column];
  };
  const middle = (board.side - 1) / 2;
  for (let i = 1; i < path.length; i += 1) {
    const [from, to] = [parse(path[i - 1]), parse(path[i])];
    changed.set(path[i - 1], ".");
    changed.set(path[i], mine);
    if (game === "mraha") {
      const over = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      if (over.every(Number.isInteger)) changed.set(nameOf(...over), ".");
      continue;
    }
    for (const [column, row, right, up] of neighbours(...to, 1)) {
      const enemy = at(column, row) === (mine === "x" ? "o" : "x") && !(column === middle && row === middle);
      if (enemy && at(column + right, row + up) === mine) changed.set(nameOf(column, row), ".");
    }
  }
  return changed;
}
