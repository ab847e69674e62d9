// Dialogs: a title, a button to close, and what they are about.

import { $, el } from "./dom.js";
import { t } from "./i18n.js";

/** Fills the dialog of this id and opens it. */
export function open(id, title, ...content) {
  const dialog = $(id);
  const close = el("button", { type: "button", class: "quiet", text: t("close"), onclick: () => dialog.close() });
  dialog.replaceChildren(
    el("div", { class: "dialog-head" }, el("h2", { id: `${id}-title`, text: title }), close),
    el("div", { class: "dialog-body" }, ...content));
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** A line for what went wrong with an input; empty until it is told. */
export function complaint(id) {
  const line = el("p", { id, class: "complaint", role: "alert" });
  return {
    line,
    tell(text, input) {
      line.textContent = text;
      if (text) input?.setAttribute("aria-invalid", "true");
      else input?.removeAttribute("aria-invalid");
    },
  };
}
