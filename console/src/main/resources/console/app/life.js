/* Screen 3: a lock from request to end, as the log tells it. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get } from "./api.js";
import { BEGINS } from "./lives.js";
import { clockOf, empty, endsLock, isAskedEnd, isBadEnd, modeChip, noteOf, problem, quoted, shown, since, whoOf } from "./parts.js";

/** All types of decisions that this version knows. */
export const TYPES = ["granted", "queued", "renewed", "released", "rejected", "yieldRequested", "told", "releasedAll", "keptAlive"];

/* The usual end needs no reason: released RELEASED would say it twice. */
const reasonOf = event => event.reason && event.reason !== "RELEASED" ? event.reason : "";
/** Names a decision: its type, and the reason if that says more. */
export const decision = event => [event.type, reasonOf(event)].filter(Boolean).join(" ");
export const eventChip = event => html`<span class="chip event-${event.type} ${isBadEnd(event.reason) ? "bad" : ""}">${decision(event)}</span>`;

/** Says what the settings left of lease and longest time, where an acquire or a renewal asked for more. */
function cutOf(event) {
  const left = [["cutLeaseMs", "lease"], ["cutMaxHoldMs", "longest time"]].filter(([name]) => event[name] !== undefined);
  return left.length === 0 ? "" : "cut by the settings: " + left.map(([name, what]) => what + " " + text.duration(event[name])).join(", ");
}

/* Who is in the way, and the notes that they left. */
const behind = event => (event.blockedBy ?? []).map(blocker => "behind " + whoOf(blocker) + (blocker.note ? ": “" + text.visible(blocker.note) + "”" : "")).join(" · ");

const ends = (at, event) => at === undefined ? "" : "until " + clockOf(at, event.at);

function particulars(event) {
  const parts = [];
  if (event.repeated) parts.push("asked again");
  if (event.type === "queued") parts.push("position " + event.position, ends(event.deadline, event));
  if (event.type === "granted") parts.push("token " + event.token, ends(event.expiresAt, event), event.waitedMs ? "after waiting " + text.duration(event.waitedMs) : "at once");
  if (event.type === "renewed" || event.type === "told") parts.push(ends(event.expiresAt, event));
  if (event.type === "released" && event.heldMs !== undefined) parts.push("held for " + text.duration(event.heldMs));
  if (event.type === "yieldRequested") parts.push("asked to let go", event.endsAt ? "ends at " + clockOf(event.endsAt, event.at) : "the holder decides");
  else if (event.endsAt) parts.push("ends at " + clockOf(event.endsAt, event.at) + " at the latest");
  parts.push(cutOf(event));
  if (event.replacedBy) parts.push("replaced by lock " + text.visible(event.replacedBy.lockId) + " of " + whoOf(event.replacedBy));
  if (event.type === "releasedAll") parts.push(event.released + " released", event.cancelled + " cancelled", event.more ? "more are left" : "");
  if (event.type === "keptAlive") parts.push("session " + text.visible(event.session), "alive since " + clockOf(event.beganAt, event.at), ends(event.expiresAt, event));
  if (event.type === "granted" && event.replaces) parts.push("in the place of lock " + text.visible(event.replaces.lockId) + " of " + whoOf(event.replaces));
  if (event.declined) parts.push("declined: “" + text.visible(event.declined) + "”");
  if (event.by) parts.push("by " + text.visible(event.by) + (event.comment ? ": “" + text.visible(event.comment) + "”" : isAskedEnd(event) ? ", who had asked for it" : ""));
  if (event.failed) parts.push("the work failed");
  if (event.gone) parts.push("the path is gone");
  if (event.result) parts.push("“" + text.visible(event.result) + "”");
  if (event.existing && event.type === "rejected") parts.push("said that its paths exist" + (event.existing === true ? "" : " as of event " + event.existing));
  if (event.movedTo) parts.push("moved to " + text.visible(event.movedTo) + (event.movedSeq ? " by event " + event.movedSeq : ""));
  if (event.message) parts.push(text.visible(event.message));
  if (event.limit) parts.push("limit " + event.limit);
  if (!TYPES.includes(event.type)) parts.push(text.visible(JSON.stringify(event)).slice(0, 300));
  return parts.filter(Boolean).join(" · ");
}

/** As particulars, with those who are in the way, where no links lead to their lives. */
export const decisionOf = event => [behind(event), particulars(event)].filter(Boolean).join(" · ");

