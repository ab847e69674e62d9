// "What was my mistake?": every move of the game against the best one, losses in the players' words.

import { aborted, stream } from "./api.js";
import { $, el } from "./dom.js";
import { language, t } from "./i18n.js";
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
    /** The elements of the review that is shown, and what they were made for. */
    this.parts = null;
    this.made = "";
    this.runs = 0;
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
    const body = { ...this.session.body(total), time: TIME };
    Object.assign(this, { work, total, events: [], summary: null, ahead: 0, key: this.session.key(total), moves: body.moves });
    this.runs += 1;
    this.draw();
    try {
      await stream("/review", body, work.signal, "done", (name, data) => this.#heard(work, name, data));
    } catch (error) {
      if (aborted(error) || work.signal.aborted) return;
      this.on.trouble(error, () => this.start());
    }
    if (this.work === work) this.work = null;
    this.draw();
  }

  #heard(work, name, data) {
    if (work.signal.aborted) return;
    this.ahead = name === "queued" ? data.ahead : 0;
    if (name === "move") {
      this.events.push(data);
      const best = data.lines?.[0];
      if (best) this.on.value(this.moves.slice(0, data.ply - 1), firstExpects(best, data.player));
      this.on.marks(new Map(this.events.filter(event => event.mark).map(event => [event.ply, event.mark])));
    } else if (name === "done") {
      this.summary = data;
      this.on.say(t("review-done"));
    }
    this.draw();
  }

  /** Forgets a review of moves that are no longer there. */
  check() {
    if (!this.key || this.#holds(this.key)) return;
    this.work?.abort();
    Object.assign(this, { work: null, events: [], summary: null, key: null });
    this.on.marks(new Map());
    this.draw();
  }

  /** Whether the game, whatever line of it is looked at, still has the moves that a key names. */
  #holds(key) {
    const { variant, start, game } = this.session;
    return `${[variant, start ?? "", ...game].join("|")}|`.startsWith(`${key}|`);
  }

  draw(pits = this.pits) {
    this.pits = pits;
    const text = this.work ? "review-stop" : "review";
    $("review-start").dataset.text = text;
    $("review-start").textContent = t(text);
    $("review").hidden = !this.key;
    if (!this.key) return;
    const made = `${this.runs} ${language()} ${pits}`;
    if (made !== this.made) this.#make();
    this.made = made;
    this.#update();
  }

  /** Makes the elements; while a review goes on they are only added to. */
  #make() {
    const summary = el("div", {});
    const list = el("ol", { class: "review-list" });
    const note = el("p", { class: "note" });
    const progress = el("progress", { max: this.total, "aria-label": t("review") });
    const clean = el("p", { text: t("review-clean") });
    const box = this.#box();
    this.parts = { note, progress, summary, list, clean, box, listed: 0 };
    $("review").replaceChildren(note, progress, summary, list, clean, box);
  }

  #update() {
    const { note, progress, summary, list, clean, box } = this.parts;
    const { events, total, work, ahead } = this;
    const n = Math.min(events.length + 1, total);
    note.hidden = progress.hidden = !work;
    note.textContent = ahead ? t("analysis-queued", { n: ahead }) : t("review-running", { n, all: total });
    progress.value = events.length;
    const added = events.slice(this.parts.listed).filter(event => this.all || this.#counts(event));
    list.append(...added.map(event => this.#row(event)));
    this.parts.listed = events.length;
    summary.hidden = !this.summary;
    if (this.summary && !summary.firstChild) summary.append(this.#summary());
    clean.hidden = Boolean(list.firstChild) || !this.summary;
    box.hidden = !events.length;
  }

  #counts(event) {
    return event.mark || event.thrown || event.loss >= (SMALL[event.unit] ?? 0.02);
  }

  #box() {
    const box = el("input", { type: "checkbox", id: "review-all" });
    box.checked = this.all;
    box.addEventListener("change", () => {
      this.all = box.checked;
      this.parts.list.replaceChildren();
      this.parts.listed = 0;
      this.draw();
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
      type: "button", class: "quiet", "aria-label": t(key) + t("colon") + spoken(move), text: t(key),
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
      ...this.#figures(player, unit).map(text => el("span", { text })))));
  }

  /** What a player's moves were worth; who has not moved has lost nothing. */
  #figures(player, unit) {
    if (!player.moves || player.average_loss === null) return [t("moves-none")];
    return [
      t("review-player", { best: player.best, moves: player.moves }),
      t("review-counts", player),
      t("review-loss", { loss: amount(player.average_loss, unit) }),
    ];
  }
}
