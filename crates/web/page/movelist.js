// The list of moves: a click shows the position after a move.

import { $, el, mark } from "./dom.js";
import { t } from "./i18n.js";
import { called, spoken } from "./say.js";
import { turns } from "./session.js";

export class MoveList {
  constructor(session, go) {
    this.session = session;
    this.go = go;
    this.marks = new Map();
    const jump = (id, ply) => $(id).addEventListener("click", () => go(ply(), id === "go-next"));
    jump("go-first", () => 0);
    jump("go-previous", () => session.ply - 1);
    jump("go-next", () => session.ply + 1);
    jump("go-last", () => session.moves.length);
  }

  /** Shows the moves of the session; `state` gives the first position. */
  show(state) {
    const { session } = this;
    const { moves, ply } = session;
    $("go-first").disabled = $("go-previous").disabled = ply === 0;
    $("go-next").disabled = $("go-last").disabled = ply === moves.length;
    if (!moves.length) {
      $("moves").replaceChildren(el("p", { class: "note", text: t("moves-none") }));
      return;
    }
    const order = turns(state.start, moves);
    const list = el("ol", {});
    let row = null;
    let number = 0;
    moves.forEach((move, index) => {
      const player = order[index];
      if (!row || player === "first" || order[index - 1] === player) {
        number += 1;
        row = el("li", {}, el("span", { class: "move-number", text: `${number}.`, "aria-hidden": "true" }));
        if (player === "second") row.append(el("span", { class: "move-gap", text: "…", "aria-hidden": "true" }));
        list.append(row);
      }
      row.append(this.#button(move, index + 1, player, state.board.kind === "pits"));
    });
    const focused = [...$("moves").querySelectorAll("button")].indexOf(document.activeElement);
    const start = el("button", { type: "button", class: "move", text: t("moves-start"), onclick: () => this.go(0) });
    mark(start, "aria-current", ply === 0 && "step");
    $("moves").replaceChildren(start, list);
    $("moves").querySelectorAll("button")[focused]?.focus({ preventScroll: true });
    const here = $("moves").querySelector("[aria-current]");
    // Only the list scrolls, never the page.
    if (here) $("moves").scrollTop = Math.max(0, here.offsetTop - $("moves").clientHeight / 2);
  }

  #button(move, ply, player, pits) {
    const verdict = this.session.game[ply - 1] === move ? this.marks.get(ply) : null;
    const name = `${called(player, pits)}${t("colon")}${spoken(move)}${verdict ? `, ${t(`mark-${verdict}`)}` : ""}`;
    const button = el("button", {
      type: "button", class: "move", "data-ply": ply, "aria-label": name, onclick: () => this.go(ply),
    }, spoken(move));
    if (verdict) button.append(el("span", { class: "verdict", "data-verdict": verdict, text: verdict }));
    mark(button, "aria-current", this.session.ply === ply && "step");
    return button;
  }
}
