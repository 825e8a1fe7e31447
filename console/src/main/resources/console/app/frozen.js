/* Says on every screen of an account whether it is closed and what stands still, until when, by whom and why; operators lift it here. */
import { html, render, nothing } from "/lib/lit-html/lit-html.js";
import { get, isOperator, patience } from "./api.js";
import { force } from "./force.js";
import { brief, changesOne, endOf, isClose, isFreeze, noteOf, quoted, whoOf } from "./parts.js";
import { addressOf } from "./place.js";
import { turns } from "./turns.js";

/* More have no room above a screen; the tree has them all. */
const MOST = 3;
/* What happens meanwhile is asked for together. */
const PAUSE_MS = 300;
const notice = document.getElementById("frozen");
const changes = changesOne(lock => isFreeze(lock) || isClose(lock));

/** @param choose shows a lock in the pane */
export function frozen({ choose }) {
  let account = "";
  let found = null;
  let timer = 0;
  const turn = turns({ mayAsk: () => account !== "" && !retry.waits(), ask, show: draw, more: later });
  const retry = patience(turn.refresh);

  /** @param next whose freezes are shown; empty = none */
  function watch(next) {
    if (next === account) return;
    account = next;
    found = null;
    turn.changed();
    retry.stop();
    clearTimeout(timer);
    timer = 0;
    draw();
    turn.refresh();
  }

  async function ask(isLatest) {
    clearTimeout(timer);
    timer = 0;
    try {
      const closes = await get("locks", { account, mode: "CLOSE", state: "held", order: "since", limit: 1 });
      const answer = closes.total > 0 ? closes : await get("locks", { account, mode: "FREEZE", state: "held", order: "since", limit: MOST });
      if (!isLatest()) return;
      found = answer;
      retry.stop();
    } catch (error) {
      /* The screen itself reports that the console does not answer. */
      if (isLatest()) retry.failed(error);
    }
  }

  function draw() {
    const locks = found?.locks ?? [];
    notice.hidden = locks.length === 0;
    render(notice.hidden ? nothing : html`${locks.map(lock => html`<span class="frozen"><strong>${brief(lock.targets[0].path)}</strong> ${isClose(lock) ? "is closed" : "stands still"} by ${whoOf(lock)}, ends ${endOf(lock)} ${quoted(noteOf(lock))}
      <button type="button" @click=${() => choose(lock)}>Show</button>${isOperator() ? html` <button type="button" class="danger" @click=${() => force({ account, lock })}>${isClose(lock) ? "Open account" : "End freeze"} …</button>` : nothing}</span>`)}
      ${found?.total > locks.length ? html`<a href=${addressOf("tree", { mode: "FREEZE" })}>and ${text.number(found.total - locks.length)} more</a>` : nothing}`, notice);
  }

  function later() {
    timer ||= setTimeout(() => { timer = 0; turn.refresh(); }, PAUSE_MS);
  }

  return { watch, tick: draw, begin: turn.refresh, events: events => { if (events.some(changes)) later(); } };
}
