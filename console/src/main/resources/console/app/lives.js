/* Locks from request to end, built from events and the state, in the form that the audit's painter draws. */
import { isAskedEnd } from "./parts.js";

const COPIED = ["lockId", "subAccount", "session", "operation", "path", "destination", "targets", "leaseMs", "bound", "waitMs", "holding", "replaces", "attributes"];

/* The decisions with which a life begins. */
export const BEGINS = ["granted", "queued"];

/**
 *
 * @param account whose locks these are
 * @param most locks in memory; those that ended first are dropped first, and if all are live further ones are not added
 */
export function lives(account, most) {
  const locks = new Map();
  let ended = [];
  let gone = 0;
  let from = 0;

  function known(one, requestedAt) {
    const found = locks.get(one.lockId);
    if (found) return found;
    if (locks.size >= most && !drop()) {
      gone++;
      return null;
    }
    const lock = { account, requestedAt, blockedBy: [] };
    for (const name of COPIED) if (one[name] !== undefined) lock[name] = one[name];
    lock.who = [lock.subAccount, lock.session].filter(Boolean).join(" · ");
    locks.set(lock.lockId, lock);
    lock.key = lock.lockId;
    return lock;
  }

  /* An id that was used before begins a new life. */
  function setAside(lock) {
    locks.delete(lock.key);
    lock.key = lock.lockId + "\n" + lock.seq;
    locks.set(lock.key, lock);
  }

  function drop() {
    const oldest = ended[from];
    if (!oldest) return false;
    from++;
    if (from > 1000) {
      ended = ended.slice(from);
      from = 0;
    }
    locks.delete(oldest.key);
    return true;
  }

  /** Applies a decision; copies, and answers that do not change a lock, have no effect. */
  function take(event) {
    if (event.repeated || !event.targets || event.reason === "ID_CONFLICT") return;
    const before = locks.get(event.lockId);
    if (before?.seq >= event.seq) return;
    if (before?.end) {
      if (!BEGINS.includes(event.type)) return;
      setAside(before);
    }
    const grantedAt = event.type === "renewed" || event.type === "told" ? event.grantedAt : event.type === "granted" ? event.at : event.heldMs !== undefined ? event.at - event.heldMs : undefined;
    const lock = known(event, event.requestedAt ?? (grantedAt === undefined ? event.at : grantedAt - (event.waitedMs ?? 0)));
    if (!lock) return;
    lock.seq = event.seq;
    lock.grantedAt ??= grantedAt;
    if (event.blockedBy) lock.blockedBy = event.blockedBy;
    if (event.deadline !== undefined) lock.deadline = event.deadline;
    if (event.token !== undefined) lock.token = event.token;
    if (event.expiresAt !== undefined) lock.expiresAt = event.expiresAt;
    if (event.type === "yieldRequested" && event.endsAt !== undefined && event.endsAt !== lock.asked?.endsAt) lock.asked = event;
    if (event.type !== "released" && event.type !== "rejected") return;
    const { at, type, reason, by, replacedBy, movedTo } = event;
    lock.end = { at, type, reason, by, comment: event.comment ?? (isAskedEnd(event) ? lock.asked?.comment : undefined), replacedBy, movedTo };
    ended.push(lock);
  }

  /** Adds a lock or request from the state, unless an event has told of it. */
  function seed(one) {
    if (locks.has(one.lockId)) return;
    const held = one.state === "held";
    const lock = known(one, held ? one.since - (one.waitedMs ?? 0) : one.since);
    if (lock) Object.assign(lock, held ? { grantedAt: one.since, token: one.token, expiresAt: one.until } : { deadline: one.until });
  }

  /** Takes what is in the way of a live request now; the event that told it first may be forgotten. */
  function waits({ lock: { lockId }, inTheWay }) {
    const lock = locks.get(lockId);
    if (lock && !lock.end && lock.grantedAt === undefined) lock.blockedBy = inTheWay;
  }

  /**
   * Returns the locks that were live at some time in the interval, earliest request first. Live ones last until now.
   */
  function between(start, end, now) {
    const found = [];
    for (const lock of locks.values()) {
      derive(lock, now);
      if (lock.until >= start && lock.requestedAt <= end) found.push(lock);
    }
    return found.sort((a, b) => a.requestedAt - b.requestedAt || (a.lockId < b.lockId ? -1 : 1));
  }

  /** Drops the locks that ended before. */
  function forget(before) {
    while (ended[from] && ended[from].end.at < before) drop();
  }

  return {
    take, seed, waits, between, forget,
    blockers: lock => lock.blockedBy.map(blocker => locks.get(blocker.lockId)).filter(Boolean),
    /** Returns a lock as it was last; null if it is unknown. */
    of: lockId => locks.get(lockId) ?? null,
    /** Number of locks that found no room. */
    turnedAway: () => gone,
  };
}

/** Computes the values that the painter needs of a lock. */
export function derive(lock, now) {
  lock.until = lock.end?.at ?? Math.max(now, lock.grantedAt ?? lock.requestedAt);
  lock.waitUntil = lock.grantedAt ?? lock.until;
  lock.waited = lock.waitUntil > lock.requestedAt;
  lock.inVain = lock.end?.type === "rejected";
  lock.outcome = lock.end?.reason ?? (lock.grantedAt === undefined ? "WAITING" : "HELD");
}
