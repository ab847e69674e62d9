// What a board shows of a position.

import { isPits } from "./say.js";

/** The board as it is drawn: at the end the stores hold what each side got. */
export function shownBoard(state, resigned) {
  const board = structuredClone(state.board);
  if (isPits(state) && state.result?.stores && !resigned) {
    const left = board.rows.flat().reduce((sum, seeds) => sum + seeds, 0);
    const got = state.result.stores[0] + state.result.stores[1] - board.stores[0] - board.stores[1];
    if (left && got === left) board.rows = board.rows.map(row => row.map(() => 0));
    board.stores = state.result.stores;
  }
  return board;
}

/** The pit or the squares where the last move took place. */
export function touched(last, pits) {
  const names = last.steps.flatMap(step => {
    if (step.do === "lift") return [step.pit];
    if (step.do === "lay") return [step.square];
    return step.do === "move" ? [step.from, step.to] : [];
  });
  return new Set(pits ? names.slice(0, 1) : names);
}
