// The analysis panel: the engine's lines as they grow, exact values from the tables, the evaluation bar.

import { aborted, post, stream } from "./api.js";
import { $, el, mark } from "./dom.js";
import { number, t } from "./i18n.js";
import { capital, exact, firstExpects, firstGot, spoken, worth } from "./say.js";
import { recall, remember } from "./storage.js";

/** A pause before a search, so that going through a game does not start one at every move. */
const CALM = 180;

function count(n) {
  if (n >= 1e6) return t("million", { n: n / 1e6, shown: number(n / 1e6, 1) });
  return number(n >= 1e4 ? Math.round(n / 1e3) * 1e3 : n);
}

function exactMark(proven) {
  return proven ? el("span", { class: "exact", text: ` ${t("exact-mark")}` }) : "";
}

/** A row of the list; `point(move)` shows its move on the board, `explore(pv)` the play that is expected. */
function lineRow(point, explore) {
  let shown = {};
  const move = el("button", { type: "button", class: "line-move", onclick: () => point(shown.move) });
  const value = el("span", { class: "line-value" });
  const why = el("span", { class: "line-why" });
  const follow = el("span", {});
  const pv = el("button", { type: "button", class: "line-pv", title: t("show-line"), onclick: () => explore(shown.pv) },
    el("span", { class: "away", text: t("show-line") + t("colon") }), follow);
  const item = el("li", { class: "line" }, move, value, why, pv);
  const show = (line, state) => {
    shown = line;
    const rest = (line.pv ?? []).slice(1, 15);
    item.dataset.move = line.move;
    item.dataset.value = line.score;
    mark(item, "data-exact", Boolean(line.proven));
    move.textContent = spoken(line.move);
    value.replaceChildren(capital(worth(line, state)), exactMark(line.proven));
    why.textContent = capital((line.explained ?? []).join(", "));
    why.hidden = !why.textContent;
    follow.textContent = rest.map(spoken).join(" ");
    pv.hidden = !rest.length;
  };
  return { item, show };
}

export class Analysis {
  /** `on.value(moves, expected)` hears what first may expect after these moves. */
  constructor(match, on) {
    this.match = match;
    this.on = on;
    this.open = false;
    this.work = null;
    this.rows = [];
    /** Where the panel was when another position was asked for. */
    this.top = null;
    this.opened = false;
    $("analysis-toggle").addEventListener("click", () => this.toggle(!this.open));
    const lines = recall("lines");
    if ([1, 2, 3, 4, 5].includes(lines)) $("analysis-lines").value = lines;
    $("analysis-lines").addEventListener("change", event => {
      remember("lines", Number(event.target.value));
      this.update();
    });
  }

  toggle(open) {
    this.open = open;
    $("analysis").hidden = !open;
    $("evaluation").hidden = !open;
    this.words();
    if (open) {
      this.update();
      // The panel may be below what is seen; the panels scroll, and the board stays where it is.
      this.#scrollTo(0);
      this.opened = true;
    } else {
      this.leave();
      $("analysis").style.minHeight = "";
      this.match.setValues(new Map());
    }
  }

