// Import and export: positions in any notation, records of games.

import { post } from "./api.js";
import { copy, download, el } from "./dom.js";
import { number, t } from "./i18n.js";
import { complaint, open } from "./panel.js";
import { listed, title } from "./say.js";

/** The server takes bodies of 256 KiB; a letter may need several bytes. */
const LONGEST = 200_000;

/** Opens the import; `load(game)` takes a game `{ game, start, moves }`. */
export function showImport(variant, load, trouble) {
  const area = el("textarea", { id: "import-area", rows: 8, spellcheck: "false", "aria-describedby": "import-error" });
  const file = el("input", { id: "import-file", type: "file", accept: ".txt,.pgn,.ogn,text/plain" });
  const error = complaint("import-error");
  const found = el("ul", { id: "import-games", class: "found" });
  const take = game => {
    dialog.close();
    load(game);
  };
  const row = game => el("li", {},
    el("button", { type: "button", onclick: () => take(game), text: listed([
      ...(game.players ?? []).filter(Boolean),
      t("import-game", { game: title(game.game), moves: game.moves.length }),
    ]) }), game.error ? el("p", { class: "complaint", text: game.error }) : null);
  const readIn = async event => {
    event.preventDefault();
    error.tell("", area);
    found.replaceChildren();
    if (!area.value.trim()) return error.tell(t("import-none"), area);
    if (new Blob([area.value]).size > LONGEST) return error.tell(t("import-long", { most: number(LONGEST) }), area);
    try {
      const { games } = await post("/import", { text: area.value, game: variant, lang: undefined });
      if (!games.length) return error.tell(t("import-none"), area);
      if (games.length === 1 && !games[0].error) return take(games[0]);
      found.replaceChildren(el("li", { class: "note", text: t("import-choose") }), ...games.map(row));
    } catch (failure) {
      if (failure.ours) return error.tell(failure.message, area);
      dialog.close();
      trouble(failure, () => dialog.showModal());
    }
    return undefined;
  };
  file.addEventListener("change", async () => {
    if (file.files[0]) area.value = (await file.files[0].text()).slice(0, LONGEST + 1);
  });
  const sheet = el("form", { class: "sheet" },
    el("label", { for: "import-area", text: t("import-text") }), area,
    el("label", { for: "import-file", text: t("import-file") }), file, error.line,
    el("div", { class: "row" }, el("button", { type: "submit", id: "import-read", class: "strong", text: t("import-read") })), found);
  sheet.addEventListener("submit", readIn);
  const dialog = open("import", t("import-title"), sheet);
  area.focus();
}

function output({ format, text }, game, whole) {
  const label = t("format-label", { format });
  const id = `export-${whole ? "record" : "position"}-${format}`;
  const field = whole
    ? el("textarea", { id, rows: Math.min(12, text.split("\n").length + 1), readonly: true })
    : el("input", { id, type: "text", readonly: true });
  field.value = text;
  const told = el("span", { class: "note", role: "status" });
  const copied = async () => {
    told.textContent = t((await copy(text)) ? "copied" : "copy-failed");
  };
  return el("div", { class: "output" }, el("label", { for: id, text: label }), field,
    el("div", { class: "row" },
      el("button", { type: "button", "aria-label": t("copy") + t("colon") + label, text: t("copy"), onclick: copied }),
      whole ? el("button", {
        type: "button", "aria-label": t("download") + t("colon") + label, text: t("download"),
        onclick: () => download(`${game}.${format}`, text),
      }) : null, told));
}

const playerName = word => (word === "human" ? t("human") : `Grenier, ${t("level", { level: word })}`);

/** Opens the export of a session: the shown position, and the whole game. */
export async function showExport(session, trouble) {
  const heading = { players: ["first", "second"].map(player => playerName(session.players[player])) };
  if (session.resignation) heading.result = session.resignation.player === "first" ? "0-1" : "1-0";
  const here = { ...session.body(), ...heading };
  const whole = { ...here, moves: session.game };
  try {
    const position = await post("/export", here);
    const game = !session.main && session.ply === session.game.length ? position : await post("/export", whole);
    const name = session.variant.replace(/[^a-z0-9]+/g, "-");
    open("export", t("export-title"),
      el("h3", { text: t("export-records") }), ...game.records.map(one => output(one, name, true)),
      el("h3", { text: t("export-positions") }), ...position.positions.map(one => output(one, name, false)));
  } catch (error) {
    trouble(error, () => showExport(session, trouble));
  }
}
