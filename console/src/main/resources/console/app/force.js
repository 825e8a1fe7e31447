/* A forced release: first shows who is freed and who comes next, requires a reason, and reports the outcome. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get, patience as asking, post } from "./api.js";
import { decision, eventChip } from "./life.js";
import { awaited, missedText, PATIENCE_MS, unsentBecause } from "./published.js";
import { reasonFor } from "./reason.js";
import { follow } from "./stream.js";
import { announce, brief, endsLock, isCheckOut, isClose, isFreeze, modeChip, noteBlock, outcome, shown, stateChip, whoOf } from "./parts.js";

const dialog = document.getElementById("dialog");
const MOST_NEXT = 8;

/* What ends: a held lock, a check-out, a freeze, a closed account, or a request that waits. */
const LOCK = {
  go: "Force it", question: "Force this lock open?", outcome: "This lock was forced open", can: "forced", left: "There is nothing left to force.", isNow: "it is free",
  about: "holds it and will be told that it was forced. A writer that does not look is stopped only where the storage compares tokens.",
};
const CHECK_OUT = {
  go: "End it", question: "End this check-out?", outcome: "This check-out was ended", can: "ended", left: "There is nothing left to end.", isNow: "it is checked out no longer",
  about: "has checked it out, and is told by the event that ends it. No process keeps a check-out: an upload under it has a lock of its own, and goes on. Others may change the path from then on.",
};
const FREEZE = {
  go: "End it", question: "End this freeze?", outcome: "This freeze was ended", can: "ended", left: "There is nothing left to end.", isNow: "it stands still no longer",
  about: "has frozen it, and is told by the event that ends it. A copy that is made now may be torn: others change what stood still from then on.",
};
const CLOSE = {
  go: "Open it", question: "Open this account again?", outcome: "This account was opened", can: "opened", left: "There is nothing left to open.", isNow: "it is closed no longer",
  about: "has closed it, and is told by the event that opens it. If it was moved to another deployment, its locks are there: who asks here from then on excludes nobody there.",
};
const REQUEST = {
  go: "Take it out", question: "Take this request out of the queue?", outcome: "It is out of the queue", can: "taken out", left: "There is nothing left to force.", isNow: "it is out of the queue",
  about: "waits for it, and will be told that it was withdrawn.",
};

