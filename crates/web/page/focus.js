// The keyboard's place on the page: when the element that has the focus vanishes or is switched off, the button beside
// it takes the focus, or else the board.

const usable = element => element.isConnected && !element.disabled && element.getClientRects().length > 0;

/** Puts the focus on the place of the board that the arrow keys start from. */
export function focusBoard() {
  document.querySelector("#board [tabindex='0']")?.focus({ preventScroll: true });
}

/** Watches over the focus from now on. */
export function keepFocus() {
  let last = null;
  let parent = null;
  const remember = element => {
    last = element;
    parent = element?.parentElement ?? null;
  };
  document.addEventListener("focusin", event => remember(event.target));
  // Whoever clicks beside everything wants no focus.
  document.addEventListener("pointerdown", event => {
    const { activeElement } = document;
    const within = activeElement !== document.body && activeElement?.contains(event.target);
    remember(within ? activeElement : null);
  }, true);
  const check = () => {
    const { activeElement, body } = document;
    const elsewhere = activeElement && activeElement !== body && activeElement !== last;
    if (!last || elsewhere || usable(last) || document.querySelector("dialog[open]")) return;
    const beside = [...(parent?.children ?? [])].find(element => element.tagName === "BUTTON" && usable(element));
    remember(null);
    if (beside) beside.focus({ preventScroll: true });
    else focusBoard();
  };
  new MutationObserver(check).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "disabled"],
  });
}
