/* Asks a holder to yield, before anybody forces the lock open; the operator may set an end in log time. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { post } from "./api.js";
import { decision, eventChip } from "./life.js";
import { brief, endsLock, isCheckOut, modeChip, noteBlock, shown, stateChip, whoOf } from "./parts.js";
import { reasonFor } from "./reason.js";
import { follow } from "./stream.js";

const dialog = document.getElementById("dialog");
const GRACES = [["", "the holder decides"], ["30000", "end it after 30 s"], ["120000", "end it after 2 min"], ["600000", "end it after 10 min"]];

export function ask({ account, lock }) {
  let problem = "";
  let state = "asking";
  let ended = null;
  const reason = reasonFor({ dialog: "ask", lockId: lock.lockId, draw: () => draw() });

  function draw() {
    const graceMs = reason.kept("graceMs");
    render(html`<form method="dialog" class="force" @submit=${submitted}>
      <h2 id="dialog-title">${isCheckOut(lock) ? "Ask to end this check-out?" : "Ask to let go of this lock?"}</h2>
      <div class="lock-head">${ended ? eventChip(ended) : stateChip(lock)}${lock.targets.map(target => html`${modeChip(target.mode)}<span class="lock-path">${brief(target.path)}</span>`)}</div>
      ${ended ? html`<p id="ask-ended" role="status"><strong>It has ended meanwhile</strong> (${decision(ended)}). There is nobody left to ask.</p>`
        : html`<p><strong>${whoOf(lock)}</strong> ${isCheckOut(lock) ? "is told by an event, and may end the check-out or say no. No process keeps a check-out, so perhaps nobody reads that soon." : "is told, and lets go once its work can be interrupted, or says no."}
          ${graceMs ? "What is still held when that time has passed is released as FORCED." : "Nothing is ended."}</p>${noteBlock(lock)}
          ${reason.field("Reason, as the holder and the log will tell it", state !== "asking")}
          <label>If it is not let go <select id="grace" @change=${event => reason.keep({ graceMs: event.target.value })}>${GRACES.map(([value, name]) => html`<option value=${value} ?selected=${value === graceMs}>${name}</option>`)}</select></label>`}
      ${problem && !ended ? html`<p class="problem" role="alert">${shown(problem)}</p>` : nothing}
      <p class="actions">${ended ? html`<button type="button" class="primary" id="ask-close" @click=${close}>Close</button>`
        : html`<button type="button" @click=${close}>Cancel</button><button type="submit" class="primary" id="ask-go" ?disabled=${state !== "asking" || reason.isBlank()}>Ask</button>`}</p>
    </form>`, dialog);
    if (ended && !dialog.contains(document.activeElement)) dialog.querySelector("#ask-close")?.focus();
  }
  const close = () => dialog.close();

  /* The outcome is shown beside the lock. */
  async function submitted(event) {
    event.preventDefault();
    if (reason.isBlank() || state !== "asking" || ended) return;
    state = "sent";
    problem = "";
    draw();
    const graceMs = reason.kept("graceMs");
    try {
      await post("yield", { account, lockId: lock.lockId, reason: reason.value(), ...(graceMs ? { graceMs: Number(graceMs) } : {}) });
      reason.sent();
      close();
    } catch (error) {
      state = "asking";
      problem = error.message;
      draw();
    }
  }
  function heard(events) {
    ended ??= events.find(event => event.lockId === lock.lockId && endsLock(event)) ?? null;
    if (ended) draw();
  }

  render(nothing, dialog);
  draw();
  const stop = follow({ account, onEvents: heard, onReset: () => {} });
  dialog.addEventListener("close", stop, { once: true });
  dialog.showModal();
  dialog.querySelector("#reason").focus();
}
