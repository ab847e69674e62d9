// The position editor: forms for seeds or stones, a field for the text, checked by the server.

import { post } from "./api.js";
import { el, svg } from "./dom.js";
import { t } from "./i18n.js";
import { complaint, open } from "./panel.js";
import { called } from "./say.js";
import { family } from "./session.js";
import { padlock } from "./wood.js";

/** A number with buttons beside it. */
function counter(id, label, value, changed) {
  const input = el("input", { id, type: "number", min: 0, max: 48, value, inputmode: "numeric", "aria-label": label });
  const nudge = by => () => {
    input.value = Math.max(0, Number(input.value) + by);
    changed();
  };
  const button = (text, by, key) => el("button", {
    type: "button", class: "nudge", "aria-label": `${label}: ${t(key)}`, text, onclick: nudge(by),
  });
  input.addEventListener("input", changed);
  const box = el("div", { class: "counter" }, button("−", -1, "editor-less"), input, button("+", 1, "editor-more"));
  return { box, get value() { return Math.max(0, Math.trunc(Number(input.value)) || 0); }, set value(n) { input.value = n; } };
}

function turnChoice(turn, pits, changed) {
  const radio = player => {
    const input = el("input", { type: "radio", name: "editor-turn", value: player, id: `editor-turn-${player}` });
    input.checked = turn === player;
    input.addEventListener("change", changed);
    return { input, label: el("label", { class: "check" }, input, el("span", { text: called(player, pits) })) };
  };
  const [first, second] = [radio("first"), radio("second")];
  const box = el("fieldset", { class: "row" }, el("legend", { text: t("editor-turn") }), first.label, second.label);
  return { box, get value() { return first.input.checked ? "first" : "second"; } };
}

/** The form of a mancala; `text()` is the position it stands for. */
function pitsForm(state, changed) {
  const { rows, stores, unlifted } = state.board;
  const kpe = family(state.game) === "kpe";
  const letter = (player, i) => String.fromCharCode((player ? 97 : 65) + i);
  const pits = rows.map((row, player) => row.map((seeds, i) => {
    const pit = letter(player, i);
    return counter(`edit-${pit}`, t("editor-seeds", { pit }), seeds, changed);
  }));
  const locks = rows.map((row, player) => row.map((_, i) => {
    const pit = letter(player, i);
    const box = el("input", { type: "checkbox", id: `lock-${pit}`, "aria-label": t("editor-lock", { pit }) });
    box.checked = (unlifted[player] ?? []).includes(pit);
    box.addEventListener("change", changed);
    return box;
  }));
  const held = stores.map((seeds, player) =>
    counter(`edit-store-${player}`, t("editor-store", { player: called(player ? "second" : "first", true) }), seeds, changed));
  const turn = turnChoice(state.turn, true, changed);
  const cell = (player, i) => el("div", { class: "edit-pit" }, el("b", { text: letter(player, i) }), pits[player][i].box,
    kpe ? el("label", { class: "check" }, locks[player][i], svg("svg", { viewBox: "-14 -14 28 28", class: "edit-lock", "aria-hidden": "true" }, ...padlock())) : null);
  const order = player => (player ? [...rows[1].keys()].reverse() : [...rows[0].keys()]);
  const total = el("p", { class: "note" });
  const box = el("div", { class: "form-box" },
    ...[1, 0].map(player => el("div", { class: "edit-row" }, ...order(player).map(i => cell(player, i)))),
    el("div", { class: "row" }, ...held.map((store, player) =>
      el("div", { class: "edit-store" }, el("span", { text: t("editor-store", { player: called(player ? "second" : "first", true) }) }), store.box))),
    turn.box, total);
  const text = () => {
    const numbers = [...pits.flat(), ...held].map(input => input.value);
    total.textContent = t("editor-total", { n: numbers.reduce((sum, n) => sum + n, 0) });
    const fields = `${numbers.join("-")}-${turn.value === "first" ? "S" : "N"}`;
    if (!kpe) return fields;
    const left = locks.flatMap((row, player) => row.map((lock, i) => (lock.checked ? letter(player, i) : ""))).join("");
    return `${fields} ${left || "-"}`;
  };
  const clear = () => {
    for (const input of [...pits.flat(), ...held]) input.value = 0;
    for (const lock of locks.flat()) lock.checked = false;
    changed();
  };
  return { box, text, clear };
}

