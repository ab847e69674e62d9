// The link of a game: all of it is in the fragment of the address, `#game=kpe&moves=A,b&position=…&ply=1`.

const MOVE = /^[A-Za-z0-9-]{1,400}$/;
const VARIANT = /^[a-z]+(:[a-z0-9+-]+)?$/;

/** The fragment for a game; `ply` is there only where the shown position is not the last. */
export function write(game) {
  const parts = new URLSearchParams({ game: game.variant });
  if (game.moves.length) parts.set("moves", game.moves.join(","));
  if (game.start) parts.set("position", game.start);
  if (game.ply !== game.moves.length) parts.set("ply", game.ply);
  // Only a position has plus signs for spaces; those of a variant stand for themselves.
  return "#" + parts.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/").replace(/^game=[^&]*/, game => game.replaceAll("%2B", "+"));
}

/** Reads a fragment: null if it holds no game, `{ bad: true }` if it cannot be one. */
export function read(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!parts.has("game") && !parts.has("position")) return null;
  const variant = parts.get("game")?.replaceAll(" ", "+") ?? parts.get("position").split(" ")[0];
  const moves = (parts.get("moves") ?? "").split(",").filter(Boolean);
  const ply = parts.has("ply") ? Number(parts.get("ply")) : moves.length;
  const fits = VARIANT.test(variant) && moves.every(move => MOVE.test(move)) && Number.isInteger(ply);
  if (!fits || ply < 0 || ply > moves.length) return { bad: true };
  return { variant, moves, start: parts.get("position") || null, ply };
}

/** Browsers allow so many changes of the address in so many milliseconds; of more, only the last is written. */
const [MOST, SPAN] = [120, 30000];
let written = [];
let waiting = 0;

/** Puts the game into the address. */
export function show(game) {
  clearTimeout(waiting);
  const now = Date.now();
  written = written.filter(time => time > now - SPAN);
  if (written.length >= MOST) {
    waiting = setTimeout(() => show(game), written[0] + SPAN - now + 50);
    return;
  }
  const fragment = write(game);
  if (fragment === location.hash) return;
  try {
    history.replaceState(null, "", fragment);
    written.push(now);
  } catch { /* an address that cannot be changed still shows the game */ }
}
