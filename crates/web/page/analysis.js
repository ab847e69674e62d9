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

export class Analysis {
  /** `on.value(key, expected)` hears what first may expect, `on.values(map)` of exact values. */
  constructor(match, on) {
    this.match = match;
    this.on = on;
    this.open = false;
    this.work = null;
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
      // The panel may be below what is seen; the board stays where it is.
      if (matchMedia("(min-width: 1001px)").matches) $("analysis-toggle").closest(".card").scrollIntoView({ block: "start" });
    } else {
      this.stop();
      this.match.setValues(new Map());
    }
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

  /** Starts anew for the position that is shown. */
  update() {
    this.stop();
    const { state, session, over } = this.match;
    if (!this.open || !state) return;
    this.#clear();
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
    $("analysis-list").replaceChildren();
    $("analysis-value").textContent = "";
    $("tables").hidden = true;
  }

  async #search(state, signal) {
    const key = this.match.session.key();
    const heard = (name, data) => {
      if (signal.aborted) return;
      if (name === "queued") $("analysis-depth").textContent = t("analysis-queued", { n: data.ahead });
      else this.#show(data, state, key, name === "done");
    };
    const body = { ...this.match.session.body(), multipv: Number($("analysis-lines").value), time: 30 };
    try {
      await stream("/analyse", body, signal, heard);
    } catch (error) {
      if (aborted(error) || signal.aborted) return;
      $("analysis-depth").textContent = "";
      this.on.trouble(error, () => this.update());
    }
  }

  #show(data, state, key, done) {
    const { lines = [], depth, nodes, nps } = data;
    if (!lines.length) return;
    const speed = nps ? count(nps) : "";
    const head = t("analysis-depth", { depth, nodes: count(nodes ?? 0), speed });
    $("analysis-depth").textContent = done ? `${head}, ${t("analysis-done")}` : head;
    $("analysis-list").replaceChildren(...lines.map(line => this.#line(line, state)));
    const value = worth(lines[0], state);
    $("analysis-value").replaceChildren(capital(value), this.#exactMark(lines[0].proven));
    const expected = firstExpects(lines[0], state.turn);
    this.#bar(expected, value);
    this.on.value(key, expected);
  }

  #exactMark(proven) {
    return proven ? el("span", { class: "exact", text: ` ${t("exact-mark")}` }) : "";
  }

  #line(line, state) {
    const value = worth(line, state);
    const show = el("button", {
      type: "button", class: "line-move", text: spoken(line.move), onclick: () => this.match.point(line.move),
    });
    return el("li", { class: "line", "data-move": line.move, "data-value": line.score, "data-exact": Boolean(line.proven) },
      show,
      el("span", { class: "line-value" }, capital(value), this.#exactMark(line.proven)),
      line.explained?.length ? el("span", { class: "line-why", text: capital(line.explained.join(", ")) }) : null,
      this.#follow(line));
  }

  /** The play that is expected; a click shows it on the board. */
  #follow(line) {
    const rest = (line.pv ?? []).slice(1);
    if (!rest.length) return null;
    const { session } = this.match;
    return el("button", {
      type: "button", class: "line-pv", title: t("show-line"),
      onclick: () => this.match.explore(session.ply, line.pv),
    }, el("span", { class: "away", text: `${t("show-line")}: ` }), rest.slice(0, 14).map(spoken).join(" "));
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
        el("span", {}, capital(entry.words), this.#exactMark(true)))));
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