  /** How far the panel is below the top of what is seen of the panels. */
  #top() {
    const card = $("analysis-toggle").closest(".card");
    return card.getBoundingClientRect().top - card.parentElement.getBoundingClientRect().top;
  }

  #scrollTo(top) {
    $("analysis-toggle").closest(".card").parentElement.scrollTop += this.#top() - top;
  }

  words() {
    const key = this.open ? "analysis-close" : "analysis-open";
    $("analysis-toggle").dataset.text = key;
    $("analysis-toggle").textContent = t(key);
    $("analysis-toggle").setAttribute("aria-expanded", this.open);
  }

  stop() {
    clearTimeout(this.clock);
    this.work?.abort();
    this.work = null;
  }

  /** Another position is about to be shown: the lines are not of it. */
  leave() {
    this.stop();
    this.top ??= this.#top();
    this.#clear();
  }

  /** Starts anew for the position that is shown. */
  update() {
    this.stop();
    const { state, session, over } = this.match;
    const { top } = this;
    this.top = null;
    if (!this.open || !state) return;
    this.#clear();
    // The list of moves above has changed its height: who looks at the analysis goes on looking at it.
    if (top !== null && top < innerHeight / 3) this.#scrollTo(top);
    if (over) {
      $("analysis-depth").textContent = t("analysis-over");
      this.#bar(firstGot(over), over.text);
      return;
    }
    if (session.isEngine(state.turn) && !session.paused) {
      $("analysis-depth").textContent = t("analysis-busy");
      return;
    }
    $("analysis-depth").textContent = t("analysis-wait");
    const work = new AbortController();
    this.work = work;
    this.clock = setTimeout(() => {
      this.#tables(state, work.signal);
      this.#search(state, work.signal);
    }, CALM);
  }

  #clear() {
    // The panel keeps its height, so that what is around it does not jump from one position to the next.
    if (this.open) $("analysis").style.minHeight = `${$("analysis").offsetHeight}px`;
    this.rows = [];
    $("analysis-list").replaceChildren();
    $("analysis-value").textContent = "";
    $("tables").hidden = true;
  }

  async #search(state, signal) {
    const { session } = this.match;
    const line = session.moves.slice(0, session.ply);
    const heard = (name, data) => {
      if (signal.aborted) return;
      if (name === "queued") $("analysis-depth").textContent = t("analysis-queued", { n: data.ahead });
      else this.#show(data, state, line, name === "done");
    };
    const body = { ...session.body(), multipv: Number($("analysis-lines").value), time: 30 };
    try {
      await stream("/analyse", body, signal, "done", heard);
    } catch (error) {
      if (aborted(error) || signal.aborted) return;
      $("analysis-depth").textContent = "";
      this.on.trouble(error, () => this.update());
    }
  }

  #show(data, state, moves, done) {
    const { lines = [], depth, nodes, nps } = data;
    if (!lines.length) return;
    const speed = nps ? count(nps) : "";
    const head = t("analysis-depth", { depth, nodes: count(nodes ?? 0), speed });
    $("analysis-depth").textContent = done ? `${head}, ${t("analysis-done")}` : head;
    this.#fit(lines.length, moves.length);
    lines.forEach((line, rank) => this.rows[rank].show(line, state));
    // Only now the panel is high enough to be scrolled to the top.
    if (this.opened) this.#scrollTo(0);
    this.opened = false;
    const value = worth(lines[0], state);
    $("analysis-value").replaceChildren(capital(value), exactMark(lines[0].proven));
    const expected = firstExpects(lines[0], state.turn);
    this.#bar(expected, value);
    this.on.value(moves, expected);
  }

  /** Rows stay where they are while values change, so that they can be clicked and keep the focus. */
  #fit(count, ply) {
    while (this.rows.length < count) {
      const row = lineRow(move => this.match.point(move), pv => this.match.explore(ply, pv));
      this.rows.push(row);
      $("analysis-list").append(row.item);
    }
    for (const row of this.rows.splice(count)) row.item.remove();
  }

  #bar(expected, words) {
    const percent = Math.round(Math.min(1, Math.max(0, expected)) * 100);
    const bar = $("evaluation");
    $("evaluation-fill").style.height = `${percent}%`;
    mark(bar, "data-flipped", this.match.session.flipped);
    bar.setAttribute("aria-label", t("evaluation", { value: words }));
    bar.title = t("evaluation", { value: words });
  }

  async #tables(state, signal) {
    try {
      const table = await post("/tables", this.match.session.body(), signal);
      if (signal.aborted || !table.known) return;
      const entries = table.moves.map(entry => ({ move: entry.move, ...exact(entry, table, state) }));
      $("tables").hidden = false;
      $("tables-list").replaceChildren(...entries.map(entry => el("li", { "data-move": entry.move },
        el("button", { type: "button", class: "line-move", text: spoken(entry.move), onclick: () => this.match.point(entry.move) }),
        el("span", {}, capital(entry.words), exactMark(true)))));
      this.match.setValues(this.#onBoard(entries, state));
    } catch (error) {
      if (!aborted(error)) this.on.trouble(error, () => this.update());
    }
  }

  /** Values stand at the pit, or at the stone that moves: the best of its moves, for they come best first. */
  #onBoard(entries, state) {
    const values = new Map();
    for (const entry of entries) {
      const move = state.legal.find(legal => legal.move === entry.move);
      if (!move?.path.length || move.kind === "place" || values.has(move.path[0])) continue;
      values.set(move.path[0], entry);
    }
    return values;
  }
}
