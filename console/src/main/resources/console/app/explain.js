/* Screen 4: tells whether a request would be granted now, without sending it. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get, query } from "./api.js";
import { isLockChosen } from "./place.js";
import { empty, modeChip, problem, quoted, shown, turn, until, whoOf } from "./parts.js";

const WITH_DESTINATION = ["RENAME", "MOVE", "COPY"];

/* Adds the leading "/" that every path has. */
const whole = path => path === "" || path.startsWith("/") ? path : "/" + path;

export function explain(screen, { account, parameters, session, go, choose, chosen: before }) {
  const asked = { operation: parameters.get("operation") ?? "DELETE", path: parameters.get("path") ?? "", destination: parameters.get("destination") ?? "", subAccount: parameters.get("subAccount") ?? "" };
  let data = null;
  let failed = null;
  let closed = false;
  let timer = 0;
  let asking = false;
  let looked = "";

  /* Every session is another owner, and clients take a new one for each acquire. */
  const isAsker = blocker => asked.subAccount !== "" && blocker.subAccount === asked.subAccount;

  function draw() {
    render(html`
      <form class="bar filters" @submit=${event => { event.preventDefault(); go("explain", { ...asked, path: whole(asked.path), destination: whole(asked.destination) }); }}>
        <span>What would meet</span>
        <select aria-label="Operation" .value=${asked.operation} @change=${event => { asked.operation = event.target.value; draw(); }}>${session.operations.map(name => html`<option value=${name} ?selected=${name === asked.operation}>${name}</option>`)}</select>
        <input type="text" id="path" required placeholder="/path" aria-label="Path" title="(/)" .value=${asked.path} @input=${event => { asked.path = event.target.value; }} spellcheck="false">
        ${WITH_DESTINATION.includes(asked.operation) ? html`<input type="text" required placeholder="/destination" aria-label="Destination" .value=${asked.destination} @input=${event => { asked.destination = event.target.value; }} spellcheck="false">` : nothing}
        <input type="text" placeholder="as sub-account (optional)" aria-label="Sub-account that would ask" .value=${asked.subAccount} @input=${event => { asked.subAccount = event.target.value; }} spellcheck="false">
        <button type="submit">Ask</button>
      </form>
      <div class="scroll" tabindex="0" aria-label="Answer">
        ${failed ? problem(failed) : nothing}
        ${!data && !failed ? asking ? html`<p class="faint" role="status">looking …</p>` : empty("Nothing is looked at yet", "Give a path and press Ask: this page says whether that operation would be granted now, and what is in its way. Nothing is locked by asking.") : nothing}
        ${data && !failed ? html`<div class="card verdict ${data.verdict}"><strong>${data.verdict === "granted" ? "It would be granted now." : "It would wait."}</strong>
          ${data.verdict === "granted" ? nothing : html`<span>A request that does not wait (<code>waitMs</code> 0) would be refused with CONFLICT.</span>`}
          <span>${data.targets.map(target => html`${modeChip(target.mode)} ${shown(target.path)} `)}</span><span class="faint">${text.count(data.waiting, "request")} of this account ${data.waiting === 1 ? "waits" : "wait"}.</span></div>
          ${data.blockedBy.length === 0 ? html`<p id="nothing-in-the-way">Nothing that is held or waits is in the way. If such a request was refused before, <a class="link" href=${"#/activity?" + query({ account, type: "rejected", words: data.targets[0].path })}>Activity tells by what</a>; if it still waits, see that the path is the one that was asked for, letter by letter.</p>` : nothing}
          ${data.blockedBy.length > 0 ? html`<h2>In its way</h2><p class="faint">Choose one to see who has it and what would move if it went.</p>` : nothing}
          <ol class="events blockers">${data.blockedBy.map(blocker => html`<li class=${blocker.lockId === looked ? "chosen" : ""}>${blocker.waiting ? html`<span class="chip waiting">waiting</span>` : html`<span class="chip held">held</span>`}${modeChip(blocker.mode)}
            <button type="button" class="link what" @click=${() => look(blocker)}>${shown(blocker.path)}${blocker.pathCut ? " (its middle is left out)" : ""}</button>
            ${turn}<span class="who-text">${whoOf(blocker)}</span>${isAsker(blocker) ? html`<span class="faint">its own, in another session</span>` : nothing}<span class="op">${blocker.operation}</span><span class="faint where">${{ SAME: "the same path", ANCESTOR: "above it", DESCENDANT: "below it" }[blocker.relation]}</span>
            <span class="time">${blocker.waiting ? "waits, earlier in the line" : "lease ends " + until(blocker.expiresAt)}</span>${quoted(blocker.note)}</li>`)}
          ${data.moreBlockers ? html`<li class="faint">and more</li>` : nothing}</ol>` : nothing}
      </div>`, screen);
  }

  /* The operation of the lock that was chosen on another screen is explained, as its sub-account would ask. */
  async function bring() {
    const lock = await before;
    if (closed || asked.path || !lock?.path || !session.operations.includes(lock.operation)) return;
    Object.assign(asked, { operation: lock.operation, path: lock.path, destination: lock.destination ?? "", subAccount: lock.subAccount ?? "" });
    draw();
    refresh();
  }

  async function look({ lockId }) {
    const { locks } = await get("locks", { account, lockId, limit: 10 }).catch(() => ({ locks: [] }));
    const lock = locks.find(one => one.lockId === lockId);
    if (!lock) {
      go("life", { lockId });
      return;
    }
    /* Marked first: what choose() shows beside it must not cover it. */
    looked = lockId;
    draw();
    choose(lock);
  }

  async function refresh() {
    timer = 0;
    if (!asked.path || closed) return;
    asking = true;
    if (!data) draw();
    try {
      data = await get("explain", { account, ...asked, destination: WITH_DESTINATION.includes(asked.operation) ? asked.destination : "" });
      failed = null;
    } catch (error) { failed = error; }
    asking = false;
    if (!closed) draw();
  }

  draw();
  if (parameters.get("path")) refresh(); else bring();
  return { begin: () => { if (data) refresh(); }, events: () => { if (data) timer ||= setTimeout(refresh, 500); }, tick: () => { if (data) draw(); }, focus: () => screen.querySelector(asked.path || isLockChosen() ? ".scroll" : "#path").focus(), search: () => screen.querySelector("#path").focus(), close: () => { closed = true; clearTimeout(timer); } };
}
