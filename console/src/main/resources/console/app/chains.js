/* Wait chains by lock: below each lock the requests that stand behind it, and those behind these. */
import { html, nothing } from "/lib/lit-html/lit-html.js";
import { clip, clipPath, endOf, modeChip, noteOf, quoted, since, twist, until, whoOf } from "./parts.js";

/* Number of rows to ask for: the visible ones and some more, whatever the account's size. */
const STEPS = [80, 300, 1000];
const MOST_ROOTS = 200;
const MARGIN = 20;

/**
 *
 * @param toggled called when a chain was opened or closed
 * @param isHeld says whether somebody looks at a row; meanwhile the chains keep their order
 */
export function chains({ toggled, isHeld }) {
  let data = null;
  let rows = [];
  let listed = { roots: 0, waiters: 0 };
  let step = 0;
  let asked = 0;
  let asking = 0;
  let inSight = 0;
  let places = new Map();
  let isOther = false;
  const shut = new Set();

  const isCut = () => asked < STEPS.length - 1 && (data.moreRoots || data.waiters.length < data.lookedAt);

  /* What somebody looks at does not move away from under the pointer: known chains keep their order, new ones follow. */
  function ordered(roots) {
    const place = root => places.get(root.lock.lockId) ?? Infinity;
    const kept = isHeld() ? [...roots].sort((a, b) => place(a) - place(b) || 0) : roots;
    isOther = kept.some((root, n) => root !== roots[n]);
    places = new Map(kept.map((root, n) => [root.lock.lockId, n]));
    return kept;
  }

  /* Stops where the answer was cut off: what follows is unknown. */
  function flatten() {
    rows = [];
    listed = { roots: 0, waiters: 0 };
    const behind = new Map();
    for (const waiter of data.waiters) {
      if (!behind.has(waiter.behind)) behind.set(waiter.behind, []);
      behind.get(waiter.behind).push(waiter);
    }
    const roots = new Set(data.roots.map(root => root.lock.lockId));
    const known = new Map(data.waiters.map(waiter => [waiter.lock.lockId, waiter.lock]));
    const ended = () => isCut() && listed.waiters === data.waiters.length && data.waiters.length < data.lookedAt;
    const add = (waiter, depth, isShown) => {
      listed.waiters++;
      if (isShown) rows.push({ key: waiter.lock.lockId, lock: waiter.lock, waiter, depth });
      for (const next of behind.get(waiter.lock.lockId) ?? []) add(next, depth + 1, isShown);
    };
    for (const root of data.roots) {
      if (ended()) return;
      const { lock } = root;
      const under = behind.get(lock.lockId) ?? [];
      listed.roots++;
      rows.push({ key: lock.lockId, lock, root, depth: 0, isOpen: under.length > 0 ? !shut.has(lock.lockId) : undefined, elsewhere: known.get(root.elsewhere) });
      for (const waiter of under) add(waiter, 1, !shut.has(lock.lockId));
    }
    if (isCut()) return;
    for (const waiter of data.waiters) if (!roots.has(waiter.behind) && !known.has(waiter.behind)) add(waiter, 0, true);
  }

  /* A closed chain shows no requests here, but the answer contains them. */
  function measure() {
    const place = STEPS.findIndex(rows => rows >= inSight + MARGIN);
    const wanted = place < 0 ? STEPS.length - 1 : place;
    step = shut.size > 0 ? Math.max(step, wanted) : wanted;
    if (data && step <= asked && isCut() && rows.length < inSight + MARGIN) step = asked + 1;
  }

  function row({ root, waiter, lock, depth, isOpen, elsewhere }, toggle) {
    if (root) {
      const { directly, inAll, since: from } = root;
      const told = elsewhere ? clip("elsewhere", elsewhere.operation + " of " + whoOf(elsewhere) + " waits for this too") : nothing;
      return html`<span class="lead">${isOpen === undefined ? html`<span class="twist"></span>` : twist(isOpen, toggle)}
        <strong class="blocks" title="requests that wait for it, and those behind them">holds up ${text.number(inAll)}${data.lookedAt < data.waiting ? " or more" : ""}</strong>${modeChip(lock.targets[0].mode)}</span>
        ${clipPath(lock)}<span class="sub">${clip("who-text", whoOf(lock))}<span class="op">${lock.operation}</span><span class="notes">${quoted(noteOf(lock))}${told}</span></span>
        ${clip("time", "longest wait " + since(from) + (directly === inAll ? "" : " · " + text.number(directly) + " directly"))}${clip("time more", "lease ends " + endOf(lock))}`;
    }
    const others = waiter.heldInTheWay + waiter.earlierInTheWay;
    return html`<span class="lead"><span class="indent">${"\u2003".repeat(Math.min(depth, 16))}${depth > 0 ? "└ " : ""}</span><span class="badge waiting" title="its place in the queue">${waiter.position}.</span>${modeChip(lock.targets[0].mode)}</span>
      ${clipPath(lock)}<span class="sub">${clip("who-text", whoOf(lock))}<span class="op">${lock.operation}</span>${quoted(noteOf(lock))}</span>
      ${clip("time", "waits " + since(lock.since) + (others > 1 ? " · " + text.number(others) + " in its way" : ""))}${clip("time more", "gives up " + until(lock.until))}`;
  }

  function toggle(row) {
    if (shut.has(row.key)) shut.delete(row.key); else shut.add(row.key);
    flatten();
    toggled();
  }

  return {
    by: "lock",
    path: "waits",
    query: account => {
      asking = step;
      return { account, limit: Math.min(MOST_ROOTS, STEPS[asking]), waiters: STEPS[asking] };
    },
    take(next) {
      data = { ...next, roots: ordered(next.roots) };
      asked = asking;
      flatten();
    },
    forget: () => {},
    isKnown: () => data !== null,
    isEmpty: () => data.waiting === 0,
    rows: () => rows,
    row: one => row(one, () => toggle(one)),
    toggle,
    keyOf: lockId => lockId,
    /** Takes the number of the last row in sight; says whether more are to be asked for. */
    sight(last) {
      inSight = last;
      const before = step;
      measure();
      return step > before;
    },
    said() {
      const { waiting, lookedAt, rootsInAll } = data;
      const all = text.count(waiting, "request") + (waiting === 1 ? " waits" : " wait") + (lookedAt < waiting ? ", the first " + text.number(lookedAt) + " of them" : ",") + " held up by " + text.count(rootsInAll, "lock");
      const isWhole = listed.waiters === waiting && listed.roots === rootsInAll;
      return isWhole ? all : all + " · shown: " + text.count(listed.waiters, "request") + ", " + text.count(listed.roots, "lock");
    },
    hint: () => isOther ? "The order holds still while you look at a row; what holds up most comes first again afterwards." : "What holds up most stands first. Choose it to see what would move if it went.",
  };
}
