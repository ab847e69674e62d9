// The position editor: forms for seeds or stones, a field for the text, checked by the server.

import { post } from "./api.js";
import { el, svg } from "./dom.js";
import { t } from "./i18n.js";
import { complaint, open } from "./panel.js";
import { called } from "./say.js";
import { family } from "./session.js";
import { padlock } from "./wood.js";

/** Pits and stores hold at most all seeds of a game. */
const SEEDS = 48;
/** So many moves without a capture end a game. */
const QUIET = 100;

/**
 * A number with buttons beside it. All parts of a form use `edit(change)`: it makes the change once a text that was typed
 * has been read into the form, and then writes the text anew.
 */
function counter(id, label, most, edit) {
  const input = el("input", { id, type: "number", min: 0, max: most, inputmode: "numeric", "aria-label": label });
  const value = () => Math.min(most, Math.max(0, Math.trunc(Number(input.value)) || 0));
  const button = (text, by, key) => el("button", {
    type: "button", class: "nudge", "aria-label": label + t("colon") + t(key), text,
    onclick: () => edit(() => (input.value = Math.min(most, Math.max(0, value() + by)))),
  });
  input.addEventListener("input", () => {
    const typed = input.value;
    edit(() => {
      if (input.value !== typed) input.value = typed;
    });
  });
  // What is out of bounds is put right when the field is left.
  input.addEventListener("change", () => (input.value = value()));
  const box = el("div", { class: "counter" }, button("−", -1, "editor-less"), input, button("+", 1, "editor-more"));
  return { box, get value() { return value(); }, set value(n) { input.value = n; } };
}

function turnChoice(pits, edit) {
  const radio = player => {
    const input = el("input", { type: "radio", name: "editor-turn", value: player, id: `editor-turn-${player}` });
    input.addEventListener("change", () => edit(() => (input.checked = true)));
    return { input, label: el("label", { class: "check" }, input, el("span", { text: called(player, pits) })) };
  };
  const [first, second] = [radio("first"), radio("second")];
  const box = el("fieldset", { class: "row" }, el("legend", { text: t("editor-turn") }), first.label, second.label);
  return {
    box,
    get value() { return first.input.checked ? "first" : "second"; },
    set value(player) { (player === "first" ? first : second).input.checked = true; },
  };
}

/** The form of a mancala: `text()` is the position it stands for, `put(state)` shows one, `clear()` empties the board. */
function pitsForm(game, { rows }, edit) {
  const kpe = family(game) === "kpe";
  const letter = (player, i) => String.fromCharCode((player ? 97 : 65) + i);
  const pits = rows.map((row, player) => row.map((_, i) => {
    const pit = letter(player, i);
    return counter(`edit-${pit}`, t("editor-seeds", { pit }), SEEDS, edit);
  }));
  const locks = rows.map((row, player) => row.map((_, i) => {
    const pit = letter(player, i);
    const box = el("input", { type: "checkbox", id: `lock-${pit}`, "aria-label": t("editor-lock", { pit }) });
    box.addEventListener("change", () => {
      const { checked } = box;
      edit(() => (box.checked = checked));
    });
    return box;
  }));
  const store = player => t("editor-store", { player: called(player ? "second" : "first", true) });
  const held = [0, 1].map(player => counter(`edit-store-${player}`, store(player), SEEDS, edit));
  const turn = turnChoice(true, edit);
  const lock = (player, i) => el("label", { class: "check" }, locks[player][i],
    svg("svg", { viewBox: "-14 -14 28 28", class: "edit-lock", "aria-hidden": "true" }, ...padlock()));
  const cell = (player, i) => el("div", { class: "edit-pit" },
    el("b", { text: letter(player, i) }), pits[player][i].box, kpe ? lock(player, i) : null);
  const order = player => (player ? [...rows[1].keys()].reverse() : [...rows[0].keys()]);
  const total = el("p", { class: "note" });
  const box = el("div", { class: "form-box" },
    ...[1, 0].map(player => el("div", { class: "edit-row" }, ...order(player).map(i => cell(player, i)))),
    el("div", { class: "row" }, ...held.map((counted, player) =>
      el("div", { class: "edit-store" }, el("span", { text: store(player) }), counted.box))),
    turn.box, total);
  const count = () => {
    const numbers = [...pits.flat(), ...held].map(input => input.value);
    total.textContent = t("editor-total", { n: numbers.reduce((sum, n) => sum + n, 0) });
    return numbers;
  };
  const text = () => {
    const fields = `${count().join("-")}-${turn.value === "first" ? "S" : "N"}`;
    if (!kpe) return fields;
    const left = locks.flatMap((row, player) => row.map((lock, i) => (lock.checked ? letter(player, i) : ""))).join("");
    return `${fields} ${left || "-"}`;
  };
  const put = ({ board, turn: player }) => {
    pits.forEach((row, side) => row.forEach((input, i) => (input.value = board.rows[side][i])));
    locks.forEach((row, side) => row.forEach((box, i) => (box.checked = (board.unlifted[side] ?? []).includes(letter(side, i)))));
    held.forEach((input, side) => (input.value = board.stores[side]));
    turn.value = player;
    count();
  };
  const clear = () => {
    for (const input of [...pits.flat(), ...held]) input.value = 0;
    for (const lock of locks.flat()) lock.checked = false;
  };
  return { box, text, put, clear };
}

