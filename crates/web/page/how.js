// A few lines for who has never seen the game, true of the variant that is played.

import { $, el } from "./dom.js";
import { t } from "./i18n.js";
import { title } from "./say.js";
import { family } from "./session.js";

/** The keys of the lines of each game; `has(word)` tells of a preset. */
const LINES = {
  kpe: () => ["sow", "kpe-lock", "kpe-take", "feed-kpe"],
  awale: has => ["sow", "awale-take", ...(has("awari") ? ["awale-starve"] : ["awale-slam", "feed-awale"])],
  obridjie: () => ["sow", "obridjie-relay", "obridjie-four"],
  mraha: () => ["place", "mraha-slide", "mraha-jump", "mraha-end"],
  seega: has => [
    has("placement-captures") ? "seega-place-take" : "seega-place",
    "seega-take", "seega-safe",
    has("nowall") ? "seega-count" : "seega-wall",
  ],
};

/** Shows the lines for a state's game. */
export function howTo(state) {
  const name = family(state.game);
  const words = (state.game.split(":")[1] ?? "").split("+");
  const keys = LINES[name](word => words.includes(word));
  $("how-title").textContent = t("how-title", { game: title(name) });
  $("how-lines").replaceChildren(...keys.map(key => el("li", { text: t(`how-${key}`) })));
  document.title = `${title(name)} · Grenier`;
}
