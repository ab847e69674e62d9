// The board of the mancalas: a carved plank with two rows of pits and a store at each end.

import { mark, svg } from "./dom.js";
import { number, t } from "./i18n.js";
import { rove } from "./roving.js";
import { definitions, grain, padlock, seeds } from "./wood.js";

const PITCH = 100;
const RADIUS = 43;
const STORE = 88;
const PAD = 16;
const HEIGHT = 316;
const TOP = 91;
const BOTTOM = HEIGHT - TOP;

const letter = (player, index) => String.fromCharCode((player ? 97 : 65) + index);

export class Pits {
  /** `activate(name)` is called when a pit is clicked. */
  constructor(activate) {
    this.activate = activate;
    this.element = svg("svg", { class: "board board-pits", role: "group" });
    this.side = 0;
  }

  get names() {
    return [...this.cells.keys()];
  }

  /** The pit's name and place, from its player and index in his row. */
  #place(player, index) {
    const near = (player === 0) !== this.flipped;
    const column = near ? index : this.side - 1 - index;
    return { column, row: near ? 1 : 0, x: this.left + PITCH * (column + 0.5), y: near ? BOTTOM : TOP };
  }

  build(board, flipped) {
    this.side = board.rows[0].length;
    this.flipped = flipped;
    this.left = PAD + STORE + 10;
    const width = 2 * this.left + PITCH * this.side;
    this.width = width;
    this.element.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.element.setAttribute("aria-label", t("board-label-pits"));
    const clip = svg("clipPath", { id: "plank" }, svg("rect", { width, height: HEIGHT, rx: 40 }));
    this.element.replaceChildren(definitions(), clip,
      svg("g", { "clip-path": "url(#plank)" },
        svg("rect", { width, height: HEIGHT, fill: "url(#wood)" }), grain(width, HEIGHT, this.side),
        svg("rect", { x: 3, y: 3, width: width - 6, height: HEIGHT - 6, rx: 38, class: "plank-edge" })));
    this.stores = [0, 1].map(player => this.#store(player));
    this.cells = new Map();
    const order = [];
    for (const player of [0, 1]) for (let i = 0; i < this.side; i += 1) order.push([player, i]);
    order.sort((a, b) => {
      const [p, q] = [this.#place(...a), this.#place(...b)];
      return p.row - q.row || p.column - q.column;
    });
    this.legends = svg("g", { class: "legends" });
    for (const [player, index] of order) this.#pit(player, index);
    this.element.append(this.legends);
    this.hand = svg("g", { class: "hand", "aria-hidden": "true" });
    this.element.append(this.hand);
    this.keys = rove(this.cells, name => this.activate(name));
    this.set(board);
  }

  #pit(player, index) {
    const name = letter(player, index);
    const { x, y, row, column } = this.#place(player, index);
    const edge = row ? HEIGHT - 23 : 24;
    const heapOf = svg("g", { class: "heap" });
    const count = svg("text", { x: 17, y: 1, class: "count" });
    const lock = svg("g", { class: "lock", transform: `translate(33 ${row ? 33 : -33})` }, ...padlock());
    const value = svg("text", { y: row ? -54 : 66, class: "value" });
    const element = svg("g", {
      class: "pit", role: "button", tabindex: -1, "data-pit": name, transform: `translate(${x} ${y})`,
    },
      svg("rect", { x: -PITCH / 2, y: row ? -56 : -88, width: PITCH, height: 144, class: "reach" }),
      svg("circle", { r: RADIUS + 2, cy: 2, class: "pit-rim" }),
      svg("circle", { r: RADIUS, fill: "url(#pit)", class: "pit-hole" }),
      svg("circle", { r: RADIUS + 1.5, class: "pit-mark" }),
      heapOf, lock);
    // The button has its own label; what is written beside the pit is for the eye.
    const legend = svg("g", { class: "legend", "aria-hidden": "true", transform: `translate(${x} ${y})` },
      svg("g", { transform: `translate(0 ${edge - y})` },
        svg("circle", { cx: -21, r: 16, class: "pit-tab" }),
        svg("text", { x: -21, y: 1, class: "pit-name", text: name }),
        svg("rect", { x: -3, y: -16, width: 40, height: 32, rx: 16, class: "count-plate" }),
        count),
      value);
    element.addEventListener("click", () => this.activate(name));
    this.element.append(element);
    this.legends.append(legend);
    this.cells.set(name, { element, legend, column, row, player, index, x, y, heap: heapOf, count, lock, value, shown: -1 });
  }

  #store(player) {
    const right = (player === 0) !== this.flipped;
    const x = right ? this.width - PAD - STORE / 2 : PAD + STORE / 2;
    const heapOf = svg("g", { class: "heap" });
    const count = svg("text", { y: 1, class: "count" });
    const label = svg("text", { y: 24 - HEIGHT / 2, class: "store-name" });
    const element = svg("g", { class: "store", role: "img", transform: `translate(${x} ${HEIGHT / 2})` },
      svg("rect", { x: -STORE / 2, y: -118, width: STORE, height: 236, rx: 42, class: "pit-rim" }),
      svg("rect", { x: -STORE / 2 + 1, y: -118, width: STORE - 2, height: 234, rx: 42, fill: "url(#pit)" }),
      heapOf, label,
      svg("g", { transform: `translate(0 ${HEIGHT / 2 - 23})` },
        svg("rect", { x: -26, y: -16, width: 52, height: 32, rx: 16, class: "count-plate" }), count));
    this.element.append(element);
    return { element, x, y: HEIGHT / 2, heap: heapOf, count, label, shown: -1 };
  }

  /** Draws the seeds of a board. */
  set(board) {
    this.board = structuredClone(board);
    for (const name of this.names) this.#refresh(name);
    for (const player of [0, 1]) this.#refreshStore(player);
  }

  #refresh(name) {
    const cell = this.cells.get(name);
    const seedsHere = this.board.rows[cell.player][cell.index];
    if (cell.shown !== seedsHere) {
      cell.heap.replaceChildren(...seeds(seedsHere, name.charCodeAt(0)));
      cell.count.textContent = seedsHere;
      cell.shown = seedsHere;
    }
    mark(cell.element, "data-locked", this.locked(name));
  }

  #refreshStore(player) {
    const store = this.stores[player];
    const held = this.board.stores[player];
    store.label.textContent = t(player ? "North" : "South");
    store.element.setAttribute("aria-label", t("store-label", { player: t(player ? "North" : "South"), seeds: held }));
    if (store.shown === held) return;
    store.heap.replaceChildren(...seeds(held, player + 7, 2.1));
    store.count.textContent = held;
    store.shown = held;
  }

  locked(name) {
    const { player } = this.cells.get(name);
    return (this.board.unlifted?.[player] ?? []).includes(name);
  }

  /** What a pit holds, and whose it is: for messages. */
  holds(name) {
    const { player, index } = this.cells.get(name);
    return { player: player ? "second" : "first", seeds: this.board.rows[player][index] };
  }

  /** Shows the marks of a position: what is legal, the last move, a hint, exact values. */
  marks({ legal = new Set(), last = new Set(), hint = new Set(), values = new Map() }) {
    for (const [name, cell] of this.cells) {
      mark(cell.element, "data-legal", legal.has(name));
      mark(cell.element, "data-last", last.has(name));
      mark(cell.element, "data-hint", hint.has(name));
      cell.value.textContent = values.get(name)?.text ?? "";
      mark(cell.legend, "data-tone", values.get(name)?.tone);
      cell.legend.classList.toggle("legend-legal", legal.has(name));
      cell.element.setAttribute("aria-label", this.#spoken(name, legal.has(name), hint.has(name), values.get(name)));
    }
  }

  #spoken(name, legal, hinted, value) {
    const { player, seeds: held } = this.holds(name);
    const parts = [t("pit-label", { pit: name, player: t(player === "first" ? "South" : "North"), seeds: held })];
    if (this.locked(name)) parts.push(t("pit-locked"));
    if (legal) parts.push(t("pit-playable"));
    if (hinted) parts.push(t("hinted"));
    if (value) parts.push(t("value-label", { value: value.spoken ?? value.text }));
    return parts.join(", ");
  }

  refuse(name) {
    const { element } = this.cells.get(name);
    element.classList.remove("refused");
    element.getBoundingClientRect();
    element.classList.add("refused");
  }

  focus(name) {
    this.keys.enter(name, true);
  }

  /** Shows one step of a move; `glide` moves a drawing and resolves when it has arrived. */
  async step(step, glide) {
    if (step.do === "lift") await this.#lift(step, glide);
    else if (step.do === "sow") await this.#sow(step, glide);
    else if (step.do === "take") await this.#take(step, glide);
    else if (step.do === "unlock") this.#unlock(step);
  }

  #handAt({ x, y }, count) {
    this.inHand = count;
    this.hand.replaceChildren();
    if (count <= 0) return;
    this.hand.append(svg("circle", { r: 33, class: "hand-palm" }), ...seeds(Math.min(count, 9), 3),
      svg("g", { transform: "translate(26 -26)" },
        svg("circle", { r: 16, class: "count-plate" }), svg("text", { y: 1, class: "count", text: number(count) })));
    this.hand.setAttribute("transform", `translate(${x} ${y})`);
  }

  async #lift({ pit, seeds: held }, glide) {
    const cell = this.cells.get(pit);
    const unlifted = this.board.unlifted?.[cell.player];
    if (unlifted?.includes(pit)) unlifted.splice(unlifted.indexOf(pit), 1);
    this.board.rows[cell.player][cell.index] = 0;
    this.#refresh(pit);
    this.#handAt(cell, held);
    const raised = { x: cell.x, y: cell.y - 18 };
    await glide(this.hand, cell, raised, 1);
    this.from = raised;
  }

  async #sow({ pit }, glide) {
    const cell = this.cells.get(pit);
    const above = { x: cell.x, y: cell.y - 18 };
    await glide(this.hand, this.from, above, 1);
    this.from = above;
    this.board.rows[cell.player][cell.index] += 1;
    this.#refresh(pit);
    this.#handAt(above, this.inHand - 1);
  }

  async #take({ pit, seeds: taken, by }, glide) {
    const cell = this.cells.get(pit);
    const player = by === "first" ? 0 : 1;
    const store = this.stores[player];
    const bundle = svg("g", { class: "taken" }, svg("circle", { r: 30, class: "hand-palm taken-palm" }), ...seeds(taken, 5));
    this.board.rows[cell.player][cell.index] -= taken;
    this.#refresh(pit);
    this.element.append(bundle);
    await glide(bundle, cell, store, 2);
    bundle.remove();
    this.board.stores[player] += taken;
    this.#refreshStore(player);
  }

  #unlock({ player }) {
    const lifted = this.board.unlifted?.[player === "first" ? 0 : 1];
    if (lifted) lifted.length = 0;
    for (const name of this.names) this.#refresh(name);
  }

  /** Takes away what a broken off animation left over. */
  settle() {
    this.hand.replaceChildren();
    for (const bundle of this.element.querySelectorAll(".taken")) bundle.remove();
  }
}
