// The clock, the constants and the errors that all parts of the client share.
/** @typedef {import('./index.js').Blocker} Blocker */
/** The wall clock's lead over the monotonic one when they were compared last, and how much of it counts. */
let lead = Date.now() - performance.now(), slept = 0;
/** Milliseconds on the monotonic clock. It may stand still while a machine sleeps: the wall clock going ahead counts, going back does not. */
export function now() {
  const steady = performance.now(), jump = Date.now() - steady - lead;
  if (Math.abs(jump) > 50) {
    lead += jump;
    slept += Math.max(0, jump);
  }
  return steady + slept;
}
export const LEASE_MS = 30_000;
/** Shortest time between two renewals or repetitions. */
export const FLOOR_MS = 100;
/** Longest pause before a stream is asked for again. */
export const CEILING_MS = 30_000;
/** A timer takes at most 2^31 ms. */
export const LONGEST_MS = 2 ** 30;
/** Reasons of refusals that the gateway takes back when the same request comes again. */
const PASSING = new Set(['TOO_MANY_REQUESTS', 'TOO_MANY_BYTES', 'REQUEST_TIMEOUT']);
/** Server errors that stay. */
export const LASTING = new Set(['WRONG_PARTITION', 'UNEXPECTED']);
export const NEVER = new Set([...LASTING, 'INVALID', 'BAD_REQUEST', 'UNKNOWN_KEY', 'INVALID_TOKEN', 'TOKEN_ENDED', 'FORBIDDEN', 'NOT_FOUND', 'CONTENT_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']);

/**
 * Settles as the work does, or rejects as soon as the signal aborts.
 * @template T @param {Promise<T>} work @param {AbortSignal} [signal] @returns {Promise<T>}
 */
export function unlessAborted(work, signal) {
  if (!signal) return work;
  return new Promise((done, fail) => {
    const stop = () => fail(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(done, fail).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** @param {number} ms @param {AbortSignal} [signal] @param {boolean} [isAside] a program may end meanwhile */
export function sleep(ms, signal, isAside = false) {
  /** @type {any} */ let timer;
  const slept = new Promise((again) => { timer = setTimeout(again, Math.min(ms, LONGEST_MS)); });
  if (isAside) timer.unref?.();
  return unlessAborted(slept, signal).finally(() => clearTimeout(timer));
}

/**
 * Calls after so many milliseconds of waiting for an answer. A process that stood still meanwhile reads first what has come: its timers are due before.
 * @param {number} ms @param {() => void} run @returns {() => void} ends it
 */
export function afterReading(ms, run) {
  /** @type {any} */ let timer = setTimeout(() => { timer = setTimeout(run, 1); }, Math.min(ms, LONGEST_MS));
  return () => clearTimeout(timer);
}

/**
 * How long an answer is waited for when so much is left: a third, so that another gateway can be asked in time. Near the end that would be shorter than
 * a busy machine stands still, and no answer would come in time any more: so it is up to 1 s, or half of what is left, and 500 ms at the very end.
 * @param {number} leftMs
 */
export function shareOf(leftMs) { return Math.max(leftMs / 3, Math.min(leftMs / 2, 1000), Math.min(leftMs, 500)); }

/** @param {number} ms */
export function seconds(ms) { return `${Math.max(1, Math.round(ms / 1000))} s`; }

/** Calls back; a failure is shown, and stops nothing. @template T @param {((value: T) => unknown) | undefined} callback @param {T} value */
export async function call(callback, value) { try { await callback?.(value); } catch (failure) { console.error(failure); } }

/** A gateway has answered with something that cannot be. */
export class WrongAnswer extends Error {}

/** A refusal. `reason` is for programs; `retry` tells under which key it makes sense to ask again. */
export class LockError extends Error {
  /** @param {string} id @param {any} told @param {number} status @param {number} [retryAfterMs] @param {unknown} [cause] @param {string} [text] of no answer */
  constructor(id, told, status, retryAfterMs, cause, text) {
    const reason = told?.reason ?? (told ? 'UNEXPECTED' : 'UNANSWERED');
    super(`${reason} lockId=${id}: ${told?.detail ?? told?.message ?? text ?? `no answer of a gateway, HTTP status ${status || 'none'}`}`, { cause });
    this.name = 'LockError';
    this.id = id;
    /** @type {string} */ this.reason = reason;
    this.status = status;
    /** @type {Blocker[]} */ this.blockedBy = told?.blockedBy ?? [];
    /** @type {string | undefined} where a rename or a move has put the path */ this.movedTo = told?.movedTo;
    /** @type {number | undefined} beside `movedTo`: say it as `existing` there */ this.movedSeq = told?.movedSeq;
    /** @type {string | undefined} of ENDED */ this.endedBy = told?.endedBy;
    /** @type {number | undefined} */ this.retryAfterMs = retryAfterMs;
    /** @type {'same key' | 'new key' | 'never'} */
    this.retry = !told || status >= 500 && !LASTING.has(reason) || PASSING.has(reason) ? 'same key' : NEVER.has(reason) ? 'never' : 'new key';
    /** @type {Record<string, unknown>} the whole answer */ this.answer = told ?? {};
  }
}

/** A lock is not held any more; reason of `lease.signal`. */
export class LockLost extends Error {
  /** @param {string} id @param {string} reason */
  constructor(id, reason) {
    super(`the lock is not held any more: ${reason} lockId=${id}`);
    this.name = 'LockLost';
    this.id = id;
    /** FORCED, EXPIRED, REPLACED, SESSION_ENDED, NOT_HELD, or SAFE_END: no renewal was answered in time. RELEASED and LEFT: this program did so. */
    this.reason = reason;
  }
}
