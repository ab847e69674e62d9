// Language, colours and the pace of the animation: what a visitor sets once.

import { $, mark } from "./dom.js";
import { language, setLanguage, t } from "./i18n.js";
import { recall, remember } from "./storage.js";

const THEMES = ["auto", "light", "dark"];

function theme(word) {
  mark(document.documentElement, "data-theme", word !== "auto" && word);
  $("theme-select").value = word;
}

function firstSpeed() {
  const kept = recall("speed");
  if (Number.isInteger(kept) && kept >= 0 && kept <= 5) return kept;
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 3;
}

/** Wires the settings; `setSpeed(step)` hears of the pace. */
export function looks(setSpeed) {
  const kept = recall("theme");
  theme(THEMES.includes(kept) ? kept : "auto");
  $("theme-select").addEventListener("change", event => {
    theme(event.target.value);
    remember("theme", event.target.value);
  });
  $("lang-select").value = language();
  $("lang-select").addEventListener("change", event => setLanguage(event.target.value));
  const slider = $("speed");
  slider.value = firstSpeed();
  const tell = () => {
    const word = t(`speed-${slider.value}`);
    $("speed-word").textContent = word;
    slider.setAttribute("aria-valuetext", word);
    setSpeed(Number(slider.value));
  };
  slider.addEventListener("input", () => {
    tell();
    remember("speed", Number(slider.value));
  });
  tell();
  // The three lines of "how to play" stay closed for who has closed them.
  $("how").open = recall("how") !== false;
  $("how").addEventListener("toggle", () => remember("how", $("how").open));
  return { words: tell };
}
