/* Hands a check-out over to another member, in one step, and reports the outcome. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { post } from "./api.js";
import { decision, eventChip } from "./life.js";
import { announce, brief, endsLock, modeChip, shown, stateChip, whoOf } from "./parts.js";
import { awaited, missedText, PATIENCE_MS, unsentBecause } from "./published.js";
import { reasonFor } from "./reason.js";
import { follow } from "./stream.js";

const dialog = document.getElementById("dialog");

/** @param onDone called with the lock that the member has then */
export function handOver({ account, lock, onDone }) {
  let problem = "";
  let state = "asking";
  let sent = null;
  let answer = null;
  let ended = null;
  let gap = false;
  let slow = false;
  let patience = 0;
  /* Decisions that came before the answer that tells the command's id. */
  let early = [];
  const note = reasonFor({ dialog: "hand-over", lockId: lock.lockId, draw: () => draw() });

  const member = () => note.kept("member").trim();
  const isOwn = () => member() === lock.subAccount && !lock.session;
  const isDone = () => answer?.type === "granted";

  function title() {
    if (state !== "done") return "Hand this check-out over?";
    return gap ? "It is not known what became of it" : isDone() ? "It was handed over" : "Nothing was handed over";
  }
  function verdict() {
    if (gap) return missedText;
    if (isDone()) return html`<strong>Done: ${whoOf(answer)} has it, ${decision(answer)}.</strong> Whoever waited for it waits on.`;
    const way = answer.blockedBy ?? [];
    return html`<strong class="bad-text">The arbiter answered: ${answer.reason ?? answer.type}.</strong>
      ${way.length === 0 ? shown(answer.message ?? "") : html`${whoOf(lock)} keeps it. Try again when these have ended:<ul class="next">${way.map(one => html`<li>${modeChip(one.mode)} ${whoOf(one)} <span class="faint">${one.operation}</span> ${brief(one.path)}</li>`)}</ul>`}`;
  }

  function draw() {
    const over = ended && state === "asking";
    render(html`<form method="dialog" class="force" @submit=${submitted}>
      <h2 id="dialog-title">${title()}</h2>
      <div class="lock-head">${isDone() ? eventChip(answer) : ended ? eventChip(ended) : stateChip(lock)}${lock.targets.map(target => html`${modeChip(target.mode)}<span class="lock-path">${brief(target.path)}</span>`)}</div>
      ${over ? html`<p id="hand-over-ended" role="status"><strong>It has ended meanwhile</strong> (${decision(ended)}). There is nothing left to hand over.</p>`
        : state === "done" ? nothing : html`<p><strong>${whoOf(lock)}</strong> has it checked out. The other member has it at once, in all sessions, for another ${text.duration(lock.leaseMs)}.</p>
          <label>To the member, by the exact name: nobody checks it <input type="text" id="hand-over-to" maxlength="128" required autocomplete="off" spellcheck="false" ?disabled=${state !== "asking"} .value=${note.kept("member")} @input=${event => note.keep({ member: event.target.value })}></label>
          ${note.field("Note, for whoever is refused because of it", state !== "asking", false)}`}
      ${problem && !over ? html`<p class="problem" role="alert">${shown(problem)}</p>` : nothing}
      ${state === "sent" ? awaited({ slow, close }) : nothing}
      ${state === "done" ? html`<div id="hand-over-verdict" role="status">${verdict()}</div>` : nothing}
      <p class="actions">${over || state === "done" ? html`<button type="button" class="primary" id="hand-over-close" @click=${finished}>Close</button>`
        : html`<button type="button" @click=${close}>${state === "sent" ? "Close" : "Cancel"}</button><button type="submit" class="primary" id="hand-over-go" ?disabled=${state !== "asking" || member() === "" || isOwn()}>Hand over</button>`}</p>
    </form>`, dialog);
    if ((over || state === "done") && !dialog.contains(document.activeElement)) dialog.querySelector("#hand-over-close")?.focus();
  }
  const close = () => dialog.close();
  function finished() {
    close();
    if (isDone()) onDone({ ...answer, state: "held", since: answer.at, until: answer.expiresAt });
  }

  async function submitted(event) {
    event.preventDefault();
    if (member() === "" || isOwn() || state !== "asking" || ended) return;
    state = "sent";
    problem = "";
    draw();
    patience = setTimeout(() => { slow = true; draw(); }, PATIENCE_MS);
    try {
      sent = await post("hand-over", { account, lockId: lock.lockId, subAccount: member(), note: note.value() });
      note.sent();
      settle();
    } catch (error) {
      clearTimeout(patience);
      state = "asking";
      problem = unsentBecause({ error, undone: "Nothing was handed over", go: "Hand over" });
      draw();
    }
  }
  function heard(events) {
    for (const event of events) {
      if (event.repeated) continue;
      if (event.lockId === lock.lockId && endsLock(event)) ended = event;
      if (state === "sent" && (event.type === "granted" || event.type === "rejected")) early.push(event);
    }
    if (state === "sent") settle();
    else if (state === "asking" && ended) draw();
  }
  function settle() {
    if (!sent) return;
    answer = early.find(event => event.commandId === sent.commandId) ?? null;
    early = [];
    if (!answer && !gap) return;
    clearTimeout(patience);
    state = "done";
    announce("Hand-over: " + (gap ? "not known" : answer.type + " " + (answer.reason ?? "")));
    draw();
    dialog.querySelector("#hand-over-close")?.focus();
  }
  function missed() {
    if (state !== "sent") return;
    gap = true;
    settle();
  }

  render(nothing, dialog);
  if (!note.value() && lock.attributes?.note) note.keep({ reason: lock.attributes.note });
  draw();
  const stop = follow({ account, onEvents: heard, onReset: missed });
  dialog.addEventListener("close", () => {
    stop();
    clearTimeout(patience);
  }, { once: true });
  dialog.showModal();
  dialog.querySelector("#hand-over-to").focus();
}
