// The board of the capture games: a grid scratched in sand, with light and dark stones.

import { mark, svg } from "./dom.js";
import { t } from "./i18n.js";
import { rove } from "./roving.js";
import { definitions, sand, scratch, stone } from "./wood.js";

const CELL = 100;
const LEFT = 46;
const EDGE = 20;

export class Squares {
  /** `activate(name)` is called when a square is clicked, and for both ends of a drag. */
  constructor(activate) {
    this.activate = activate;
    this.element = svg("svg", { class: "board board-squares", role: "group" });
    this.stones = new Map();
    this.#listenToDrags();
  }

  get names() {
    return [...this.cells.keys()];
  }

  get centre() {
    const middle = (this.side - 1) / 2;
    return this.#name(middle, middle);
  }

  #name(column, row) {
    return String.fromCharCode(97 + column) + (row + 1);
  }

  /** Where a square (columns from a, rows from 1, both counted from 0) is drawn. */
  #at(column, row) {
    const across = this.flipped ? this.side - 1 - column : column;
    const down = this.flipped ? row : this.side - 1 - row;
    return { x: LEFT + CELL * (across + 0.5), y: EDGE + CELL * (down + 0.5), across, down };
  }

  build(board, flipped) {
    this.side = board.side;
    this.flipped = flipped;
    const size = CELL * this.side;
    const [width, height] = [LEFT + size + EDGE, EDGE + size + LEFT];
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.element.setAttribute("aria-label", t("board-label"));
    this.element.replaceChildren(definitions(),
      svg("clipPath", { id: "tray" }, svg("rect", { width, height, rx: 22 })),
      svg("g", { "clip-path": "url(#tray)" },
        svg("rect", { width, height, fill: "url(#sand)" }), sand(width, height, this.side),
        svg("rect", { x: 2, y: 2, width: width - 4, height: height - 4, rx: 20, class: "tray-edge" })));
    this.#grid(size);
    this.cells = new Map();
    const order = [];
    for (let down = 0; down < this.side; down += 1) {
      for (let across = 0; across < this.side; across += 1) {
        order.push(flipped ? [this.side - 1 - across, down] : [across, this.side - 1 - down]);
      }
    }
    for (const [column, row] of order) this.#cell(column, row);
    this.trail = svg("g", { class: "trail", "aria-hidden": "true" });
    this.layer = svg("g", { class: "stones", "aria-hidden": "true" });
    this.tags = svg("g", { class: "tags", "aria-hidden": "true" });
    this.element.append(this.trail, this.layer, this.tags);
    this.keys = rove(this.cells, name => this.activate(name));
    this.set(board);
  }

  #grid(size) {
    for (let i = 0; i <= this.side; i += 1) {
      const along = CELL * i;
      this.element.append(
        scratch(LEFT, EDGE + along, LEFT + size, EDGE + along, i + 1),
        scratch(LEFT + along, EDGE, LEFT + along, EDGE + size, i + 40));
    }
    const { x, y } = this.#at((this.side - 1) / 2, (this.side - 1) / 2);
    for (const [dx, dy, seed] of [[26, 26, 90], [26, -26, 91]]) {
      this.element.append(scratch(x - dx, y - dy, x + dx, y + dy, seed));
    }
    const names = svg("g", { class: "coordinates", "aria-hidden": "true" });
    for (let i = 0; i < this.side; i += 1) {
      const file = this.#at(i, 0);
      const rank = this.#at(0, i);
      names.append(
        svg("text", { x: file.x, y: EDGE + size + 24, text: String.fromCharCode(97 + i) }),
        svg("text", { x: LEFT - 24, y: rank.y, text: i + 1 }));
    }
    this.element.append(names);
  }

  #cell(column, row) {
    const name = this.#name(column, row);
    const { x, y, across, down } = this.#at(column, row);
    const element = svg("g", {
      class: "square", role: "button", tabindex: -1, "data-square": name, transform: `translate(${x} ${y})`,
    },
      svg("rect", { x: -48, y: -48, width: 96, height: 96, rx: 8, class: "reach" }),
      svg("circle", { r: 41, class: "square-ring" }),
      svg("circle", { r: 10, class: "square-dot" }));
    element.addEventListener("click", () => {
      if (!this.dragged) this.activate(name);
    });
    this.element.append(element);
    this.cells.set(name, { element, column: across, row: down, x, y, index: row * this.side + column });
  }

  /** Draws the stones of a board. */
  set(board) {
    this.board = structuredClone(board);
    this.layer.replaceChildren();
    this.stones.clear();
    for (const [name, cell] of this.cells) {
      const kind = board.squares[cell.index];
      if (kind !== ".") this.#put(name, kind);
    }
  }

  #put(name, kind) {
    const { x, y } = this.cells.get(name);
    const drawing = stone(kind);
    drawing.setAttribute("transform", `translate(${x} ${y})`);
    this.layer.append(drawing);
    this.stones.set(name, drawing);
    return drawing;
  }

  at(name) {
    return this.board.squares[this.cells.get(name).index];
  }

  /** Shows the marks of a position, and the stones of a move that is being entered. */
  marks({ legal = new Set(), last = new Set(), hint = [], chosen = [], values = new Map(), preview = null }) {
    const hinted = new Set(hint);
    this.element.classList.toggle("many", legal.size > 16);
    for (const [name, cell] of this.cells) {
      const kind = preview?.get(name) ?? this.at(name);
      mark(cell.element, "data-legal", legal.has(name));
      mark(cell.element, "data-last", last.has(name));
      mark(cell.element, "data-hint", hinted.has(name));
      mark(cell.element, "data-chosen", chosen.includes(name));
      mark(cell.element, "data-stone", kind !== "." && kind);
      cell.element.setAttribute("aria-label", this.#spoken(name, kind, {
        legal: legal.has(name), chosen: chosen.includes(name), hinted: hinted.has(name), value: values.get(name),
      }));
    }
    if (preview || this.previewed) this.#preview(preview);
    this.#arrow(hint.length > 1 ? hint : chosen);
    this.#values(values);
  }

  #preview(preview) {
    this.previewed = Boolean(preview);
    this.set(this.board);
    for (const [name, kind] of preview ?? []) {
      this.stones.get(name)?.remove();
      this.stones.delete(name);
      if (kind !== ".") this.#put(name, kind);
    }
  }

  #arrow(path) {
    this.trail.replaceChildren();
    if (path.length < 2) return;
    const points = path.map(name => this.cells.get(name)).map(({ x, y }) => `${x},${y}`).join(" ");
    this.trail.append(svg("polyline", { points, fill: "none" }));
  }

  #values(values) {
    this.tags.replaceChildren();
    for (const [name, { text, tone }] of values) {
      const { x, y } = this.cells.get(name);
      this.tags.append(svg("g", { transform: `translate(${x + 24} ${y - 32})`, class: "tag", "data-value": tone },
        svg("rect", { x: -25, y: -14, width: 50, height: 28, rx: 14 }), svg("text", { y: 1, text })));
    }
  }

  #spoken(name, kind, { legal, chosen, hinted, value }) {
    const parts = [name, t({ x: "light-stone", o: "dark-stone", ".": "empty-square" }[kind])];
    if (name === this.centre) parts.push(t("centre"));
    if (chosen) parts.push(t("square-chosen"));
    if (legal) parts.push(t("square-playable"));
    if (hinted) parts.push(t("hinted"));
    if (value) parts.push(t("value-label", { value: value.spoken ?? value.text }));
    return parts.join(", ");
  }

  refuse(name) {
    const { element } = this.cells.get(name);
    const drawing = this.stones.get(name);
    for (const target of [element, drawing]) {
      if (!target) continue;
      target.classList.remove("refused");
      target.getBoundingClientRect();
      target.classList.add("refused");
    }
  }

  focus(name) {
    this.keys.enter(name, true);
  }

  /** The square under a point of the screen. */
  #under({ clientX, clientY }) {
    const matrix = this.element.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    for (const [name, { x, y }] of this.cells ?? []) {
      if (Math.abs(point.x - x) <= CELL / 2 && Math.abs(point.y - y) <= CELL / 2) return { name, point };
    }
    return { name: null, point };
  }

  #listenToDrags() {
    let drag = null;
    this.element.addEventListener("pointerdown", event => {
      this.dragged = false;
      const hit = this.#under(event);
      const legal = hit?.name && this.cells.get(hit.name).element.hasAttribute("data-legal");
      const drawing = hit?.name && this.stones.get(hit.name);
      if (event.button || !event.isPrimary || !drawing) return;
      if (legal || this.cells.get(hit.name).element.hasAttribute("data-chosen")) {
        drag = { name: hit.name, drawing, x: event.clientX, y: event.clientY };
      }
    });
    this.element.addEventListener("pointermove", event => {
      if (!drag) return;
      if (!this.dragged && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
      if (!this.dragged) {
        this.dragged = true;
        this.element.setPointerCapture(event.pointerId);
        if (!this.cells.get(drag.name).element.hasAttribute("data-chosen")) this.activate(drag.name);
        drag.drawing = this.stones.get(drag.name) ?? drag.drawing;
      }
      const hit = this.#under(event);
      if (!hit) return;
      drag.drawing.setAttribute("transform", `translate(${hit.point.x} ${hit.point.y})`);
      drag.drawing.classList.add("dragging");
    });
    // A finger on a stone moves the stone, not the page.
    const hold = event => {
      if (drag) event.preventDefault();
    };
    this.element.addEventListener("touchmove", hold, { passive: false });
    const drop = (event, done) => {
      if (!drag) return;
      const { name, drawing } = drag;
      drag = null;
      if (!this.dragged) return;
      drawing.classList.remove("dragging");
      const { x, y } = this.cells.get(name);
      drawing.setAttribute("transform", `translate(${x} ${y})`);
      const hit = this.#under(event);
      if (done && hit?.name && hit.name !== name) this.activate(hit.name);
      // The click that follows a drag is no click.
      setTimeout(() => (this.dragged = false), 0);
    };
    this.element.addEventListener("pointerup", event => drop(event, true));
    this.element.addEventListener("pointercancel", event => drop(event, false));
  }

  /** Shows one step of a move; `glide` moves a drawing and resolves when it has arrived. */
  async step(step, glide, player) {
    if (step.do === "lay") {
      const drawing = this.#put(step.square, player === "first" ? "x" : "o");
      const place = this.cells.get(step.square);
      await glide(drawing, { x: place.x, y: place.y - 40 }, place, 1);
    } else if (step.do === "move") {
      const drawing = this.stones.get(step.from);
      this.stones.delete(step.from);
      this.stones.set(step.to, drawing);
      this.layer.append(drawing);
      await glide(drawing, this.cells.get(step.from), this.cells.get(step.to), 2);
    } else if (step.do === "remove") {
      const drawing = this.stones.get(step.square);
      if (!drawing) return;
      this.stones.delete(step.square);
      drawing.classList.add("leaving");
      const place = this.cells.get(step.square);
      await glide(drawing, place, { x: place.x, y: place.y - 12 }, 1.5);
      drawing.remove();
    }
  }

  settle() {}
}
