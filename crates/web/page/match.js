// The game that is played: shows its positions, takes the human's clicks, lets the engine move.

import { aborted, post, stream } from "./api.js";
import { $, mark } from "./dom.js";
import { Animator } from "./animate.js";
import { Choice, preview } from "./choice.js";
import { t } from "./i18n.js";
import { Pits } from "./pits.js";
import { request } from "./request.js";
import { Squares } from "./squares.js";
import { refusal } from "./refusal.js";
import { called, capital, isPits, listed, moveTold, resultTold, spoken, worth } from "./say.js";
import { family, other } from "./session.js";
import { shownBoard, touched } from "./shown.js";

const CACHE = 600;

export class Match {
  /**
   * `on.arrived(state)` hears of every position that is shown before the game goes on, `on.position(state)` after it;
   * `on.trouble(error, again)` of failures.
   */
  constructor(session, on) {
    this.session = session;
    this.on = on;
    this.animator = new Animator();
    this.states = new Map();
    this.state = null;
    this.view = null;
    this.epoch = 0;
    /** The session's position could not be had: the board shows the one before. */
    this.stuck = false;
    this.values = new Map();
    this.speed = 3;
    /** Gives what is said before the first prompts of a game: how the lots fell. */
    this.preface = null;
    $("board").addEventListener("click", event => {
      if (!this.animator.skip()) return;
      event.preventDefault();
      event.stopPropagation();
    }, true);
  }

  /** Forgets the server's answers: their texts were in another language. */
  forget() {
    this.states.clear();
  }

  /** The state after `ply` moves. */
  async stateAt(ply, signal) {
    const key = this.session.key(ply);
    if (!this.states.has(key)) {
      const state = await post("/position", this.session.body(ply), signal);
      if (this.states.size > CACHE) this.states.clear();
      this.states.set(key, state);
    }
    return this.states.get(key);
  }

