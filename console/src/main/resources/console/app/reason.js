/* The field for an operator's reason, in the dialogs that ask for one. */
import { html } from "/lib/lit-html/lit-html.js";

/* What was typed and not sent, by dialog and lock: Escape closes a dialog, and the next one has the reason again. */
const drafts = new Map();
const MOST_DRAFTS = 20;

/**
 *
 * @param dialog name of the dialog
 * @param draw called when the reason has changed
 */
export function reasonFor({ dialog, lockId, draw }) {
  const key = dialog + "\n" + lockId;
  let value = drafts.get(key) ?? "";

  function typed(event) {
    value = event.target.value;
    drafts.delete(key);
    drafts.set(key, value);
    if (drafts.size > MOST_DRAFTS) drafts.delete(drafts.keys().next().value);
    draw();
  }
  /* A reason is one line of the log: Enter sends it. */
  function pressed(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  }
  return {
    value: () => value.replace(/\s*\n\s*/g, " "),
    isBlank: () => value.trim() === "",
    sent: () => drafts.delete(key),
    field: (title, disabled) => html`<label>${title}
        <textarea id="reason" rows="3" maxlength="1000" required ?disabled=${disabled} .value=${value} @input=${typed} @keydown=${pressed}></textarea></label>`,
  };
}
