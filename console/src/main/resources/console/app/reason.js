/* The field for an operator's reason, in the dialogs that ask for one. */
import { html } from "/lib/lit-html/lit-html.js";

/* What was typed and not sent, by dialog and lock: Escape closes a dialog, and the next one has the reason again. */
const drafts = new Map();
const MOST_DRAFTS = 20;

/**
 *
 * @param dialog name of the dialog
 * @param draw called when something has changed
 */
export function reasonFor({ dialog, lockId, draw }) {
  const key = dialog + "\n" + lockId;
  const draft = drafts.get(key) ?? { reason: "" };

  function keep(values) {
    Object.assign(draft, values);
    drafts.delete(key);
    drafts.set(key, draft);
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
    value: () => draft.reason.replace(/\s*\n\s*/g, " "),
    isBlank: () => draft.reason.trim() === "",
    /** Keeps another choice of the dialog beside the reason. */
    keep,
    kept: name => draft[name] ?? "",
    sent: () => drafts.delete(key),
    field: (title, disabled, required = true) => html`<label>${title}
        <textarea id="reason" rows="3" maxlength="1000" ?required=${required} ?disabled=${disabled} .value=${draft.reason} @input=${event => keep({ reason: event.target.value })} @keydown=${pressed}></textarea></label>`,
  };
}
