/* The chosen lock: its fields, the consequences of its end, and a forced release. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get, isOperator, patience, query } from "./api.js";
import { eventChip, particulars } from "./life.js";
import { force } from "./force.js";
import { ask } from "./yield.js";
import { clockOf, modeChip, outcome, shown, since, stateChip, until, whoOf } from "./parts.js";

export function details({ pane, go, account }) {
  let lock = null;
  let after = null;
  let failed = "";
  let timer = 0;
  let ended = null;
  let asked = null;
  let said = "";
  const retry = patience(look);

  function draw() {
    pane.hidden = lock === null;
    if (!lock) return;
    const live = lock.state === "held" || lock.state === "waiting";
    render(html`<button type="button" class="close" aria-label="Close" title="Close (Esc)" @click=${close}>✕</button>
      <div class="lock-head">${ended ? eventChip(ended) : live ? stateChip(lock) : eventChip(lock)}<strong>${lock.operation ?? ""}</strong></div>
      ${(lock.targets ?? []).map(target => html`<div class="lock-path">${modeChip(target.mode)} ${shown(target.path)}</div>`)}
      <dl class="lock-data">
        <dt>Sub-account</dt><dd>${text.visible(lock.subAccount ?? "")}</dd>
        ${lock.session ? html`<dt>Session</dt><dd>${text.visible(lock.session)}</dd>` : nothing}
        ${live && !ended ? lock.state === "held"
          ? html`<dt>Held</dt><dd>for ${since(lock.since)}</dd><dt>Lease</dt><dd>${text.duration(Number(lock.attributes?.leaseMs) || lock.leaseMs)}, ends ${until(lock.until)}</dd><dt>Token</dt><dd>${lock.token}</dd>`
          : html`<dt>Waits</dt><dd>for ${since(lock.since)}, gives up ${until(lock.until)}</dd>` : nothing}
        ${lock.waitedMs ? html`<dt>Waited</dt><dd>${text.duration(lock.waitedMs)}</dd>` : nothing}
        <dt>Lock id</dt><dd><code>${text.visible(lock.lockId)}</code></dd>
        ${(lock.holding ?? []).length > 0 ? html`<dt>Holding</dt><dd>${lock.holding.map(id => html`<div><code>${text.visible(id)}</code></div>`)}</dd>` : nothing}
        ${live ? nothing : html`<dt>Decision</dt><dd class="decision">${particulars(lock)}</dd>`}
        ${Object.entries(lock.attributes ?? {}).map(([name, value]) => html`<dt>${text.visible(name)}</dt><dd>${text.visible(value)}</dd>`)}
      </dl>
      ${live && !ended ? html`<h2>If it went</h2>
        ${failed ? html`<p class="faint">${shown(failed)}</p>` : !after ? html`<p class="faint">looking …</p>` : html`<p>${outcome(after)}</p>
            <ul class="next">${after.next.slice(0, 20).map(one => html`<li>${modeChip(one.targets[0].mode)} ${whoOf(one)} <span class="faint">${one.operation}</span> ${shown(one.targets[0].path)}</li>`)}</ul>`}` : nothing}
      ${asked ? html`<div id="asked" role="status"><h2>Asked to let go</h2><p>${clockOf(asked.at, asked.at)} by ${text.visible(asked.by)}${asked.comment ? html`: “${shown(asked.comment)}”` : nothing}.
        ${ended ? ended.type === "released" ? html`<strong>${ended.reason === "FORCED" ? "Ended as FORCED." : "It was released: " + ended.reason + "."}</strong>` : nothing
          : said ? html`<strong>Declined: “${shown(said)}”</strong>` : "No answer yet."} ${!ended && asked.endsAt ? "Ends at " + clockOf(asked.endsAt, asked.at) + " at the latest." : nothing}</p></div>` : nothing}
      <p class="actions"><a class="button" href=${"#/life?" + query({ account: account(), lockId: lock.lockId })} title="(l)">Its life</a>
        ${live && !ended && isOperator() && lock.state === "held" ? html`<button type="button" id="ask" title="(y)" @click=${beginAsking}>Ask to let go …</button>` : nothing}
        ${live && !ended && isOperator() ? html`<button type="button" class="danger" title="(f)" @click=${begin}>Force ${lock.state === "waiting" ? "out of the queue" : "release"} …</button>` : nothing}</p>
      ${live && !ended && !isOperator() ? html`<p class="faint">To end it takes the role operator; your role is viewer.</p>` : nothing}`, pane);
  }

  async function look() {
    timer = 0;
    const asked = lock;
    if (!asked || ended || (asked.state !== "held" && asked.state !== "waiting")) return;
    try {
      const found = await get("consequences", { account: account(), lockId: asked.lockId });
      if (lock !== asked) return;
      retry.stop();
      after = found;
      failed = found.freed ? "" : "It has ended meanwhile.";
      if (found.freed) lock = found.freed;
    } catch (error) {
      if (lock !== asked) return;
      failed = retry.failed(error);
    }
    draw();
  }

  function show(next) {
    lock = next;
    after = null;
    ended = null;
    asked = null;
    said = "";
    failed = "";
    retry.stop();
    draw();
    look();
    get("recent", { account: account(), lockId: next.lockId, limit: 50 }).then(({ events }) => { if (lock?.lockId === next.lockId && events.length > 0) { heard(events.map(one => one.event)); draw(); } }, () => {});
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
    }
  }
  function beginAsking() {
    if (lock?.state === "held" && !ended && isOperator()) ask({ account: account(), lock });
  }
  function close() {
    retry.stop();
    lock = null;
    draw();
  }
  function begin() {
    if (lock && isOperator() && !ended && (lock.state === "held" || lock.state === "waiting")) force({ account: account(), lock });
  }
  return {
    show, close, tick: draw, force: begin, ask: beginAsking,
    life: () => { if (lock) go("life", { lockId: lock.lockId }); },
    events(events) {
      if (!lock) return;
      heard(events);
      const end = events.find(event => event.lockId === lock.lockId && !event.repeated && (event.type === "released" || (event.type === "rejected" && event.reason !== "NOT_HELD" && event.reason !== "NOT_HOLDER")));
      if (end) { ended = end; draw(); return; }
      if (!retry.waits()) timer ||= setTimeout(look, 500);
    },
  };
}
