// One game: where it started, its moves, the ply that is shown, and who plays.

import * as link from "./link.js";
import { recall, remember } from "./storage.js";

const LEVELS = ["human", "1", "2", "3", "4", "5", "6", "7", "8"];

export const other = player => (player === "first" ? "second" : "first");
export const family = variant => variant.split(":")[0];

export class Session {
  constructor() {
    this.variant = "kpe";
    this.start = null;
    this.moves = [];
    this.ply = 0;
    /** Who resigned, `{ player, length }`: after so many moves. */
    this.resignation = null;
    this.flipped = false;
    this.paused = false;
    /** The board only stands in for a link that cannot be played: what was remembered is kept until a move is made. */
    this.standsIn = false;
    /** The game itself, `{ moves, ply }`, while a line beside it is looked at. */
    this.main = null;
    this.players = { first: "human", second: "2" };
    const kept = recall("players");
    for (const player of ["first", "second"]) {
      if (LEVELS.includes(kept?.[player])) this.players[player] = kept[player];
    }
  }

  /** A new game from the start, or from a position with moves. */
  begin(variant, start = null, moves = [], ply = moves.length) {
    Object.assign(this, { variant, start, moves: [...moves], ply, resignation: null, paused: false, main: null, standsIn: false });
    this.save();
  }

  /** A new game in place of what could not be opened; nothing is remembered of it yet. */
  standIn(variant) {
    Object.assign(this, { variant, start: null, moves: [], ply: 0, resignation: null, paused: false, main: null, standsIn: true });
  }

  /**
   * Plays a move at the shown ply; what came after it is dropped unless it is the same move. It is remembered when the
   * server has accepted it; a function that takes it back is returned.
   */
  play(move) {
    const { moves, ply, resignation, standsIn } = this;
    if (moves[ply] !== move) this.moves = [...moves.slice(0, ply), move];
    this.ply += 1;
    this.standsIn = false;
    if (!this.main) this.resignation = null;
    return () => Object.assign(this, { moves, ply, resignation, standsIn });
  }

  /** The player to move at the end of the game gives it up. */
  resign(player) {
    this.resignation = { player, length: this.moves.length };
    this.save();
  }

  /** Takes a resignation back. */
  goOn() {
    this.resignation = null;
    this.save();
  }

  /** Who has resigned, where the end of the game is shown. */
  get resigned() {
    const { resignation, ply, moves, main } = this;
    const ended = resignation && !main && ply === moves.length && ply === resignation.length;
    return ended ? resignation.player : null;
  }

  /** The moves of the game itself. */
  get game() {
    return this.main?.moves ?? this.moves;
  }

  /** Looks at a line that leaves the game after `ply` moves. */
  explore(ply, line) {
    this.main ??= { moves: this.moves, ply: this.ply };
    this.moves = [...this.moves.slice(0, ply), ...line];
    this.paused = true;
    this.go(ply + 1);
  }

  /** Goes back from a line to the game. */
  back() {
    if (!this.main) return;
    const { moves, ply } = this.main;
    Object.assign(this, { moves, main: null, paused: true });
    this.go(ply);
  }

  go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.moves.length));
    this.save();
  }

  setPlayer(player, word) {
    this.players[player] = word;
    remember("players", this.players);
  }

  isEngine(player) {
    return this.players[player] !== "human";
  }

  /** The request body for the position after `ply` moves. */
  body(ply = this.ply) {
    const body = { game: this.variant, moves: this.moves.slice(0, ply) };
    if (this.start) body.position = this.start;
    return body;
  }

  /** Names the position after `ply` moves. */
  key(ply = this.ply) {
    return [this.variant, this.start ?? "", ...this.moves.slice(0, ply)].join("|");
  }

  /** Puts the game into the address and the browser's memory. */
  save() {
    if (this.standsIn) return;
    const { variant, start, moves, ply, resignation, paused, main } = this;
    remember("game", { variant, start, moves, ply, resignation, paused, main });
    link.show(this);
  }

  /** The link of the game itself, whatever line is looked at. */
  link() {
    return link.write({ variant: this.variant, start: this.start, ...(this.main ?? { moves: this.moves, ply: this.ply }) });
  }

  /** Takes up the game of the address, or the one remembered. True, false (nothing there) or "bad". */
  restore(fragment) {
    const linked = link.read(fragment);
    const kept = recall("game");
    if (linked?.bad) return "bad";
    const known = kept && Array.isArray(kept.moves) && typeof kept.variant === "string";
    if (linked && !(known && link.write(linked) === link.write(kept))) {
      Object.assign(this, linked, { resignation: null, paused: true, main: null, standsIn: false });
      return true;
    }
    if (!known) return false;
    Object.assign(this, {
      variant: kept.variant,
      start: kept.start ?? null,
      moves: kept.moves,
      ply: Math.min(Number(kept.ply) || 0, kept.moves.length),
      resignation: ["first", "second"].includes(kept.resignation?.player) ? kept.resignation : null,
      paused: Boolean(kept.paused),
      main: Array.isArray(kept.main?.moves) ? kept.main : null,
      standsIn: false,
    });
    return true;
  }
}

/** Who is to move before each ply, worked out from the first position's text and the moves alone. */
export function turns(start, moves) {
  const fields = start.trim().split(/\s+/);
  const pits = fields.some(field => /^\d+(-\d+)+-[SN]$/.test(field));
  let player = fields.some(field => /-N$/.test(field) || field === "o") ? "second" : "first";
  const seega = fields[0].startsWith("seega");
  const placed = move => /^[a-z]\d([a-z]\d)?$/.test(move);
  const list = [player];
  moves.forEach((move, index) => {
    const next = moves[index + 1];
    // In Seega who places last also moves first.
    const again = !pits && seega && placed(move) && next !== undefined && !placed(next);
    if (!again) player = other(player);
    list.push(player);
  });
  return list;
}