export function life(screen, { account, parameters, go }) {
  let lockId = parameters.get("lockId") ?? "";
  let minutes = parameters.get("minutes") ?? "60";
  let data = null;
  let failed = null;
  let asking = null;
  let began = 0;
  let isGivenUp = false;
  let closed = false;

  /* An id may be used again, long after its first lock has ended: the head is of the last life. */
  function lastLife() {
    let lives = 1;
    let events = [];
    for (const { event } of data.events) {
      if (event.repeated) continue;
      if (BEGINS.includes(event.type) && events.some(endsLock)) {
        lives++;
        events = [];
      }
      events.push(event);
    }
    return { lives, events };
  }
  function summary() {
    const { lives, events } = lastLife();
    const first = events.find(event => event.targets);
    if (!first) return nothing;
    const granted = events.find(event => event.type === "granted");
    const ended = events.findLast(endsLock) ?? (events.every(event => event.type === "rejected") ? first : undefined);
    const renewals = events.filter(event => event.type === "renewed").length;
    const asked = events[0].requestedAt ?? (granted ? granted.at - granted.waitedMs : events[0].at);
    return html`<div class="card life-head">
      <div class="lock-head">${first.targets.map(target => html`${modeChip(target.mode)}<span class="lock-path">${shown(target.path)}</span>`)}</div>
      ${lives > 1 ? html`<p class="faint" id="lives">Its id was used ${text.number(lives)} times; this is the last of these locks.</p>` : nothing}
      <dl class="lock-data"><dt>Owner</dt><dd>${whoOf(first)}</dd><dt>Operation</dt><dd>${first.operation}</dd>
        ${noteOf(first) ? html`<dt>Note</dt><dd>${text.visible(noteOf(first))}</dd>` : nothing}
        <dt>Asked</dt><dd>${text.time(asked)}</dd>
        <dt>Waited</dt><dd>${granted ? text.duration(granted.at - asked) : ended ? text.duration(ended.at - asked) + ", in vain" : "still waits, or its grant lies further back"}</dd>
        <dt>Held</dt><dd>${!granted ? "—" : ended ? text.duration(ended.at - granted.at).replace(/\.\d+/, "") : since(granted.at) + " so far"}</dd>
        <dt>Renewals</dt><dd>${text.number(renewals)}</dd>
        <dt>End</dt><dd>${ended ? decision(ended) + " at " + text.time(ended.at) : "live, as far as was looked"}</dd></dl></div>`;
  }

  /* The other lock of a replacement. */
  function beside(event) {
    const other = event.replacedBy ?? (event.type === "granted" ? event.replaces : undefined);
    return other ? html`<button type="button" class="link" @click=${() => go("life", { lockId: other.lockId, minutes })}>life of that lock</button>` : nothing;
  }

  function draw() {
    render(html`
      <form class="bar filters" @submit=${submitted}>
        <input type="text" id="lock-id" placeholder="Lock id" aria-label="Lock id" required .value=${lockId} spellcheck="false">
        <select id="minutes" aria-label="How far back" .value=${minutes}>${[[15, "15 minutes"], [60, "1 hour"], [360, "6 hours"], [1440, "1 day"], [10080, "7 days"]].map(([value, name]) => html`<option value=${value} ?selected=${String(value) === minutes}>${name}</option>`)}</select>
        <button type="submit">Look</button>${asking && seconds() > 0 ? html`<button type="button" id="give-up" @click=${() => asking?.abort()}>Cancel</button>` : nothing}
        <span class="found" role="status">${asking ? "looking …" + (seconds() > 0 ? " " + seconds() + " s" : "") : data ? text.count(data.events.length, "event") + " among " + text.number(data.records) + " records" + (data.whole ? "" : "; not all were looked at") : ""}</span>
      </form>
      <div class="scroll" tabindex="0" aria-label="Events of the lock">
        ${asking && seconds() > 0 ? html`<p class="faint" id="reading">Reads lock.events of this account’s partition, from that long ago to now, record by record; after 10 s or a million records it shows what it has found by then.</p>` : nothing}
        ${isGivenUp && !asking ? html`<p id="given-up">Cancelled before an answer came. Look less far back, or press Look again.</p>` : nothing}
        ${failed ? problem(failed) : data && data.events.length === 0 ? empty("No event is about this lock", "Look further back, or check account and id.") : nothing}
        ${!data && !failed && !asking && !isGivenUp ? empty("Which lock?", "Choose one in the tree or in wait chains, or give its id (/).") : nothing}
        ${data && data.events.length > 0 ? html`${summary()}<ol class="events">${data.events.map(({ offset, event }, n) => html`<li>
          <time>${text.time(event.at)}</time><span class="after">${n > 0 ? "+" + text.duration(event.at - data.events[n - 1].event.at) : ""}</span>${eventChip(event)}
          <span class="what">${particulars(event)}${(event.blockedBy ?? []).map(blocker => html`<button type="button" class="link" @click=${() => go("life", { lockId: blocker.lockId })}>behind ${text.visible(blocker.subAccount)} ${blocker.operation} ${shown(blocker.path)}</button>${quoted(blocker.note)}`)}${beside(event)}</span>
          <span class="faint offset" title="its place in lock.events, and its number in the partition">offset ${offset} · seq ${event.seq}</span></li>`)}</ol>` : nothing}
      </div>`, screen);
  }

  const seconds = () => Math.floor((performance.now() - began) / 1000);

  function submitted(event) {
    event.preventDefault();
    if (screen.querySelector("#lock-id").value === lockId && screen.querySelector("#minutes").value === minutes) refresh();
    go("life", { lockId: screen.querySelector("#lock-id").value, minutes: screen.querySelector("#minutes").value });
  }

  async function refresh() {
    if (!lockId || asking || closed) return;
    const mine = asking = new AbortController();
    began = performance.now();
    isGivenUp = false;
    draw();
    try {
      data = await get("life", { account, lockId, minutes }, mine.signal);
      failed = null;
    } catch (error) {
      if (mine.signal.aborted) isGivenUp = true; else failed = error;
    }
    asking = null;
    if (!closed) draw();
  }

  draw();
  refresh();
  return {
    events: events => { if (events.some(event => event.lockId === lockId)) setTimeout(refresh, 200); },
    tick: () => { if (data || asking) draw(); }, focus: () => screen.querySelector(".scroll").focus(), search: () => screen.querySelector("#lock-id").focus(), close: () => { closed = true; asking?.abort(); },
  };
}
