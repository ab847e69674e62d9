// The keyboard inside a board: one place is in the tab order, the arrow keys go to its neighbours.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Makes `cells`, a map from name to `{ element, column, row }`, reachable; `activate(name)` plays one. */
export function rove(cells, activate) {
  let current = null;

  function enter(name, focus) {
    for (const [key, cell] of cells) cell.element.setAttribute("tabindex", key === name ? "0" : "-1");
    current = name;
    if (focus) cells.get(name).element.focus();
  }

  function step([right, down]) {
    const from = cells.get(current);
    for (const [name, cell] of cells) {
      if (cell.column === from.column + right && cell.row === from.row + down) return enter(name, true);
    }
  }

  function edge(last) {
    const row = [...cells].filter(([, cell]) => cell.row === cells.get(current).row);
    row.sort((a, b) => a[1].column - b[1].column);
    enter(row.at(last ? -1 : 0)[0], true);
  }

  for (const [name, cell] of cells) {
    cell.element.addEventListener("focus", () => enter(name, false));
    cell.element.addEventListener("keydown", event => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key in ARROWS) step(ARROWS[event.key]);
      else if (event.key === "Home" || event.key === "End") edge(event.key === "End");
      else if (event.key === "Enter" || event.key === " ") activate(name);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }
  enter(cells.keys().next().value, false);
  return { enter, current: () => current };
}
