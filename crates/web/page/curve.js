// The course of the game: what the first player could expect at each position that is valued.

import { $, el, svg } from "./dom.js";
import { number, t } from "./i18n.js";
import { called } from "./say.js";

const WIDTH = 320;
const HEIGHT = 96;
/** Moves that are kept at most. */
const MOST = 20000;

export class Curve {
  constructor(session, go) {
    this.session = session;
    this.go = go;
    this.#forget();
    $("curve").addEventListener("click", event => this.#click(event));
  }

  /** Values are kept as a tree of moves from where the game began; those of another game are not needed any more. */
  #forget() {
    this.tree = { value: undefined, next: new Map() };
    this.grown = 0;
    this.of = this.#origin();
  }

  #origin() {
    return `${this.session.variant} ${this.session.start ?? ""}`;
  }

  #fit() {
    if (this.of !== this.#origin() || this.grown > MOST) this.#forget();
  }

  /** Remembers what first may expect after these moves. */
  set(moves, expected) {
    this.#fit();
    let node = this.tree;
    for (const move of moves) {
      if (!node.next.has(move)) {
        node.next.set(move, { value: undefined, next: new Map() });
        this.grown += 1;
      }
      node = node.next.get(move);
    }
    node.value = expected;
    this.draw();
  }

  #points() {
    this.#fit();
    const points = [];
    let node = this.tree;
    for (let ply = 0; node; ply += 1) {
      if (node.value !== undefined) points.push({ ply, value: node.value });
      node = ply < this.session.moves.length ? node.next.get(this.session.moves[ply]) : null;
    }
    return points;
  }

  #x(ply) {
    return 6 + (ply / Math.max(1, this.session.moves.length)) * (WIDTH - 12);
  }

  draw(pits = this.pits) {
    this.pits = pits;
    const points = this.#points();
    if (points.length < 2) {
      $("curve").replaceChildren(el("p", { class: "note", text: t("curve-none") }));
      return;
    }
    const y = value => 6 + (1 - value) * (HEIGHT - 12);
    const path = points.map(({ ply, value }, i) => `${i ? "L" : "M"}${this.#x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    const area = `${path}L${this.#x(points.at(-1).ply).toFixed(1)} ${y(0.5)}L${this.#x(points[0].ply).toFixed(1)} ${y(0.5)}Z`;
    const here = this.#x(this.session.ply);
    const told = this.#told(points);
    const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve-drawing", role: "img", "aria-label": told },
      svg("rect", { width: WIDTH, height: HEIGHT, rx: 8, class: "curve-ground" }),
      svg("line", { x1: 6, x2: WIDTH - 6, y1: y(0.5), y2: y(0.5), class: "curve-even" }),
      svg("path", { d: area, class: "curve-area" }),
      svg("line", { x1: here, x2: here, y1: 4, y2: HEIGHT - 4, class: "curve-here" }),
      svg("path", { d: path, class: "curve-line", fill: "none" }),
      ...points.map(({ ply, value }) => svg("circle", { cx: this.#x(ply), cy: y(value), r: 2.2, class: "curve-point" })));
    $("curve").replaceChildren(
      el("div", { class: "curve-names", "aria-hidden": "true" },
        el("span", { text: called("first", this.pits) }), el("span", { text: called("second", this.pits) })), drawing);
  }

  /** The curve in words; of a long game every position that was valued. */
  #told(points) {
    const words = points.map(({ ply, value }) => {
      const ahead = value >= 0.5;
      const player = called(ahead ? "first" : "second", this.pits);
      return t("curve-point", { ply, player, percent: number((ahead ? value : 1 - value) * 100) });
    });
    return t("curve-text", { known: points.length, all: this.session.moves.length + 1, points: words.join(" ") });
  }

  #click(event) {
    const drawing = event.target.closest("svg");
    if (!drawing) return;
    const box = drawing.getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width * WIDTH - 6) / (WIDTH - 12);
    this.go(Math.round(Math.min(1, Math.max(0, part)) * this.session.moves.length));
  }
}
