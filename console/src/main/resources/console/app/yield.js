/* Asks a holder to yield, before anybody forces the lock open; the operator may set an end in log time. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { post } from "./api.js";
import { modeChip, shown, stateChip, whoOf } from "./parts.js";

const dialog = document.getElementById("dialog");
const GRACES = [["", "the holder decides"], ["30000", "end it after 30 s"], ["120000", "end it after 2 min"], ["600000", "end it after 10 min"]];

export function ask({ account, lock }) {
  let reason = "";
  let graceMs = "";
  let problem = "";
  let state = "asking";

  function draw() {
    render(html`<form method="dialog" class="force" @submit=${submitted}>
      <h2 id="dialog-title">Ask to let go of this lock?</h2>
      <div class="lock-head">${stateChip(lock)}${lock.targets.map(target => html`${modeChip(target.mode)}<span class="lock-path">${shown(target.path)}</span>`)}</div>
      <p><strong>${whoOf(lock)}</strong> is told, and lets go once its work can be interrupted, or says no. ${graceMs ? "What is still held when that time has passed is released as FORCED." : "Nothing is ended."}</p>
      <label>Reason, as the holder and the log will tell it
        <textarea id="reason" rows="3" maxlength="1000" required ?disabled=${state !== "asking"} @input=${event => { reason = event.target.value; draw(); }}></textarea></label>
      <label>If it is not let go <select id="grace" @change=${event => { graceMs = event.target.value; draw(); }}>${GRACES.map(([value, name]) => html`<option value=${value}>${name}</option>`)}</select></label>
      ${problem ? html`<p class="problem" role="alert">${shown(problem)}</p>` : nothing}
      <p class="actions"><button type="button" @click=${() => dialog.close()}>Cancel</button><button type="submit" class="primary" id="ask-go" ?disabled=${state !== "asking" || reason.trim() === ""}>Ask</button></p>
    </form>`, dialog);
  }

  /* The outcome is shown beside the lock. */
  async function submitted(event) {
    event.preventDefault();
    if (reason.trim() === "" || state !== "asking") return;
    state = "sent";
    problem = "";
    draw();
    try {
      await post("yield", { account, lockId: lock.lockId, reason, ...(graceMs ? { graceMs: Number(graceMs) } : {}) });
      dialog.close();
    } catch (error) {
      state = "asking";
      problem = error.message;
      draw();
    }
  }

  render(nothing, dialog);
  draw();
  dialog.showModal();
  dialog.querySelector("#reason").focus();
}