/** The same for a capture game. */
function squaresForm(game, { side }, edit) {
  const squares = Array(side * side).fill(".");
  let brush = "x";
  const brushes = ["x", "o", "."].map(kind => {
    const input = el("input", { type: "radio", name: "editor-brush", value: kind, id: `brush-${kind === "." ? "empty" : kind}` });
    input.checked = kind === brush;
    input.addEventListener("change", () => (brush = kind));
    return el("label", { class: "check" }, input, el("span", { text: t(`brush-${kind}`) }));
  });
  const paint = (i, kind) => {
    squares[i] = kind;
    buttons[i].setAttribute("data-kind", kind === "." ? "none" : kind);
    const word = t({ x: "light-stone", o: "dark-stone", ".": "empty-square" }[kind]);
    buttons[i].setAttribute("aria-label", `${buttons[i].dataset.edit}, ${word}`);
  };
  const buttons = squares.map((_, i) => el("button", {
    type: "button", class: "edit-square", "data-edit": String.fromCharCode(97 + (i % side)) + (Math.floor(i / side) + 1),
    onclick: () => edit(() => paint(i, squares[i] === brush ? "." : brush)),
  }));
  const hand = player => t("editor-hand", { player: called(player ? "second" : "first", false) });
  const hands = [0, 1].map(player => counter(`edit-hand-${player}`, hand(player), (side * side - 1) / 2, edit));
  const turn = turnChoice(false, edit);
  const quiet = counter("edit-quiet", t("editor-quiet"), QUIET, edit);
  const rows = [...Array(side).keys()].reverse();
  const labelled = (key, counted) => el("div", { class: "edit-store" }, el("span", { text: key }), counted.box);
  const box = el("div", { class: "form-box" },
    el("fieldset", { class: "row" }, el("legend", { text: t("editor-brush") }), ...brushes),
    el("div", { class: `edit-grid edit-grid-${side}` }, ...rows.flatMap(row => buttons.slice(row * side, row * side + side))),
    turn.box,
    el("div", { class: "row" }, ...hands.map((counted, player) => labelled(hand(player), counted)), labelled(t("editor-quiet"), quiet)));
  const text = () => {
    const lines = rows.map(row => squares.slice(row * side, row * side + side).join("").replace(/\.+/g, run => run.length));
    return `${lines.join("/")} ${turn.value === "first" ? "x" : "o"} ${hands.map(input => input.value).join(",")} ${quiet.value}`;
  };
  const put = state => {
    [...state.board.squares].forEach((kind, i) => paint(i, kind));
    hands.forEach((input, player) => (input.value = state.board.hand[player]));
    turn.value = state.turn;
    quiet.value = Number(state.position.trim().split(/\s+/).at(-1)) || 0;
  };
  const clear = () => squares.forEach((_, i) => paint(i, "."));
  return { box, text, put, clear };
}

/** A form and a text that say the same: each change of one is written into the other. */
class Editor {
  constructor(state, trouble) {
    this.trouble = trouble;
    this.game = state.game;
    this.error = complaint("editor-error");
    this.place = el("div", {});
    this.field = el("input", { id: "editor-text", type: "text", spellcheck: "false", autocomplete: "off", "aria-describedby": "editor-error" });
    /** The reading of the last text that was typed. */
    this.reading = null;
    this.typed = false;
    this.asked = 0;
    this.field.addEventListener("input", () => (this.typed = true));
    this.field.addEventListener("change", () => this.read());
    this.#put(state);
    this.field.value = state.position;
  }

  /** Shows a position in the form; that of another variant needs another form. */
  #put(state) {
    if (!this.form || this.shape !== state.game) {
      const form = (state.board.kind === "pits" ? pitsForm : squaresForm)(state.game, state.board, change => this.#edit(form, change));
      this.form = form;
      this.place.replaceChildren(form.box);
    }
    this.game = this.shape = state.game;
    this.form.put(state);
  }

  async #edit(form, change) {
    await this.read();
    if (form !== this.form) return;
    change();
    this.field.value = `${this.game} ${form.text()}`;
    this.error.tell("", this.field);
  }

  clear() {
    return this.#edit(this.form, () => this.form.clear());
  }

  /** Reads the text into the form, if one was typed. */
  read() {
    if (this.typed) {
      this.typed = false;
      this.reading = this.show(this.field.value);
    }
    return this.reading;
  }

  /** Shows the variant's start. */
  start() {
    this.typed = false;
    this.reading = this.show();
  }

  /** Asks the server about a position and shows it (without one, the variant's start); false if it is refused. */
  async show(position) {
    this.error.tell("", this.field);
    const asked = ++this.asked;
    try {
      const found = await post("/position", { game: this.game, position, moves: [] });
      if (asked !== this.asked || this.typed) return found;
      this.#put(found);
      if (position === undefined) this.field.value = found.position;
      return found;
    } catch (failure) {
      if (asked !== this.asked) return false;
      if (failure.ours) this.error.tell(failure.message, this.field);
      else this.trouble(failure);
      return false;
    }
  }
}

/** Opens the editor on a state; `set(variant, position)` takes the new position. */
export function showEditor(state, set, trouble) {
  const editor = new Editor(state, failure => {
    dialog.close();
    trouble(failure, () => dialog.showModal());
  });
  const apply = async event => {
    event.preventDefault();
    const found = await editor.show(editor.field.value);
    if (!found || !dialog.open) return;
    dialog.close();
    set(found.game, found.position);
  };
  const buttons = el("div", { class: "row" },
    el("button", { type: "submit", id: "editor-apply", class: "strong", text: t("apply") }),
    el("button", { type: "button", id: "editor-start", text: t("editor-start"), onclick: () => editor.start() }),
    el("button", { type: "button", id: "editor-clear", text: t("editor-empty"), onclick: () => editor.clear() }));
  const sheet = el("form", { class: "sheet", novalidate: true }, editor.place,
    el("label", { for: "editor-text", text: t("editor-text") }), editor.field, editor.error.line, buttons);
  sheet.addEventListener("submit", apply);
  const dialog = open("editor", t("editor"), sheet);
}