  #begin() {
    this.epoch += 1;
    this.work?.abort();
    this.work = new AbortController();
    this.animator.skip();
    return { epoch: this.epoch, signal: this.work.signal };
  }

  /** Shows the session's position and goes on with the game; `takeBack` undoes the move that led to it. */
  async show({ animate = false, tell = true, preface = null, takeBack = null } = {}) {
    const { epoch, signal } = this.#begin();
    mark(document.body, "data-busy", true);
    this.hint = null;
    this.values = new Map();
    this.preface = preface;
    this.on.leave();
    this.draw();
    let state;
    try {
      state = await this.stateAt(this.session.ply, signal);
    } catch (error) {
      if (aborted(error) || epoch !== this.epoch) return;
      if (takeBack && error.ours) return this.#takenBack(error, takeBack);
      if (takeBack) this.session.save();
      mark(document.body, "data-busy", false);
      this.stuck = true;
      this.draw();
      this.on.trouble(error, () => this.show({ animate, tell, preface, takeBack }));
      return;
    }
    if (epoch !== this.epoch) return;
    this.stuck = false;
    this.state = state;
    this.choice = new Choice(state.legal);
    this.#fit(state);
    this.#pageState(state);
    if (animate && state.last) {
      this.#status(t("skip-animation"), true);
      await this.animator.run(this.view, state.last, this.speed);
      if (epoch !== this.epoch) return;
    }
    this.view.set(shownBoard(state, this.session.resigned));
    mark(document.body, "data-busy", false);
    this.draw();
    if (tell) this.#tell(state);
    this.on.arrived(state);
    mark(document.body, "data-ready", true);
    this.#next(epoch, signal);
    this.on.position(state);
  }

  /** The server does not accept a move that was just played: the game stands as it did before. */
  async #takenBack(error, takeBack) {
    takeBack();
    this.session.paused = true;
    await this.show({ tell: false });
    this.on.trouble(error, null);
  }

  /** The right board for the game, the right way round. */
  #fit(state) {
    const kind = isPits(state) ? Pits : Squares;
    const size = isPits(state) ? state.board.rows[0].length : state.board.side;
    const fits = this.view instanceof kind && this.view.side === size && this.view.flipped === this.session.flipped;
    if (fits) return;
    this.view = new kind(name => this.pick(name));
    this.view.build(state.board, this.session.flipped);
    $("board").replaceChildren(this.view.element);
    $("stage").dataset.board = isPits(state) ? size : "squares";
  }

  /** Draws the board anew: turned, or in another language. */
  rebuild() {
    if (!this.state) return;
    this.view = null;
    this.#fit(this.state);
    this.view.set(shownBoard(this.state, this.session.resigned));
    this.draw();
  }

  get over() {
    if (this.session.resigned) {
      const winner = other(this.session.resigned);
      const pits = isPits(this.state);
      const names = { player: called(this.session.resigned, pits), winner: called(winner, pits) };
      return { winner, text: t("resigned", names) };
    }
    const result = this.state?.result;
    return result ? { ...result, text: resultTold(result, isPits(this.state)) } : null;
  }

  get mayMove() {
    const busy = this.stuck || document.body.hasAttribute("data-busy");
    return Boolean(this.state) && !this.over && !busy && !this.session.isEngine(this.state.turn);
  }

  #pageState(state) {
    const { body } = document;
    body.dataset.game = family(state.game);
    body.dataset.variant = state.game;
    body.dataset.turn = state.turn;
    body.dataset.ply = this.session.ply;
    mark(body, "data-over", this.over?.winner);
  }

  /** Draws the marks of the position and of the move that is being entered. */
  draw() {
    const { state, view, choice } = this;
    if (!state || !view) return;
    const legal = this.mayMove ? choice.next() : new Set();
    const hint = this.hint ? state.legal.find(move => move.move === this.hint)?.path ?? [] : [];
    const played = state.last ? touched(state.last, isPits(state)) : new Set();
    const marks = { legal, last: played, values: this.values };
    if (isPits(state)) view.marks({ ...marks, hint: new Set(hint) });
    else {
      const entered = preview(state.board, choice, family(state.game), state.turn);
      view.marks({ ...marks, hint, chosen: choice.path, preview: entered });
    }
    $("pass").hidden = !(this.mayMove && state.legal.some(move => move.kind === "pass"));
    mark($("pass"), "data-legal", !$("pass").hidden);
    $("finish").hidden = !(this.mayMove && choice.finished());
    this.on.drawn(state);
  }

  /** The human clicks on a pit or square. */
  pick(name) {
    const { state, view, choice } = this;
    if (this.animator.skip() || !state) return;
    if (this.stuck) return this.show({ animate: true });
    if (this.over) return this.refuse(name, t("no-over"));
    if (this.session.isEngine(state.turn)) {
      return this.refuse(name, t("no-engine", { player: called(state.turn, isPits(state)) }));
    }
    if (document.body.hasAttribute("data-busy")) return this.refuse(name, t("no-wait"));
    const taken = choice.pick(name);
    if (taken.play) return this.play(taken.play.move);
    if (taken.refused) return this.refuse(name, refusal(state, view, choice, name));
    this.draw();
    this.prompt();
  }

  /** Forgets what was clicked of a move that is not whole. */
  takeBack() {
    this.choice.path = [];
    this.draw();
    this.prompt();
  }

  refuse(name, reason) {
    this.view.refuse(name);
    this.#status(reason, false, true);
  }

  /** Plays the human's move, if one may be played now. */
  play(move) {
    if (!this.mayMove || !this.state.legal.some(legal => legal.move === move)) return undefined;
    this.session.paused = false;
    return this.show({ animate: true, takeBack: this.session.play(move) });
  }

  #status(text, quiet = false, refused = false) {
    $("status").textContent = text;
    mark($("status"), "data-refused", refused);
    if (refused) this.on.say(text);
    else if (!quiet) this.on.say(text, true);
  }

  /** A prompt, after how the lots fell if the game has just begun. */
  #prefaced(text) {
    return this.preface && this.session.ply < 2 ? `${this.preface()} ${text}` : text;
  }

  /** Says in the status line what is to be done now. */
  prompt() {
    const { state, choice } = this;
    if (!state) return;
    const player = called(state.turn, isPits(state));
    $("resume").hidden = true;
    if (this.over) this.#status(t("is-over"), true);
    else if (this.session.isEngine(state.turn)) this.#promptEngine(player);
    else this.#status(this.#prefaced(request(state, choice)), !choice.path.length);
  }

  #promptEngine(player) {
    const level = this.session.players[this.state.turn];
    this.#status(this.#prefaced(t("engine-waits", { player, level })), true);
    $("resume").hidden = !this.session.paused;
  }

  /** Tells the move and what comes now, for those who do not see the board. */
  #tell(state) {
    const parts = [];
    if (state.last) parts.push(moveTold(state));
    if (this.over) parts.push(this.over.text);
    else parts.push(t("turn-to", { player: capital(called(state.turn, isPits(state))) }));
    this.on.say(parts.join(" "));
  }

  #next(epoch, signal) {
    this.prompt();
    mark(document.body, "data-over", this.over?.winner);
    if (!this.over && this.session.isEngine(this.state.turn) && !this.session.paused) this.#engine(epoch, signal);
  }

  async #engine(epoch, signal) {
    const { state, session } = this;
    const level = session.players[state.turn];
    const player = called(state.turn, isPits(state));
    mark(document.body, "data-busy", true);
    this.draw();
    this.#status(this.#prefaced(t("thinking", { player, level })), true);
    $("resume").hidden = true;
    const body = { ...session.body(), level: Number(level) };
    let move = null;
    const heard = (name, data) => {
      if (epoch !== this.epoch) return;
      if (name === "move") move = data.move;
      else if (name === "queued") this.#status(t("thinking-queued", { player, level, n: data.ahead }), true);
      else if (name === "progress" && data.lines?.length) {
        const value = worth(data.lines[0], state);
        this.#status(t("thinking-value", { player, level, depth: data.depth, value }), true);
      }
    };
    try {
      if (level === "8") await stream("/best-move", { ...body, time: 2 }, signal, "move", heard);
      else move = (await post("/best-move", body, signal)).move;
    } catch (error) {
      if (aborted(error) || epoch !== this.epoch) return;
      session.paused = true;
      mark(document.body, "data-busy", false);
      this.prompt();
      this.on.trouble(error, () => this.resume());
      return;
    }
    if (epoch !== this.epoch) return;
    await this.show({ animate: true, preface: this.preface, takeBack: session.play(move) });
  }

  /** Lets the engine go on where it was stopped. */
  resume() {
    this.session.paused = false;
    this.session.save();
    return this.show({ tell: false });
  }

  /** Stops the game where it is: the engine waits. */
  halt() {
    this.session.paused = true;
    this.session.save();
    return this.show({ tell: false });
  }

  /** Goes to a ply; an engine whose turn it is there waits. */
  go(ply, animate = false) {
    this.session.paused = true;
    this.session.go(ply);
    return this.show({ animate });
  }

  /** Shows a line that leaves the game after `ply` moves, from its first move on. */
  explore(ply, line) {
    this.session.explore(ply, line);
    return this.show({ animate: true });
  }

  /** Takes back: to the human's turn before, or one move if no human plays. */
  async undo() {
    const { session } = this;
    const alone = ["first", "second"].every(player => session.isEngine(player));
    if (session.resigned) {
      session.goOn();
      return this.go(session.ply);
    }
    let ply = session.ply - 1;
    try {
      while (!alone && ply > 0 && session.isEngine((await this.stateAt(ply)).turn)) ply -= 1;
    } catch (error) {
      return this.on.trouble(error, () => this.undo());
    }
    return ply < 0 ? undefined : this.go(ply);
  }

  /** Takes up again what was taken back, as far as the human's next turn. */
  async redo() {
    const { session } = this;
    const alone = ["first", "second"].every(player => session.isEngine(player));
    const end = session.moves.length;
    let ply = session.ply + 1;
    if (ply > end) return undefined;
    try {
      while (!alone && ply < end && session.isEngine((await this.stateAt(ply)).turn)) ply += 1;
    } catch (error) {
      return this.on.trouble(error, () => this.redo());
    }
    if (ply === end) session.paused = false;
    session.go(ply);
    return this.show({ animate: true });
  }

  resign() {
    const { session } = this;
    if (!this.state || this.over || session.main) return undefined;
    const { turn } = this.state;
    session.moves = session.moves.slice(0, session.ply);
    session.resign(session.isEngine(turn) && !session.isEngine(other(turn)) ? other(turn) : turn);
    return this.show();
  }

  /** Shows the engine's choice on the board, and why. */
  async showHint() {
    if (!this.state || this.over) return this.#status(t("hint-none"));
    if (this.asking === this.epoch) return undefined;
    const { epoch, state } = this;
    this.asking = epoch;
    this.#status(t("hint-thinking"), true);
    try {
      const found = await post("/best-move", { ...this.session.body(), level: 8, time: 1 }, this.work.signal);
      if (epoch !== this.epoch) return undefined;
      this.point(found.move);
      const why = found.line ? capital(listed([worth(found.line, state), ...(found.line.explained ?? [])])) : "";
      this.#status(t("hint-told", { move: spoken(found.move), why: why ? `${why}.` : "" }));
    } catch (error) {
      if (!aborted(error)) this.on.trouble(error, () => this.showHint());
    } finally {
      if (this.asking === epoch) this.asking = null;
    }
    return undefined;
  }

  /** Marks a move on the board. */
  point(move) {
    this.hint = move;
    this.choice = new Choice(this.state.legal);
    this.draw();
  }

  /** Shows exact values beside the pits or stones. */
  setValues(values) {
    this.values = values;
    this.draw();
  }
}
