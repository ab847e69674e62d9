// The link of a game: all of it is in the fragment of the address, `#game=kpe&moves=A,b&position=…&ply=1`.

const MOVE = /^[A-Za-z0-9-]{1,400}$/;
const VARIANT = /^[a-z]+(:[a-z0-9+-]+)?$/;

/** The fragment for a game; `ply` is there only where the shown position is not the last. */
export function write(game) {
  const parts = new URLSearchParams({ game: game.variant });
  if (game.moves.length) parts.set("moves", game.moves.join(","));
  if (game.start) parts.set("position", game.start);
  if (game.ply !== game.moves.length) parts.set("ply", game.ply);
  return "#" + parts.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

/** Reads a fragment: null if it holds no game, `{ bad: true }` if it cannot be one. */
export function read(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!parts.has("game") && !parts.has("position")) return null;
  const variant = parts.get("game") ?? parts.get("position").split(" ")[0];
  const moves = (parts.get("moves") ?? "").split(",").filter(Boolean);
  const ply = parts.has("ply") ? Number(parts.get("ply")) : moves.length;
  const fits = VARIANT.test(variant) && moves.every(move => MOVE.test(move)) && Number.isInteger(ply);
  if (!fits || ply < 0 || ply > moves.length) return { bad: true };
  return { variant, moves, start: parts.get("position") || null, ply };
}
