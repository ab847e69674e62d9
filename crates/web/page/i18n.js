// The language of the page: texts by key, numbers as the language writes them.

import { en } from "./en.js";
import { fr } from "./fr.js";
import { recall, remember } from "./storage.js";

const LANGUAGES = { en, fr };
const listeners = [];

let current = first();

function first() {
  const kept = recall("language");
  if (kept in LANGUAGES) return kept;
  const wanted = (navigator.languages ?? [navigator.language ?? "en"]).map(tag => tag.slice(0, 2).toLowerCase());
  return wanted.find(tag => tag in LANGUAGES) ?? "en";
}

export const language = () => current;

/** The text of a key; `{name}` stands for a value, and a text that is a function is called with the values. */
export function t(key, values = {}) {
  const text = LANGUAGES[current][key] ?? en[key] ?? key;
  if (typeof text === "function") return text(values);
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A number with at most `digits` decimals. */
export const number = (value, digits = 0) =>
  value.toLocaleString(current, { minimumFractionDigits: 0, maximumFractionDigits: digits });

/** Puts the texts into all elements below `root` that name one. */
export function translate(root = document) {
  document.documentElement.lang = current;
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    if (element.tagName === "BUTTON") element.title = t(element.dataset.label);
  }
}

export function onLanguage(listener) {
  listeners.push(listener);
}

export function setLanguage(word) {
  if (!(word in LANGUAGES) || word === current) return;
  current = word;
  remember("language", word);
  translate();
  for (const listener of listeners) listener();
}