/** The form of a capture game. */
function squaresForm(state, changed) {
  const { side, hand } = state.board;
  const squares = [...state.board.squares];
  let brush = "x";
  const brushes = ["x", "o", "."].map(kind => {
    const input = el("input", { type: "radio", name: "editor-brush", value: kind, id: `brush-${kind === "." ? "empty" : kind}` });
    input.checked = kind === brush;
    input.addEventListener("change", () => (brush = kind));
    return el("label", { class: "check" }, input, el("span", { text: t(`brush-${kind}`) }));
  });
  const buttons = squares.map((_, i) => el("button", {
    type: "button", class: "edit-square", "data-edit": String.fromCharCode(97 + (i % side)) + (Math.floor(i / side) + 1),
    onclick: () => {
      squares[i] = squares[i] === brush ? "." : brush;
      paint(i);
      changed();
    },
  }));
  const words = { x: "light-stone", o: "dark-stone", ".": "empty-square" };
  const paint = i => {
    buttons[i].setAttribute("data-kind", squares[i] === "." ? "none" : squares[i]);
    buttons[i].setAttribute("aria-label", `${buttons[i].dataset.edit}, ${t(words[squares[i]])}`);
  };
  squares.forEach((_, i) => paint(i));
  const hands = hand.map((n, player) =>
    counter(`edit-hand-${player}`, t("editor-hand", { player: called(player ? "second" : "first", false) }), n, changed));
  const turn = turnChoice(state.turn, false, changed);
  const quiet = counter("edit-quiet", t("editor-quiet"), Number(state.position.trim().split(/\s+/).at(-1)) || 0, changed);
  const rows = [...Array(side).keys()].reverse();
  const labelled = (key, counted) => el("div", { class: "edit-store" }, el("span", { text: key }), counted.box);
  const box = el("div", { class: "form-box" },
    el("fieldset", { class: "row" }, el("legend", { text: t("editor-brush") }), ...brushes),
    el("div", { class: `edit-grid edit-grid-${side}` }, ...rows.flatMap(row => buttons.slice(row * side, row * side + side))),
    turn.box,
    el("div", { class: "row" },
      ...hands.map((counted, player) => labelled(t("editor-hand", { player: called(player ? "second" : "first", false) }), counted)),
      labelled(t("editor-quiet"), quiet)));
  const text = () => {
    const lines = rows.map(row => squares.slice(row * side, row * side + side).join("").replace(/\.+/g, run => run.length));
    return `${lines.join("/")} ${turn.value === "first" ? "x" : "o"} ${hands.map(input => input.value).join(",")} ${quiet.value}`;
  };
  const clear = () => {
    squares.fill(".");
    squares.forEach((_, i) => paint(i));
    changed();
  };
  return { box, text, clear };
}

/** Opens the editor on a state; `set(variant, position)` takes the new position. */
export function showEditor(state, startText, set, trouble) {
  const field = el("input", { id: "editor-text", type: "text", spellcheck: "false", autocomplete: "off", "aria-describedby": "editor-error" });
  const error = complaint("editor-error");
  const changed = () => {
    field.value = `${state.game} ${form.text()}`;
    error.tell("", field);
  };
  const form = (state.board.kind === "pits" ? pitsForm : squaresForm)(state, changed);
  const apply = async event => {
    event.preventDefault();
    error.tell("", field);
    try {
      const found = await post("/position", { game: state.game, position: field.value, moves: [] });
      dialog.close();
      set(found.game, found.position);
    } catch (failure) {
      if (failure.ours) error.tell(failure.message, field);
      else {
        dialog.close();
        trouble(failure, () => dialog.showModal());
      }
    }
  };
  const buttons = el("div", { class: "row" },
    el("button", { type: "submit", id: "editor-apply", class: "strong", text: t("apply") }),
    el("button", { type: "button", id: "editor-start", text: t("editor-start"), onclick: () => (field.value = startText) }),
    el("button", { type: "button", id: "editor-clear", text: t("editor-empty"), onclick: form.clear }));
  const sheet = el("form", { class: "sheet", novalidate: true }, form.box,
    el("label", { for: "editor-text", text: t("editor-text") }), field, error.line, buttons);
  sheet.addEventListener("submit", apply);
  const dialog = open("editor", t("editor"), sheet);
  changed();
  field.value = state.position;
}
