// The choice of a game, its variants and its players.

import { $, el, mark } from "./dom.js";
import { t } from "./i18n.js";
import { called, title } from "./say.js";
import { family } from "./session.js";

/** Words of which only one can be in force. */
const EXCLUSIVE = [["7x7", "9x9"], ["abapa", "awari"]];

export class Setup {
  /** `on.begin(variant)` starts a new game, `on.players()` hears that a player was changed. */
  constructor(session, on) {
    this.session = session;
    this.on = on;
    this.games = [];
    $("game-select").addEventListener("change", event => on.begin(event.target.value));
    $("new-game").addEventListener("click", () => on.begin(this.wanted()));
    $("lots").addEventListener("click", () => this.#lots());
    $("presets").addEventListener("change", event => this.#preset(event.target));
    this.bars = { first: this.#bar("first"), second: this.#bar("second") };
  }

  /** Takes the server's list of games, in the language of the page. */
  take(games) {
    this.games = games;
    const select = $("game-select");
    select.replaceChildren(...games.map(game =>
      el("option", { value: game.name, text: `${title(game.name)} · ${t(`about-${game.name}`)}` })));
    this.#fitPresets(true);
    this.words();
  }

  game(variant = this.session.variant) {
    return this.games.find(game => game.name === family(variant));
  }

  /** Whether a variant of this name can exist. */
  knows(variant) {
    const words = variant.includes(":") ? variant.split(":")[1].split("+") : [];
    const game = this.game(variant);
    return Boolean(game) && words.every(word => game.presets.some(preset => preset.word === word));
  }

  /** The variant that the boxes ask for. */
  wanted() {
    const name = $("game-select").value;
    const words = [...$("presets").querySelectorAll("input:checked")].map(box => box.value);
    return words.length ? `${name}:${words.join("+")}` : name;
  }

  #bar(player) {
    const select = el("select", { id: `${player}-player` });
    const name = el("label", { for: `${player}-player`, class: "bar-name" });
    const kind = el("span", { class: "bar-kind", "aria-hidden": "true" });
    const info = el("span", { class: "bar-info" });
    $(`bar-${player}`).append(kind, name, info, select);
    select.addEventListener("change", () => {
      this.session.setPlayer(player, select.value);
      this.on.players();
    });
    return { select, name, kind, info };
  }

  /** Puts the texts of the language into the bars. */
  words() {
    for (const [player, bar] of Object.entries(this.bars)) {
      const options = ["human", ..."12345678"].map(word =>
        el("option", { value: word, text: word === "human" ? t("human") : t("level", { level: word }) }));
      bar.select.replaceChildren(...options);
      bar.select.value = this.session.players[player];
    }
    if (this.shown) this.show(this.shown);
  }

  /** Shows what the players hold in a position, and whose turn it is. */
  show(state) {
    this.shown = state;
    const pits = state.board.kind === "pits";
    for (const [index, player] of ["first", "second"].entries()) {
      const bar = this.bars[player];
      const name = called(player, pits);
      bar.name.textContent = name;
      bar.select.setAttribute("aria-label", t("played-by", { player: name }));
      bar.select.value = this.session.players[player];
      bar.kind.className = `bar-kind ${pits ? "bar-pits" : `bar-${player}`}`;
      bar.info.textContent = this.#holds(state, index, pits);
      mark($(`bar-${player}`), "data-turn", state.turn === player && !document.body.hasAttribute("data-over"));
    }
    const near = this.session.flipped ? "second" : "first";
    const far = near === "first" ? "second" : "first";
    if ($("stage").previousElementSibling !== $(`bar-${far}`)) {
      $("stage").before($(`bar-${far}`));
      $("stage").after($(`bar-${near}`));
    }
    this.#fitPresets(false);
  }

  #holds(state, index, pits) {
    if (pits) return t("seeds-stored", { n: (state.result?.stores ?? state.board.stores)[index] });
    const kind = index ? "o" : "x";
    const standing = [...state.board.squares].filter(square => square === kind).length;
    const hand = state.board.hand[index];
    return hand ? t("in-hand", { n: hand }) : t("on-board", { n: standing });
  }

  #fitPresets(anew) {
    const game = this.game();
    if (!game) return;
    $("game-select").value = game.name;
    const stands = this.session.variant;
    if (anew || this.presetsOf !== stands) {
      this.presetsOf = stands;
      const words = stands.includes(":") ? stands.split(":")[1].split("+") : [];
      $("presets").replaceChildren(...game.presets.map(preset => el("label", { class: "check" },
        el("input", { type: "checkbox", id: `preset-${preset.word}`, value: preset.word }),
        el("span", {}, el("b", { text: preset.word }), el("span", { text: ` ${preset.text}` })))));
      for (const box of $("presets").querySelectorAll("input")) box.checked = words.includes(box.value);
    }
    $("presets-box").hidden = !game.presets.length;
    $("presets-note").hidden = this.wanted() === stands;
  }

  #preset(box) {
    for (const group of EXCLUSIVE) {
      if (!box.checked || !group.includes(box.value)) continue;
      for (const other of group) if (other !== box.value && $(`preset-${other}`)) $(`preset-${other}`).checked = false;
    }
    const untouched = !this.session.moves.length && !this.session.start;
    if (untouched) this.on.begin(this.wanted());
    else $("presets-note").hidden = this.wanted() === this.session.variant;
  }

  /** Chance decides which of the two players begins. */
  #lots() {
    const { players } = this.session;
    const drawn = crypto.getRandomValues(new Uint8Array(1))[0] & 1;
    if (drawn) {
      const { first, second } = players;
      this.session.setPlayer("first", second);
      this.session.setPlayer("second", first);
    }
    const pits = this.game().kind === "pits";
    const { first, second } = players;
    const who = () => {
      if (first === second) return called("first", pits);
      return first === "human" ? t("who-you") : t("who-level", { level: first });
    };
    this.on.begin(this.wanted(), () => t("lots-told", { who: who() }));
  }
}
