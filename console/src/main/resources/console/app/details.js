/* The chosen lock: its fields, the consequences of its end, and a forced release. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get, isOperator, patience } from "./api.js";
import { dock } from "./dock.js";
import { decisionOf, eventChip } from "./life.js";
import { force } from "./force.js";
import { handOver } from "./hand-over.js";
import { addressOf } from "./place.js";
import { ask } from "./yield.js";
import { clockOf, endsLock, isCheckOut, isClose, isFreeze, modeChip, noteOf, outcome, pathOf, quoted, shown, since, stateChip, until, whoOf } from "./parts.js";

/* Requests that may have the id of another among their texts. */
const MOST_ALIKE = 20;

/**
 *
 * @param onChange called with the id of the chosen lock, empty = none
 * @param onHandedOver called with the id of the lock that another member has now, which is chosen
 */
export function details({ pane, go, account, onChange, onHandedOver }) {
  let lock = null;
  let sought = "";
  let seeking = Promise.resolve(null);
  let after = null;
  /* A waiting request in the queue, with what is in its way; undefined if it is further back than is looked. */
  let turn = null;
  let failed = "";
  let timer = 0;
  let ended = null;
  /* The end of a lock that had ended before it was chosen. */
  let past = null;
  let asked = null;
  let said = "";
  const retry = patience(look);

  const isLive = () => !ended && (lock.state === "held" || lock.state === "waiting");

  function draw() {
    dock(pane, sought !== "");
    if (!sought) return;
    const cross = html`<button type="button" class="close" aria-label="Close" title="Close (Esc)" @click=${close}>✕</button>`;
    if (!lock) {
      render(html`${cross}<p class="faint">looking for <code>${text.visible(sought)}</code> …</p>`, pane);
      return;
    }
    const live = isLive();
    render(html`${cross}
      <div class="lock-head">${ended ? eventChip(ended) : live ? stateChip(lock) : lock.type ? eventChip(lock) : nothing}<strong>${lock.operation ?? ""}</strong></div>
      ${(lock.targets ?? []).map(target => html`<div class="lock-path">${modeChip(target.mode)} ${shown(target.path)}</div>`)}
      ${lock.state === "unknown" ? html`<p id="unknown-lock">${failed || "It is not live, and the latest events do not tell of it. Its life reads the log."}</p>` : nothing}
      <dl class="lock-data">
        ${lock.subAccount === undefined ? nothing : html`<dt>Sub-account</dt><dd>${text.visible(lock.subAccount)}</dd>`}
        ${lock.session ? html`<dt>Session</dt><dd>${text.visible(lock.session)}</dd>` : nothing}
        ${noteOf(lock) ? html`<dt>Note</dt><dd>${text.visible(noteOf(lock))}</dd>` : nothing}
        ${live ? lock.state === "held"
          ? html`<dt>Held</dt><dd>for ${since(lock.since)}</dd><dt>Lease</dt><dd>${leaseOf()}</dd>${lock.token === undefined ? nothing : html`<dt>Token</dt><dd>${lock.token}</dd>`}`
          : html`<dt>Waits</dt><dd>for ${since(lock.since)}, gives up ${until(lock.until)}</dd>` : nothing}
        ${lock.waitedMs ? html`<dt>Waited</dt><dd>${text.duration(lock.waitedMs)}</dd>` : nothing}
        <dt>Lock id</dt><dd><code>${text.visible(lock.lockId)}</code></dd>
        ${lock.replaces ? html`<dt>Replaces</dt><dd><code>${text.visible(lock.replaces.lockId)}</code> of ${text.visible(lock.replaces.subAccount)}</dd>` : nothing}
        ${(lock.holding ?? []).length > 0 ? html`<dt>Holding</dt><dd>${lock.holding.map(id => html`<div><code>${text.visible(id)}</code></div>`)}</dd>` : nothing}
        ${ended || lock.type ? html`<dt>Decision</dt><dd class="decision">${decisionOf(ended ?? lock)}</dd>` : nothing}
        ${Object.entries(lock.attributes ?? {}).filter(([name]) => name !== "note").map(([name, value]) => html`<dt>${text.visible(name)}</dt><dd>${text.visible(value)}</dd>`)}
      </dl>
      ${live && lock.state === "waiting" && !failed ? html`<h2>In its way</h2>${after ? inItsWay() : html`<p class="faint">looking …</p>`}` : nothing}
      ${live ? html`<h2>If it went</h2>
        ${failed ? html`<p class="faint">${shown(failed)}</p>` : !after ? html`<p class="faint">looking …</p>` : html`<p>${outcome(after)}</p>
            <ul class="next">${after.next.slice(0, 20).map(one => html`<li>${modeChip(one.targets[0].mode)} ${whoOf(one)} <span class="faint">${one.operation}</span> ${shown(one.targets[0].path)}</li>`)}</ul>`}` : nothing}
      ${asked ? html`<div id="asked" role="status"><h2>Asked to let go</h2><p>${clockOf(asked.at, asked.at)} by ${text.visible(asked.by)}${asked.comment ? html`: “${shown(asked.comment)}”` : nothing}.
        ${ended ?? past ? answerOf(ended ?? past)
          : said ? html`<strong>Declined: “${shown(said)}”</strong>` : "No answer yet."} ${!(ended ?? past) && asked.endsAt ? "Ends at " + clockOf(asked.endsAt, asked.at) + " at the latest." : nothing}</p></div>` : nothing}
      <p class="actions"><a class="button" href=${addressOf("life", { lockId: lock.lockId })} title="(l)">Its life</a>
        ${live && isOperator() && lock.state === "held" ? html`<button type="button" id="ask" title="(y)" @click=${beginAsking}>${isCheckOut(lock) || isFreeze(lock) || isClose(lock) ? "Ask to end it …" : "Ask to let go …"}</button>` : nothing}
        ${live && isOperator() && lock.state === "held" && isCheckOut(lock) ? html`<button type="button" id="hand-over" @click=${() => handOver({ account: account(), lock, onDone: handedOver })}>Hand over …</button>` : nothing}
        ${live && isOperator() ? html`<button type="button" class="danger" title="(f)" @click=${begin}>${lock.state === "waiting" ? "Force out of the queue" : isCheckOut(lock) ? "End check-out" : isFreeze(lock) ? "End freeze" : isClose(lock) ? "Open account" : "Force release"} …</button>` : nothing}</p>
      ${live && !isOperator() ? html`<p class="faint">To end it takes the role operator; your role is viewer.</p>` : nothing}`, pane);
  }

  /* A bound lock has no lease of its own: its end is that of the session, which later commands move. */
  function leaseOf() {
    return lock.bound ? "lives with its session" : html`${text.duration(Number(lock.attributes?.leaseMs) || lock.leaseMs)}, ends ${until(lock.until)}`;
  }

  function inItsWay() {
    if (!turn) return html`<p class="faint">It stands further back in the queue than is looked.</p>`;
    const more = turn.heldInTheWay + turn.earlierInTheWay - turn.inTheWay.length;
    return html`<ul class="next" id="in-its-way">${turn.inTheWay.map(one => html`<li>${stateChip(one)} ${modeChip(one.targets[0].mode)} ${whoOf(one)} <span class="faint">${one.operation}</span>
      <button type="button" class="link" @click=${() => show(one)}>${shown(pathOf(one))}</button> ${quoted(noteOf(one))}</li>`)}
      ${more > 0 ? html`<li class="faint">and ${text.number(more)} more</li>` : turn.inTheWay.length === 0 ? html`<li class="faint">nothing that is known</li>` : nothing}</ul>`;
  }

  function answerOf(end) {
    if (end.movedTo) return html`<strong>Its path was moved to ${shown(end.movedTo)}.</strong>`;
    if (end.type !== "released") return nothing;
    if (end.replacedBy) return html`<strong>It was replaced by a lock of ${whoOf(end.replacedBy)}.</strong>`;
    return html`<strong>${end.reason === "FORCED" ? "Ended as FORCED." : "It was released" + (end.reason === "RELEASED" ? "." : ": " + end.reason + ".")}</strong>`;
  }

  async function look() {
    timer = 0;
    const asked = lock;
    if (!asked || !isLive()) return;
    try {
      const [found, queue] = await Promise.all([get("consequences", { account: account(), lockId: asked.lockId }),
        asked.state === "waiting" ? get("waiters", { account: account(), text: asked.lockId, limit: MOST_ALIKE }) : null]);
      if (lock !== asked) return;
      retry.stop();
      /* It ended while nothing was heard. */
      if (!found.freed) {
        seeking = find(asked.lockId);
        return;
      }
      after = found;
      turn = queue?.waiters.find(one => one.lock.lockId === asked.lockId);
      failed = "";
      lock = found.freed;
    } catch (error) {
      if (lock !== asked) return;
      failed = retry.failed(error);
    }
    draw();
  }

  function show(next) {
    if (sought !== next.lockId) pane.scrollTop = 0;
    lock = next;
    sought = next.lockId;
    seeking = Promise.resolve(next);
    after = null;
    turn = null;
    ended = null;
    past = null;
    asked = null;
    said = "";
    failed = "";
    retry.stop();
    draw();
    onChange(next.lockId);
    look();
    get("recent", { account: account(), lockId: next.lockId, limit: 50 }).then(({ events }) => { if (lock?.lockId === next.lockId && events.length > 0) { heard(events.map(one => one.event)); draw(); } }, () => {});
  }

  function handedOver(next) {
    show(next);
    onHandedOver(next.lockId);
  }

  /** Shows the lock of the address, unless it is shown already; returns when it is known. */
  function open(lockId) {
    if (lockId === sought) return seeking;
    if (!lockId) {
      close();
      return seeking;
    }
    retry.stop();
    lock = null;
    sought = lockId;
    seeking = find(lockId);
    draw();
    return seeking;
  }
  async function find(lockId) {
    let next = { ...lock, lockId, state: "unknown" };
    let problem = "";
    try {
      const { locks } = await get("locks", { account: account(), lockId, limit: 10 });
      const { events } = await get("recent", { account: account(), lockId, limit: 50 });
      const told = events.map(one => one.event).findLast(event => event.targets);
      next = locks.find(one => one.lockId === lockId) ?? (told ? { ...told, state: "event" } : next);
    } catch (error) { problem = error.message; }
    if (sought !== lockId) return null;
    show(next);
    if (problem) { failed = problem; draw(); }
    return next;
  }

  /* Shows the requests to yield and the holder's answers, as far as the events are kept. */
  function heard(events) {
    for (const event of events) {
      if (event.lockId !== lock.lockId) continue;
      if (event.type === "yieldRequested") {
        asked = event;
        said = "";
      }
      if (event.type === "renewed" && event.declined) said = event.declined;
      if (endsLock(event) && !isLive()) past = event;
    }
  }
  function beginAsking() {
    if (lock?.state === "held" && isLive() && isOperator()) ask({ account: account(), lock });
  }
  function close() {
    const had = sought !== "";
    retry.stop();
    lock = null;
    sought = "";
    seeking = Promise.resolve(null);
    draw();
    if (had) onChange("");
  }
  function begin() {
    if (lock && isOperator() && isLive()) force({ account: account(), lock });
  }
  return {
    show, open, close, tick: draw, force: begin, ask: beginAsking,
    life: () => { if (lock) go("life", { lockId: lock.lockId }); },
    events(events) {
      if (!lock) return;
      heard(events);
      const end = events.find(event => event.lockId === lock.lockId && endsLock(event));
      if (end) { ended = end; draw(); return; }
      if (!retry.waits()) timer ||= setTimeout(look, 500);
    },
  };
}
