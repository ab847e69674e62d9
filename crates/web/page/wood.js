// What boards are made of: grain of wood, grains of sand, seeds and stones. All drawings, no pictures.

import { dice, svg } from "./dom.js";

/** Lines of grain along a board of wood. */
export function grain(width, height, seed) {
  const roll = dice(seed);
  const group = svg("g", { class: "grain", fill: "none" });
  for (let y = 3; y < height; y += 5 + roll() * 9) {
    const bend = () => (y + (roll() - 0.5) * 16).toFixed(1);
    group.append(svg("path", {
      d: `M0 ${bend()}C${width / 3} ${bend()} ${(width * 2) / 3} ${bend()} ${width} ${bend()}`,
      "stroke-width": (0.6 + roll() * 1.8).toFixed(1),
      "stroke-opacity": (0.12 + roll() * 0.3).toFixed(2),
    }));
  }
  return group;
}

/** Specks of sand, dark and light. */
export function sand(width, height, seed) {
  const roll = dice(seed);
  const group = svg("g", { class: "specks" });
  for (const tone of ["dark", "light"]) {
    let d = "";
    for (let i = 0; i < 260; i += 1) {
      d += `M${(roll() * width).toFixed(1)} ${(roll() * height).toFixed(1)}h${(0.8 + roll() * 1.6).toFixed(1)}`;
    }
    group.append(svg("path", { d, class: `speck-${tone}`, "stroke-width": 1.7, "stroke-linecap": "round" }));
  }
  // Long soft ripples, as the wind leaves them.
  for (let y = 10; y < height; y += 46 + roll() * 30) {
    const bend = () => (y + (roll() - 0.5) * 40).toFixed(1);
    group.append(svg("path", {
      d: `M0 ${bend()}C${width / 3} ${bend()} ${(width * 2) / 3} ${bend()} ${width} ${bend()}`,
      class: "ripple",
      fill: "none",
    }));
  }
  return group;
}

/** A line scratched in sand: a furrow and its lit edge, not quite straight. */
export function scratch(x1, y1, x2, y2, seed) {
  const roll = dice(seed);
  const wobble = () => (roll() - 0.5) * 3.4;
  const points = [0, 0.25, 0.5, 0.75, 1].map(part => [
    x1 + (x2 - x1) * part + wobble(),
    y1 + (y2 - y1) * part + wobble(),
  ]);
  const line = points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  return svg("g", { class: "scratch", fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" },
    svg("path", { d: line, class: "furrow-light", transform: "translate(1.6 1.8)" }),
    svg("path", { d: line, class: "furrow" }));
}

const stops = pairs => pairs.map(([offset, name]) => svg("stop", { offset, class: `stop-${name}` }));

/** The gradients and shapes that the drawings share. */
export function definitions() {
  const round = (id, x, y, pairs) => svg("radialGradient", { id, cx: x, cy: y, r: 0.75 }, ...stops(pairs));
  const seed = tone => svg("g", { id: `seed-${tone}` },
    svg("ellipse", { cx: 1, cy: 2, rx: 9.4, ry: 8, class: "seed-shade" }),
    svg("ellipse", { rx: 9.2, ry: 7.8, class: `seed-${tone}` }),
    svg("ellipse", { cx: -2.6, cy: -2.6, rx: 3.4, ry: 1.9, class: "seed-gleam", transform: "rotate(-24)" }));
  return svg("defs", {},
    svg("linearGradient", { id: "wood", x1: 0, y1: 0, x2: 0, y2: 1 },
      ...stops([[0, "wood-lit"], [0.5, "wood"], [1, "wood-deep"]])),
    round("pit", 0.5, 0.72, [[0, "pit-floor"], [0.55, "pit"], [1, "pit-deep"]]),
    round("sand", 0.4, 0.3, [[0, "sand-lit"], [0.7, "sand"], [1, "sand-deep"]]),
    round("stone-x", 0.35, 0.3, [[0, "light-lit"], [0.55, "light"], [1, "light-deep"]]),
    round("stone-o", 0.35, 0.3, [[0, "dark-lit"], [0.45, "dark"], [1, "dark-deep"]]),
    seed("a"), seed("b"), seed("c"));
}

/** Where the seeds of a pit lie: a heap in the order of a sunflower, a little shaken. */
export function heap(count, seed, stretch = 1) {
  const roll = dice(seed);
  const shown = Math.min(count, 24);
  const spread = shown <= 5 ? 11.5 : shown <= 9 ? 10 : shown <= 14 ? 8.4 : 6.9;
  const places = [];
  for (let i = 0; i < shown; i += 1) {
    const angle = i * 2.39996 + seed + (roll() - 0.5) * 0.6;
    const reach = spread * Math.sqrt(i + 0.4) + (roll() - 0.5) * 3;
    places.push({
      x: Math.cos(angle) * reach,
      y: Math.sin(angle) * reach * stretch,
      turn: Math.round(roll() * 180),
      tone: "abc"[Math.floor(roll() * 3)],
    });
  }
  return places;
}

export const seeds = (count, seed, stretch) => heap(count, seed, stretch).map(place => svg("use", {
  href: `#seed-${place.tone}`,
  transform: `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)}) rotate(${place.turn})`,
}));

/** A round stone; the pattern tells the two kinds apart without their colours. */
export function stone(kind) {
  const group = svg("g", { class: `stone stone-${kind}` },
    svg("ellipse", { cx: 2, cy: 5, rx: 35, ry: 34, class: "stone-shade" }),
    svg("circle", { r: 34, class: "stone-body", fill: `url(#stone-${kind})` }));
  if (kind === "x") group.append(svg("circle", { r: 20, class: "stone-ring" }), svg("circle", { r: 9, class: "stone-ring" }));
  else group.append(svg("circle", { r: 7, class: "stone-dot" }));
  return group;
}

/** The small lock on pits of Kpé that are not yet lifted. */
export const padlock = () => [
  svg("circle", { r: 13, class: "lock-plate" }),
  svg("path", { d: "M-4 -1v-3a4 4 0 0 1 8 0v3", class: "lock-bow" }),
  svg("rect", { x: -6.5, y: -1.5, width: 13, height: 9.5, rx: 2, class: "lock-body" }),
];
