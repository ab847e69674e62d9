// Why a click cannot be played: the reason in words, worked out on the page.

import { t } from "./i18n.js";
import { called, spoken } from "./say.js";
import { family } from "./session.js";

function pit(state, view, name) {
  const { player, seeds } = view.holds(name);
  if (player !== state.turn) return t("no-yours", { pit: name, player: called(player, true) });
  if (!seeds) return t("no-seeds", { pit: name });
  return t(family(state.game) === "obridjie" ? "no-relay" : "no-feed", { pit: name });
}

function placing(view, name) {
  if (view.at(name) !== ".") return t("no-taken", { square: name });
  return t("no-centre");
}

function mustCapture(state) {
  const seega = family(state.game) === "seega";
  const captures = state.legal.filter(move => move.kind === "capture");
  if (!seega || !captures.length) return null;
  const few = captures.slice(0, 3).map(move => spoken(move.move)).join(", ");
  return t("no-capture", { moves: captures.length > 3 ? `${few}…` : few });
}

function square(state, view, choice, name) {
  if (state.legal.some(move => move.kind === "place")) return placing(view, name);
  const mine = state.turn === "first" ? "x" : "o";
  const there = view.at(name);
  if (choice.path.length) {
    const from = choice.path[0];
    const further = choice.path.length > 1;
    return mustCapture(state) && !further
      ? mustCapture(state)
      : t(further ? "no-further" : "no-reach", { from, to: name });
  }
  if (there === ".") return t("no-stone", { square: name });
  if (there !== mine) return t("no-enemy", { square: name });
  if (state.legal.some(move => move.kind === "pass")) return t("no-pass");
  if (mustCapture(state)) return mustCapture(state);
  // Seega's duty to free the other side leaves out stones that could move.
  const around = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([right, up]) =>
    String.fromCharCode(name.charCodeAt(0) + right) + (Number(name.slice(1)) + up));
  const free = around.some(near => view.cells.has(near) && view.at(near) === ".");
  return t(free ? "no-free" : "no-stuck", { square: name });
}

/** The reason why `name` cannot be played in a position whose turn it is. */
export function refusal(state, view, choice, name) {
  return state.board.kind === "pits" ? pit(state, view, name) : square(state, view, choice, name);
}
