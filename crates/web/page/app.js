// Brings the parts of the page together.

import { Trouble, aborted, get, onBusy } from "./api.js";
import { $, copy } from "./dom.js";
import { focusBoard, keepFocus } from "./focus.js";
import { howTo } from "./how.js";
import { onLanguage, t, translate } from "./i18n.js";
import { Analysis } from "./analysis.js";
import { Curve } from "./curve.js";
import { showEditor } from "./editor.js";
import { showExport, showImport } from "./exchange.js";
import { looks } from "./looks.js";
import { Match } from "./match.js";
import { MoveList } from "./movelist.js";
import { Review } from "./review.js";
import { showRules } from "./rules.js";
import { isPits } from "./say.js";
import { Session } from "./session.js";
import { Setup } from "./setup.js";

const session = new Session();
let again = null;
let kept = false;
let opening = false;

/** Tells those who listen; what is said at the same moment is said together. */
let heard = [];
function say(text, only = false) {
  if (only) heard = [text];
  else heard.push(text);
  setTimeout(() => {
    if (heard.length) $("live").textContent = heard.join(" ");
    heard = [];
  }, 60);
}

/** Shows a message, with a way to try again; `keep` lets it stand while the next position is shown. */
function notice(text, retry = null, keep = false) {
  again = retry;
  kept = keep;
  $("notice-text").textContent = text;
  $("retry").hidden = !retry;
  $("notice").hidden = !text;
}

/** A failure: what it was, and a way on. */
function trouble(error, retry) {
  if (aborted(error)) return;
  if (opening && error.ours) {
    badLink(error.message);
    return;
  }
  if (!(error instanceof Trouble)) throw error;
  if (error.status === 0) notice(t("trouble-gone"), retry);
  else if (error.status === 429 || error.status === 503) notice(t("trouble-full"), retry);
  else notice(t("trouble-server", { error: error.message }), retry);
}

/** What the address or the memory held cannot be played: say so, and play Kpé. */
function badLink(why) {
  const linked = location.hash.length > 1;
  opening = false;
  if (linked) notice(why ? t("bad-link-why", { error: why }) : t("bad-link"), null, true);
  session.standIn("kpe");
  match.show();
}

const match = new Match(session, {
  say,
  trouble,
  leave() {
    if (kept) kept = false;
    else notice("");
    analysis.leave();
  },
  drawn: state => setup.show(state),
  arrived(state) {
    opening = false;
    session.variant = state.game;
    session.save();
  },
  position(state) {
    for (const panel of panels) {
      // A fault in one panel stops neither the others nor the game.
      try {
        panel(state);
      } catch (error) {
        reportError(error);
      }
    }
  },
});
const setup = new Setup(session, {
  begin,
  players() {
    session.paused = false;
    match.show({ tell: false });
  },
});
const moves = new MoveList(session, (ply, animate) => match.go(ply, animate));
const curve = new Curve(session, ply => match.go(ply));
const analysis = new Analysis(match, { trouble, value: (line, expected) => curve.set(line, expected) });
const review = new Review(session, {
  trouble,
  say,
  value: (line, expected) => curve.set(line, expected),
  marks(map) {
    moves.marks = map;
    if (match.state) moves.show(match.state);
  },
  async go(ply, best) {
    session.back();
    await match.go(ply);
    match.point(best);
  },
  explore(ply, line) {
    session.back();
    return match.explore(ply, line);
  },
  home,
});

/** What is brought up to date with every position. */
const panels = [
  () => review.check(),
  state => moves.show(state),
  state => curve.draw(isPits(state)),
  state => review.draw(isPits(state)),
  howTo,
  controls,
  () => analysis.update(),
];

/** From a line that was looked at to the game itself. */
function home() {
  session.back();
  return match.show({ tell: false });
}

/** A new game; `told()` is said with it. */
async function begin(variant, told = null) {
  session.begin(variant);
  await match.show({ preface: told });
  if (told) say(told());
}

function load(variant, start, list = [], ply = list.length) {
  session.begin(variant, start, list, ply);
  session.paused = true;
  return match.show();
}

