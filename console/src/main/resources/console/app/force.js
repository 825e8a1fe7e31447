/* A forced release: says first whom it frees and who comes next, and does nothing without a reason. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get, post } from "./api.js";
import { follow } from "./stream.js";
import { announce, modeChip, shown, stateChip, whoOf } from "./parts.js";

const dialog = document.getElementById("dialog");

export function force({ account, lock }) {
  let after = null;
  let problem = "";
  let reason = "";
  let state = "asking";
  let answer = null;
  let stop = () => {};

  function draw() {
    render(html`<form method="dialog" class="force" @submit=${submitted}>
      <h2 id="dialog-title">${lock.state === "waiting" ? "Take this request out of the queue?" : "Force this lock open?"}</h2>
      <div class="lock-head">${stateChip(lock)}${lock.targets.map(target => html`${modeChip(target.mode)}<span class="lock-path">${shown(target.path)}</span>`)}</div>
      <p>${lock.state === "waiting" ? html`<strong>${whoOf(lock)}</strong> waits for it, and will be told that it was withdrawn.`
        : html`<strong>${whoOf(lock)}</strong> holds it and will be told that it was forced. A writer that does not look is stopped only where the storage compares tokens.`}</p>
      ${!after ? html`<p class="faint">${problem ? "" : "looking who comes next …"}</p>` : !after.freed ? html`<p>It has ended meanwhile.</p>`
        : after.nextInAll === 0 ? html`<p>Nobody comes next: ${after.stillWaiting === 0 ? "nobody waits" : text.count(after.stillWaiting, "request") + " would wait on"}.</p>`
        : html`<p>Next ${after.nextInAll === 1 ? "comes" : "come"} (${text.number(after.stillWaiting)} would wait on):</p><ul class="next">${after.next.slice(0, 8).map(one => html`<li>${modeChip(one.targets[0].mode)} ${whoOf(one)} <span class="faint">${one.operation}</span> ${shown(one.targets[0].path)}</li>`)}${after.nextInAll > 8 ? html`<li class="faint">and ${text.number(after.nextInAll - 8)} more</li>` : nothing}</ul>`}
      <label>Reason, as it will stand in the log beside your name
        <textarea id="reason" rows="3" maxlength="1000" required ?disabled=${state !== "asking"} @input=${event => { reason = event.target.value; draw(); }}></textarea></label>
      ${problem ? html`<p class="problem" role="alert">${shown(problem)}</p>` : nothing}
      ${state === "sent" ? html`<p role="status">Published; waiting for the decision …</p>` : nothing}
      ${answer ? html`<p role="status"><strong>${answer.type === "released" ? "Done: released " + answer.reason : "Not done: " + (answer.reason ?? answer.type)}</strong></p>` : nothing}
      <p class="actions">${state === "done" ? html`<button type="button" class="primary" id="force-close" @click=${close}>Close</button>`
        : html`<button type="button" @click=${close}>Cancel</button><button type="submit" class="danger" id="force-go" ?disabled=${state !== "asking" || reason.trim() === "" || !after?.freed}>Force it</button>`}</p>
    </form>`, dialog);
  }

  async function look() {
    try { after = await get("consequences", { account, lockId: lock.lockId }); } catch (error) { problem = error.message; }
    draw();
  }

  async function submitted(event) {
    event.preventDefault();
    if (reason.trim() === "" || state !== "asking" || !after?.freed) return;
    state = "sent";
    problem = "";
    draw();
    const position = after.seq;
    try {
      const sent = await post("force", { account, lockId: lock.lockId, reason });
      const recent = await get("recent", { account, limit: 1 });
      stop = follow({
        account, after: recent.position.split(":")[0] + ":" + position, onState: () => {}, onReset: () => decided({ type: "released", reason: "" }),
        onEvents: events => {
          const found = events.find(one => one.commandId === sent.commandId || (one.lockId === lock.lockId && one.type === "released"));
          if (found) decided(found);
        },
      });
    } catch (error) {
      state = "asking";
      problem = error.message;
      draw();
    }
  }
  function decided(event) {
    stop();
    answer = event;
    state = "done";
    announce("Forced release: " + event.type + " " + (event.reason ?? ""));
    draw();
    dialog.querySelector("#force-close")?.focus();
  }
  function close() {
    stop();
    dialog.close();
  }

  render(nothing, dialog);
  draw();
  dialog.addEventListener("close", () => stop(), { once: true });
  dialog.showModal();
  dialog.querySelector("#reason").focus();
  look();
}
