// "What was my mistake?": every move of the game against the best one, losses in the players' words.

import { aborted, stream } from "./api.js";
import { $, el } from "./dom.js";
import { t } from "./i18n.js";
import { amount, called, capital, firstExpects, listed, lost, spoken } from "./say.js";

/** Seconds of thought for each move. */
const TIME = 0.4;
/** Losses below this are not worth a word. */
const SMALL = { seeds: 0.25, expectation: 0.02 };

export class Review {
  /** `on.go(ply, best)` shows a position and its best move, `on.explore(ply, line)` a line, `on.home()` the game; `on.value` as in the analysis; `on.marks(map)`. */
  constructor(session, on) {
    this.session = session;
    this.on = on;
    this.events = [];
    this.all = false;
    $("review-start").addEventListener("click", () => (this.work ? this.stop() : this.start()));
  }

  stop() {
    this.work?.abort();
    this.work = null;
    this.draw();
  }

  async start() {
    if (this.session.main) this.on.home();
    const total = this.session.moves.length;
    $("review").hidden = false;
    if (!total) {
      $("review").replaceChildren(el("p", { class: "note", text: t("review-none") }));
      return;
    }
    const work = new AbortController();
    Object.assign(this, { work, total, events: [], summary: null, key: this.session.key(total) });
    this.draw();
    try {
      const body = { ...this.session.body(total), time: TIME };
      await stream("/review", body, work.signal, (name, data) => this.#heard(work, name, data));
    } catch (error) {
      if (aborted(error) || work.signal.aborted) return;
      this.on.trouble(error, () => this.start());
    }
    if (this.work === work) this.work = null;
    this.draw();
  }

  #heard(work, name, data) {
    if (work.signal.aborted) return;
    if (name === "move") {
      this.events.push(data);
      const best = data.lines?.[0];
      if (best) this.on.value(this.session.key(data.ply - 1), firstExpects(best, data.player));
      this.on.marks(new Map(this.events.filter(event => event.mark).map(event => [event.ply, event.mark])));
    } else if (name === "done") {
      this.summary = data;
      this.on.say(t("review-done"));
    }
    this.draw();
  }

  /** Forgets a review of moves that are no longer there. */
  check() {
    if (!this.key || this.#now().startsWith(this.key)) return;
    this.work?.abort();
    Object.assign(this, { work: null, events: [], summary: null, key: null });
    this.on.marks(new Map());
    this.draw();
  }

  /** Names the position at the end of the game, whatever line is looked at. */
  #now() {
    const { variant, start, game } = this.session;
    return [variant, start ?? "", ...game].join("|");
  }

  draw(pits = this.pits) {
    this.pits = pits;
    const text = this.work ? "review-stop" : "review";
    $("review-start").dataset.text = text;
    $("review-start").textContent = t(text);
    $("review").hidden = !this.key;
    if (!this.key) return;
    const parts = [];
    if (this.work) {
      const n = Math.min(this.events.length + 1, this.total);
      parts.push(el("p", { class: "note", text: t("review-running", { n, all: this.total }) }),
        el("progress", { max: this.total, value: this.events.length, "aria-label": t("review") }));
    }
    if (this.summary) parts.push(this.#summary());
    const worst = this.events.filter(event => this.all || this.#counts(event));
    parts.push(el("ol", { class: "review-list" }, ...worst.map(event => this.#row(event))));
    if (!worst.length && this.summary) parts.push(el("p", { text: t("review-clean") }));
    if (this.events.length) parts.push(this.#box());
    $("review").replaceChildren(...parts);
  }

  #counts(event) {
    return event.mark || event.thrown || event.loss >= (SMALL[event.unit] ?? 0.02);
  }

  #box() {
    const box = el("input", { type: "checkbox", id: "review-all" });
    box.checked = this.all;
    box.addEventListener("change", () => {
      this.all = box.checked;
      this.draw();
      $("review-all").focus();
    });
    return el("label", { class: "check" }, box, el("span", { text: t("review-all") }));
  }

  #row(event) {
    const { player, ply, played, lines, mark } = event;
    const who = called(player, this.pits);
    const best = lines[0];
    const better = played.rank !== 1 && best.move !== played.move;
    const counts = this.#counts(event);
    const told = counts
      ? listed([event.thrown ? t(`thrown-${event.thrown}`) : null, event.loss > 0 ? lost(event.loss, event.unit) : null])
      : t(better ? "review-good" : "review-best");
    const why = t("best-was", { move: spoken(best.move) }) + this.#why(best);
    return el("li", { "data-ply": ply },
      el("button", { type: "button", class: "review-move", onclick: () => this.on.go(ply - 1, best.move) },
        el("span", { class: "review-head" }, `${event.number} ${who} ${spoken(played.move)} `,
          mark ? el("b", { class: "verdict", "data-verdict": mark, text: `${mark} ${t(`mark-${mark}`)}` }) : null),
        el("span", { class: "review-told", text: capital(better && counts ? t("review-line", { text: told, best: why }) : `${told}.`) })),
      better && counts ? el("span", { class: "review-lines" },
        this.#show("show-better", ply, best.pv, played.move), this.#show("show-after", ply, played.pv, played.move)) : null);
  }

  /** A button that plays a line on the board: what was better, or what the move led to. */
  #show(key, ply, line, move) {
    if (!line?.length) return null;
    return el("button", {
      type: "button", class: "quiet", "aria-label": `${t(key)}: ${spoken(move)}`, text: t(key),
      onclick: () => this.on.explore(ply - 1, line),
    });
  }

  #why(line) {
    return line.explained?.length ? t("colon") + listed(line.explained) : "";
  }

  #summary() {
    const { players, unit } = this.summary;
    return el("ul", { class: "review-summary" }, ...players.map(player => el("li", {},
      el("b", { text: called(player.player, this.pits) }),
      el("span", { text: t("review-player", { best: player.best, moves: player.moves }) }),
      el("span", { text: t("review-counts", player) }),
      el("span", { text: t("review-loss", { loss: amount(player.average_loss, unit) }) }))));
  }
}