function controls() {
  const { over } = match;
  $("undo").disabled = session.ply === 0 && !session.resigned;
  $("redo").disabled = session.ply === session.moves.length;
  $("hint").disabled = Boolean(over);
  $("resign").disabled = Boolean(over) || Boolean(session.main);
  if ($("resign").disabled || !session.moves.length) askResign(false);
  $("result-box").hidden = !over;
  $("result").textContent = over?.text ?? "";
  const watched = session.isEngine("first") && session.isEngine("second");
  $("back").hidden = !session.main;
  $("pause").hidden = Boolean(over) || !watched || session.paused;
}

/** Asks whether the game is given up, or no longer. */
function askResign(asking) {
  $("resign-ask").hidden = !asking;
  $("resign").hidden = asking;
}

/** Escape takes back half a move. */
function escape(event) {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  if (!$("resign-ask").hidden) {
    askResign(false);
    $("resign").focus();
  } else if (match.choice?.path.length) match.takeBack();
}

/** A letter plays the pit of that name while the focus is within the board. */
function letters(event) {
  const { key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || !/^[a-zA-Z]$/.test(key)) return undefined;
  if (!match.state || !isPits(match.state) || match.animator.skip()) return undefined;
  const cells = match.view.cells;
  // Without shift a player's own pit is meant.
  const own = match.state.turn === "first" ? key.toUpperCase() : key.toLowerCase();
  const name = cells.has(own) ? own : null;
  if (!name) return undefined;
  event.preventDefault();
  return match.pick(name);
}

function wire() {
  const press = (id, action) => $(id).addEventListener("click", action);
  press("undo", () => match.undo());
  press("redo", () => match.redo());
  press("hint", () => match.showHint());
  press("resign", () => {
    askResign(true);
    $("resign-no").focus();
  });
  press("resign-yes", () => match.resign());
  press("resign-no", () => {
    askResign(false);
    $("resign").focus();
  });
  press("resume", () => match.resume());
  press("pause", () => match.halt());
  press("back", home);
  press("pass", () => match.play("pass"));
  press("finish", () => {
    const whole = match.choice?.finished();
    if (whole) match.play(whole.move);
  });
  press("result-review", () => {
    if (!review.work) review.start();
    $("review-title").scrollIntoView({ block: "start" });
  });
  press("flip", () => {
    session.flipped = !session.flipped;
    match.rebuild();
    analysis.update();
  });
  press("rules-open", () => showRules(session.variant, trouble));
  press("how-more", () => showRules(session.variant, trouble));
  press("editor-open", () => {
    if (match.state) showEditor(match.state, load, trouble);
  });
  press("import-open", () => showImport(session.variant, game => load(game.game, game.start, game.moves), trouble));
  press("export-open", () => showExport(session, trouble));
  press("copy-link", async () => {
    const done = await copy(location.href.split("#")[0] + session.link());
    $("status").textContent = t(done ? "link-copied" : "copy-failed");
    say($("status").textContent, true);
  });
  press("notice-close", () => notice(""));
  press("retry", () => {
    const retry = again;
    notice("");
    retry?.();
  });
  $("skip").addEventListener("click", event => {
    // Following the link would change the address, which holds the game.
    event.preventDefault();
    focusBoard();
    $("board").scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("keydown", escape);
  $("board").addEventListener("keydown", letters);
  keepFocus();
  addEventListener("hashchange", () => {
    if (/[#&](game|position)=/.test(location.hash)) open(location.hash);
  });
}

/** Opens the game of the address, the one remembered, or a new game of Kpé. */
function open(fragment) {
  const found = session.restore(fragment);
  if (found === "bad" || (found && !setup.knows(session.variant))) return badLink("");
  if (!found) session.begin("kpe");
  opening = true;
  return match.show();
}

async function start() {
  try {
    setup.take((await get("/games")).games);
  } catch (error) {
    trouble(error, start);
    return;
  }
  open(location.hash);
}

onBusy(seconds => notice(seconds === null ? "" : t("trouble-busy", { seconds })));
const settings = looks(speed => (match.speed = speed));
onLanguage(async () => {
  settings.words();
  analysis.words();
  match.forget();
  curve.draw();
  review.draw();
  try {
    setup.take((await get("/games")).games);
  } catch (error) {
    trouble(error, start);
    return;
  }
  match.rebuild();
  if (match.state) match.show({ tell: false, preface: match.preface });
});
translate();
wire();
start();