export function force({ account, lock }) {
  const words = lock.state === "waiting" ? REQUEST : isCheckOut(lock) ? CHECK_OUT : isFreeze(lock) ? FREEZE : isClose(lock) ? CLOSE : LOCK;
  let after = null;
  let untold = false;
  let problem = "";
  let unsent = "";
  let state = "asking";
  let sent = null;
  let answer = null;
  let ended = null;
  let told = [];
  let granted = [];
  let gap = false;
  let slow = false;
  let timer = 0;
  let patience = 0;
  let stop = () => {};
  const retry = asking(look);
  const reason = reasonFor({ dialog: "force", lockId: lock.lockId, draw: () => draw() });

  const one = lock => html`<li>${modeChip(lock.targets[0].mode)} ${whoOf(lock)} <span class="faint">${lock.operation}</span> ${brief(lock.targets[0].path)}</li>`;
  const some = (locks, all) => html`<ul class="next">${locks.slice(0, MOST_NEXT).map(one)}${all > MOST_NEXT ? html`<li class="faint">and ${text.number(all - MOST_NEXT)} more</li>` : nothing}</ul>`;
  const by = event => event.by === undefined ? "" : text.visible(event.by) + (event.comment ? ": “" + text.visible(event.comment) + "”" : "");

  /* If the holder, or another operator, was faster, this command has ended nothing. */
  function endOf(event) {
    if (event.by !== undefined) return "An operator was faster, " + by(event);
    if (event.reason === "EXPIRED") return "Its lease expired before";
    if (event.reason === "SESSION_ENDED") return "Its session ended before";
    if (event.type === "rejected") return "It waits no longer: " + (event.reason ?? "");
    return "Its holder let go of it before" + (event.reason && event.reason !== "RELEASED" ? " (" + event.reason + ")" : "");
  }
  function verdict() {
    if (gap) return missedText;
    if (isDone()) {
      return html`<strong>Done: ${words.isNow}, ${decision(answer)}.</strong>${granted.length > 0 ? html` Granted by it:${some(granted, granted.length)}` : html` Nobody was granted anything by it.`}`;
    }
    return html`<strong class="bad-text">Nothing was forced. ${ended ? endOf(ended) : "The arbiter answered: " + (answer.reason ?? answer.type)}.</strong>`;
  }

  function title() {
    if (state !== "done") return words.question;
    if (gap) return "It is not known what became of it";
    if (isDone()) return words.outcome;
    return "Nothing was forced";
  }
  /* In an account too large to be shown the consequences are unknown; the lock can still be ended. */
  const isOpen = () => after === null ? untold : Boolean(after.freed);
  const isDone = () => answer.commandId === sent.commandId && answer.type === "released";

  function preview() {
    if (ended) return html`<p id="force-ended" role="status"><strong>It has ended meanwhile.</strong> ${endOf(ended)}. ${words.left}</p>`;
    if (!after) return untold ? html`<p id="force-untold" role="status">What would follow cannot be told now. It can be ${words.can} all the same; nothing happens if it has ended meanwhile.</p>` : html`<p class="faint">looking who comes next …</p>`;
    if (!after.freed) return html`<p id="force-ended" role="status"><strong>It has ended meanwhile.</strong> ${words.left}</p>`;
    return html`<p>${outcome(after)}</p>${some(after.next, after.nextInAll)}`;
  }

  function draw() {
    const over = ended !== null || (after !== null && !after.freed);
    render(html`<form method="dialog" class="force" @submit=${submitted}>
      <h2 id="dialog-title">${title()}</h2>
      <div class="lock-head">${ended ? eventChip(ended) : stateChip(lock)}${lock.targets.map(target => html`${modeChip(target.mode)}<span class="lock-path">${brief(target.path)}</span>`)}</div>
      ${state === "done" || over ? nothing : html`<p><strong>${whoOf(lock)}</strong> ${words.about}</p>${noteBlock(lock)}`}
      ${state === "done" ? nothing : preview()}${problem && state === "asking" ? html`<p class="problem" role="alert">${shown(problem)}</p>` : nothing}
      ${over && state === "asking" ? nothing : reason.field("Reason, as it will stand in the log beside your name", state !== "asking")}
      ${unsent ? html`<p class="problem" id="unsent" role="alert">${shown(unsent)}</p>` : nothing}
      ${state === "sent" ? awaited({ slow, close }) : nothing}
      ${state === "done" ? html`<div id="force-verdict" role="status">${verdict()}</div>` : nothing}
      <p class="actions">${state === "done" || (over && state === "asking") ? html`<button type="button" class="primary" id="force-close" @click=${close}>Close</button>`
        : html`<button type="button" @click=${close}>${state === "sent" ? "Close" : "Cancel"}</button><button type="submit" class="danger" id="force-go" ?disabled=${state !== "asking" || reason.isBlank() || !isOpen()}>${words.go}</button>`}</p>
    </form>`, dialog);
    if (over && !dialog.contains(document.activeElement)) dialog.querySelector("#force-close")?.focus();
  }

  async function look() {
    timer = 0;
    if (state !== "asking" || ended) return;
    try {
      after = await get("consequences", { account, lockId: lock.lockId });
      untold = false;
      problem = "";
      retry.stop();
    } catch (error) {
      untold = true;
      problem = retry.failed(error);
    }
    draw();
    dialog.querySelector("#reason:focus")?.scrollIntoView({ block: "nearest" });
  }

  function heard(events) {
    for (const event of events) {
      if (event.repeated) continue;
      if (event.lockId === lock.lockId && state === "sent") told.push(event);
      if (event.lockId === lock.lockId && endsLock(event)) ended = event;
      if (event.type === "granted" && ended && event.cause?.offset === ended.cause?.offset && event.lockId !== lock.lockId) granted.push(event);
    }
    if (state === "sent") settle();
    else if (state === "asking") {
      if (ended) draw(); else if (!retry.waits()) timer ||= setTimeout(look, 300);
    }
  }

  /* The decision may arrive before the answer that tells the command's id. */
  function settle() {
    if (!sent) return;
    answer = told.find(event => event.commandId === sent.commandId) ?? ended;
    if (!answer && !gap) return;
    clearTimeout(patience);
    state = "done";
    announce("Forced release: " + (gap ? "not known" : answer.type + " " + (answer.reason ?? "")));
    draw();
    dialog.querySelector("#force-close")?.focus();
  }

  async function submitted(event) {
    event.preventDefault();
    if (reason.isBlank() || state !== "asking" || ended || !isOpen()) return;
    state = "sent";
    unsent = "";
    draw();
    patience = setTimeout(() => { slow = true; draw(); }, PATIENCE_MS);
    try {
      sent = await post("force", { account, lockId: lock.lockId, reason: reason.value() });
      reason.sent();
      settle();
    } catch (error) {
      clearTimeout(patience);
      state = "asking";
      unsent = unsentBecause({ error, undone: "Nothing was forced", go: words.go });
      draw();
      if (error.status === 404) look();
    }
  }
  function missed() {
    if (state === "sent") {
      gap = true;
      settle();
    } else if (state === "asking" && dialog.open) listen();
  }
  function listen() {
    stop = follow({ account, onBegin: () => { if (!retry.waits()) look(); }, onEvents: heard, onReset: missed });
  }
  function close() {
    dialog.close();
  }

  render(nothing, dialog);
  draw();
  dialog.addEventListener("close", () => {
    stop();
    retry.stop();
    clearTimeout(timer);
    clearTimeout(patience);
  }, { once: true });
  dialog.showModal();
  dialog.querySelector("#reason").focus();
  look();
  listen();
}
