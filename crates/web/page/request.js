// What the player to move is asked to do.

import { t } from "./i18n.js";
import { called, isPits } from "./say.js";

/** The sentence for a position, and for the part of a move that was clicked. */
export function request(state, choice) {
  const player = called(state.turn, isPits(state));
  if (isPits(state)) return t("turn-pits", { player });
  const kinds = new Set(state.legal.map(move => move.kind));
  if (kinds.has("pass")) return t("turn-pass", { player });
  if (kinds.has("place")) {
    if (choice.path.length) return t("turn-place-more");
    return t(state.legal[0].path.length > 1 ? "turn-place" : "turn-place-one", { player });
  }
  const to = choice.path.at(-1);
  if (choice.path.length > 1) return choice.finished() ? t("choose-further", { to }) : t("choose-must-go-on");
  if (choice.path.length) return t("choose-target", { from: to });
  return t(kinds.has("capture") && !kinds.has("slide") ? "turn-capture" : "turn-squares", { player });
}
