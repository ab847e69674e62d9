// Moves, values and results in the words of players.

import { language, number, t } from "./i18n.js";
import { family, other } from "./session.js";

export const isPits = state => state.board.kind === "pits";

/** What a player is called: South and North, or light and dark. */
export function called(player, pits) {
  if (pits) return t(player === "first" ? "South" : "North");
  return t(player === "first" ? "Light" : "Dark");
}

export const title = variant => t(`game-${family(variant)}`);

/** A move as it is shown: `c2xc4` with a real cross, `pass` in words. */
export function spoken(move) {
  if (move === "pass") return t("pass");
  return move.replaceAll("x", "×").replaceAll("-", "–");
}

export const capital = text => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

export const listed = parts => parts.filter(Boolean).join(", ");

/** A number with its sign, a true minus. */
export function signed(value, digits = 1) {
  const rounded = Number(value.toFixed(digits));
  if (rounded === 0) return "0";
  return (rounded > 0 ? "+" : "−") + number(Math.abs(rounded), digits);
}

export const seeds = count => t("seeds", { n: Math.abs(count), shown: number(Math.abs(count), 1) });

/** The difference of the stores as the side to move sees it. */
function storeLead(state) {
  if (!isPits(state)) return 0;
  const difference = state.board.stores[0] - state.board.stores[1];
  return state.turn === "first" ? difference : -difference;
}

/** The final difference that a line expects, for the side to move; null where values are not counted in seeds. */
function final(line, state) {
  if (line.unit !== "seeds" || typeof line.score !== "number") return null;
  return line.final_difference ?? storeLead(state) + line.score;
}

/** The value of a line in words that name the one who is ahead: "South +2.4 seeds", "light stones 63 %". */
export function worth(line, state) {
  const pits = isPits(state);
  const mover = called(state.turn, pits);
  const enemy = called(other(state.turn), pits);
  if (line.score === "win") return t("wins", { player: mover });
  if (line.score === "loss") return t("wins", { player: enemy });
  if (line.score === "draw") return t("drawn");
  const difference = final(line, state);
  if (difference !== null) return inSeeds(difference, mover, enemy);
  const chance = line.expected ?? line.score;
  const ahead = chance >= 0.5;
  const leader = ahead ? state.turn : other(state.turn);
  return t("chance", { player: pits ? called(leader, true) : t(`stones-${leader}`), percent: number((ahead ? chance : 1 - chance) * 100) });
}

function inSeeds(difference, mover, enemy) {
  if (Math.abs(difference) < 0.05) return t("even");
  return t("ahead", { player: difference > 0 ? mover : enemy, seeds: seeds(Number(difference.toFixed(1))) });
}

/** The same in a few characters, for the side to move. */
export function brief(line, state) {
  if (typeof line.score === "string") return t(`brief-${line.score}`);
  const difference = final(line, state);
  if (difference !== null) return signed(difference);
  return `${number((line.expected ?? line.score) * 100)} %`;
}

/** A value of the tables: text for the board, words for the panel. */
export function exact(entry, table, state) {
  const unit = table.unit === "seeds" ? "seeds" : "result";
  const line = { score: entry.value, unit };
  const text = brief(line, state);
  const better = typeof entry.value === "string" ? entry.value : Math.sign(storeLead(state) + entry.value);
  const tone = { win: "good", draw: "even", loss: "bad", 1: "good", 0: "even", [-1]: "bad" }[better];
  const next = unit === "result" && entry.plies ? ` (${t("in-plies", { n: entry.plies })})` : "";
  const words = worth(line, state) + next;
  return { text, tone, spoken: words, words };
}

/** What first expects, 0 to 1, from a line of the side to move. */
export function firstExpects(line, turn) {
  const known = { win: 1, draw: 0.5, loss: 0 };
  const chance = line.expected ?? known[line.score] ?? 0.5;
  return turn === "first" ? chance : 1 - chance;
}

/** The value of a finished game for first. */
export const firstGot = result => ({ first: 1, second: 0, draw: 0.5 })[result.winner] ?? 0.5;

/** How much was lost: seeds, or a part of the result. */
export const amount = (loss, unit) =>
  unit === "seeds" ? seeds(Number(loss.toFixed(1))) : t("percent", { percent: number(loss * 100) });

/** What a reviewed move lost, in words. */
export const lost = (loss, unit) => t(unit === "seeds" ? "loses-seeds" : "loses-chance", { amount: amount(loss, unit) });

/** A result in the words of the page. */
export function resultTold(result, pits) {
  const { winner, stores, pieces, victory, reason } = result;
  const counted = (key, [first, second]) => t(key, { first, second });
  const text = listed([
    winner === "draw" ? t("result-draw") : t("result-wins", { player: called(winner, pits) }),
    stores ? counted("result-seeds", stores) : null,
    pieces ? counted("result-stones", pieces) : null,
    victory && winner !== "draw" ? t(`result-${victory}`) : null,
    reason === "repetition" ? t("result-repetition") : null,
  ]);
  return `${text}.`;
}

/** The sentences for a move that was played. */
export function moveTold(state) {
  const { last } = state;
  const told = [t("plays", { player: called(last.player, isPits(state)), move: spoken(last.move) })];
  if (last.explained?.length) told.push(listed(last.explained));
  return `${told.join(t("colon"))}.`.replace("..", ".");
}
