// The rules in force, clause by clause, as the server prints them.

import { get } from "./api.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { open } from "./panel.js";

function clause({ number, text, reading }) {
  return el("li", { "data-clause": number, class: reading ? "reading" : null },
    el("b", { class: "clause-number", text: number }),
    el("span", {}, text, reading ? el("em", { class: "reading-mark", text: ` ${t("rules-reading")}` }) : null));
}

/** Opens the rules of a variant; `trouble` hears of failures. */
export async function showRules(variant, trouble) {
  let rules;
  try {
    rules = await get("/rules", { game: variant });
  } catch (error) {
    trouble(error, () => showRules(variant, trouble));
    return;
  }
  const words = variant.includes(":") ? variant.split(":")[1].split("+") : [];
  const presets = (rules.presets ?? []).filter(preset => words.includes(preset.word));
  open("rules", rules.title,
    presets.length ? el("section", {}, el("h3", { text: t("rules-presets") }),
      el("ul", {}, ...presets.map(({ word, text }) => el("li", {}, el("b", { text: word }), ` ${text}`)))) : null,
    el("ol", { class: "clauses" }, ...rules.clauses.map(clause)),
    rules.clauses.some(one => one.reading) ? el("p", { class: "note", text: t("rules-note") }) : null,
    el("h3", { text: t("rules-sources") }),
    el("ul", { class: "sources" }, ...rules.sources.map(text => el("li", { text }))));
}
