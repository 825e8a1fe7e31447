/* Wait chains by waiter: below each waiting request, the oldest first, what is in its way. */
import { html } from "/lib/lit-html/lit-html.js";
import { addressOf } from "./place.js";
import { clip, clipPath, empty, endOf, modeChip, noteOf, quoted, since, stateChip, twist, until, whoOf } from "./parts.js";

const STEPS = [50, 200];
const BLOCKERS = 8;

/**
 *
 * @param toggled called when a request was opened or closed
 * @param words () => what is searched for
 */
export function waiters({ toggled, words }) {
  let data = null;
  let rows = [];
  let step = 0;
  const shut = new Set();

  function flatten() {
    rows = [];
    for (const waiter of data.waiters) {
      const key = waiter.lock.lockId;
      const isOpen = !shut.has(key);
      rows.push({ key, lock: waiter.lock, waiter, isOpen });
      if (!isOpen) continue;
      for (const lock of waiter.inTheWay) rows.push({ key: key + "\n" + lock.lockId, lock });
      const more = waiter.heldInTheWay + waiter.earlierInTheWay - waiter.inTheWay.length;
      if (more > 0) rows.push({ key: key + "\n", more });
    }
  }

  function inTheWay({ heldInTheWay, earlierInTheWay }) {
    const parts = [];
    if (heldInTheWay > 0) parts.push(text.count(heldInTheWay, "lock"));
    if (earlierInTheWay > 0) parts.push(text.count(earlierInTheWay, "request"));
    return (parts.length === 0 ? "nothing that is known" : parts.join(" and ")) + " in its way";
  }

  function row({ waiter, lock, more, isOpen }, toggle) {
    if (more) return html`<span class="lead"><span class="indent">${"\u2003"}└ </span></span><span class="faint">and ${text.number(more)} more</span>`;
    if (!waiter) {
      return html`<span class="lead"><span class="indent">${"\u2003"}└ </span>${stateChip(lock)}${modeChip(lock.targets[0].mode)}</span>
        ${clipPath(lock)}<span class="sub">${clip("who-text", whoOf(lock))}<span class="op">${lock.operation}</span>${quoted(noteOf(lock))}</span>
        ${clip("time", (lock.state === "held" ? "held " : "waits ") + since(lock.since))}${clip("time more", (lock.state === "held" ? "lease ends " : "gives up ") + endOf(lock))}`;
    }
    return html`<span class="lead">${twist(isOpen, toggle)}
      <span class="badge waiting" title="its place in the queue">${waiter.position}.</span>${modeChip(lock.targets[0].mode)}</span>
      ${clipPath(lock, "strong")}<span class="sub">${clip("who-text strong", whoOf(lock))}<span class="op">${lock.operation}</span>${clip("in-the-way", inTheWay(waiter))}</span>
      ${clip("time", "waits " + since(lock.since))}${clip("time more", "gives up " + until(lock.until))}`;
  }

  function toggle(row) {
    if (shut.has(row.key)) shut.delete(row.key); else shut.add(row.key);
    flatten();
    toggled();
  }

  return {
    by: "waiter",
    path: "waiters",
    query: account => ({ account, text: words().trim(), limit: STEPS[step], blockers: BLOCKERS }),
    take(next) {
      data = next;
      flatten();
    },
    /** Forgets the answer: it was to other words. The rows stay until the next one. */
    forget: () => { data = null; },
    isKnown: () => data !== null,
    isEmpty: () => data.found === 0,
    rows: () => rows,
    row: one => row(one, () => toggle(one)),
    toggle: one => { if (data && one.waiter) toggle(one); },
    /* A lock may stand below several requests; the first is as good as any. */
    keyOf: lockId => rows.find(row => row.lock?.lockId === lockId)?.key ?? lockId,
    sight(last) {
      const isMore = data !== null && step < STEPS.length - 1 && data.waiters.length < data.found && last >= rows.length - 5;
      if (isMore) step++;
      return isMore;
    },
    said() {
      const { waiting, lookedAt, found } = data;
      const parts = [words().trim() ? text.number(found) + " of " + text.count(waiting, "waiting request") : text.count(waiting, "request") + (waiting === 1 ? " waits" : " wait")];
      if (lookedAt < waiting) parts.push("looked at: the first " + text.number(lookedAt));
      if (data.waiters.length < found) parts.push("shown: " + text.number(data.waiters.length));
      return parts.join(" · ");
    },
    /** Says that no request has the words, as far as is known; null if there are no words. */
    nobody() {
      const { waiting, lookedAt } = data;
      if (!words().trim()) return null;
      if (lookedAt === waiting) return empty("Nobody fits", "No waiting request has these words.");
      return empty("None among the first " + text.number(lookedAt), html`${text.count(waiting - lookedAt, "request")} further back ${waiting - lookedAt === 1 ? "was" : "were"} not looked at. <a href=${addressOf("tree", { text: words().trim(), state: "waiting" })}>Search them in the tree</a>, which does not tell what is in their way.`);
    },
    hint: () => "The oldest request stands first; below it stands what is in its way.",
  };
}
