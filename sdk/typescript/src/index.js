// A client of Lock Arbiter's gateway: fetch only, for Node 20 or newer and for browsers.
/// <reference lib="esnext.disposable" preserve="true" />
import { blocks } from './events.js';
/**
 * @typedef {'DOWNLOAD'|'UPLOAD'|'CREATE_FOLDER'|'UPLOAD_FOLDER'|'DELETE'|'RENAME'|'MOVE'|'COPY'|'CUSTOM'|'CHECK_OUT'|'FREEZE'} Operation
 * @typedef {{lockId: string, subAccount: string, session?: string, operation: string, path: string, mode: string, expiresAt?: number,
 *   relation: string, waiting: boolean, note?: string}} Blocker
 * @typedef {{by: string, bySession?: string, comment?: string, graceMs?: number, endsAt?: number}} Asked
 * @typedef {{state: string, lockId: string, token?: number, validForMs?: number, leaseMs?: number, position?: number, reason?: string,
 *   message?: string, asked?: Asked, blockedBy?: Blocker[], moreBlockers?: boolean, [more: string]: unknown}} Lock
 * @typedef {{destination?: string, targets?: {path: string, mode: string}[], holding?: string[],
 *   replaces?: {lockId: string, subAccount: string, session?: string}, existing?: boolean | number, leaseMs?: number, keepMs?: number, waitMs?: number,
 *   maxHoldMs?: number, graceMs?: number, attributes?: Record<string, string>, comment?: string}} Wish fields of the request
 * @typedef {{id?: string, signal?: AbortSignal, onQueued?: (lock: Lock) => void, onAsked?: (asked: Asked) => void}} Handling
 *   `id`: key of the request, random unless given; `signal`: withdraws the request while it waits; `onQueued`: it waits, see `blockedBy`;
 *   `onAsked`: somebody asks you to let go. A callback that fails is shown on the console, and stops nothing
 * @typedef {{operation: Operation, path?: string} & Wish & Handling} Request
 * @typedef {{gone?: boolean, failed?: boolean, result?: string}} Outcome
 * @typedef {{token: string, validForMs?: number}} Bearer `validForMs`: asked for anew before that
 * @typedef {{url: string | string[], account: string, key?: string, token?: () => string | Bearer | Promise<string | Bearer>,
 *   headers?: () => Record<string, string> | Promise<Record<string, string>>,
 *   session?: string, subAccount?: string, requestTimeoutMs?: number, patienceMs?: number, retryMs?: number, silenceMs?: number,
 *   fetch?: typeof globalThis.fetch}} Options
 *   `url`: one gateway or several; `token`: in the place of a key, asked again when what it gave is refused or ends, and a TypeError if that is no
 *   token; `headers`: asked for each request, for others that change; `requestTimeoutMs`: of each request, 10,000; `patienceMs`: how long a request
 *   is repeated without an answer, beyond its `waitMs`, 30,000; `retryMs`: pause before that, 1,000;
 *   `silenceMs`: a stream of events from which nothing has come for so long is gone, 40,000
 * @typedef {'session' | 'member' | 'members'} Of locks of this client's session, of the sub-account, or of all sub-accounts that the key may see
 * @typedef {{id: string, event: 'granted' | 'queued' | 'renewed' | 'yieldRequested' | 'told' | 'released' | 'rejected', lock: Lock}} LockEvent
 *   `lock`: as it is then, to put into the place of the one that you have; `id`: for `after`
 * @typedef {{id: string, event: 'reset', reason: string, message: string}} Reset events are missing: list anew, and go on after that list's `position`
 * @typedef {{of?: Of, after?: string, signal?: AbortSignal, onOpen?: () => void, onCut?: (failure: LockError) => void}} Following
 *   `after`: the `position` of a list, or the id of an event, from now on unless given; `onOpen`, `onCut`: the stream is there, or will be asked for again
 * @typedef {{status: number, told: any, retryAfterMs?: number, validUntil: number, cause?: unknown, bearer?: string}} Answer
 *   `validUntil`: NaN unless it was told; `bearer`: the key or token that was sent
 */
/** The wall clock's lead over the monotonic one when they were compared last, and how much of it counts. */
let lead = Date.now() - performance.now(), slept = 0;
/** Milliseconds on the monotonic clock. It may stand still while a machine sleeps: the wall clock going ahead counts, going back does not. */
function now() {
  const steady = performance.now(), jump = Date.now() - steady - lead;
  if (Math.abs(jump) > 50) {
    lead += jump;
    slept += Math.max(0, jump);
  }
  return steady + slept;
}
const LEASE_MS = 30_000;
const WAIT_S = 20;
/** Shortest time between two renewals or repetitions. */
const FLOOR_MS = 100;
/** Longest pause before a stream is asked for again. */
const CEILING_MS = 30_000;
/** A token is asked for so long before it ends, or a tenth of its time before. */
const EARLY_MS = 30_000;
/** A timer takes at most 2^31 ms. */
const LONGEST_MS = 2 ** 30;
/** Reasons of refusals that the gateway takes back when the same request comes again. */
const PASSING = new Set(['TOO_MANY_REQUESTS', 'TOO_MANY_BYTES', 'REQUEST_TIMEOUT']);
/** Server errors that stay. */
const LASTING = new Set(['WRONG_PARTITION', 'UNEXPECTED']);
const OVER = new Set(['NOT_HELD', 'NOT_HOLDER', 'ENDED']);
const NEVER = new Set([...LASTING, 'INVALID', 'BAD_REQUEST', 'UNKNOWN_KEY', 'INVALID_TOKEN', 'TOKEN_ENDED', 'FORBIDDEN', 'NOT_FOUND', 'CONTENT_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']);

/**
 * Settles as the work does, or rejects as soon as the signal aborts.
 * @template T @param {Promise<T>} work @param {AbortSignal} [signal] @returns {Promise<T>}
 */
function unlessAborted(work, signal) {
  if (!signal) return work;
  return new Promise((done, fail) => {
    const stop = () => fail(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(done, fail).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** @param {number} ms @param {AbortSignal} [signal] */
function sleep(ms, signal) {
  /** @type {any} */ let timer;
  return unlessAborted(new Promise((again) => { timer = setTimeout(again, Math.min(ms, LONGEST_MS)); }), signal).finally(() => clearTimeout(timer));
}

/** @param {Response} response */
function retryAfterMs({ headers }) {
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  return seconds >= 0 ? seconds * 1000 : undefined;
}

/** Calls back; a failure is shown, and stops nothing. @template T @param {((value: T) => unknown) | undefined} callback @param {T} value */
async function call(callback, value) { try { await callback?.(value); } catch (failure) { console.error(failure); } }

/** What the caller's `token` gave is no token. */
class WrongToken extends TypeError {
  /** @param {string} fault */
  constructor(fault) {
    super(`token() gave ${fault}, expected a token or { token, validForMs }; nothing was sent, because a request without a token is nobody's. `
      + 'Fix: return the token that the provider gave, and throw while it gives none: then the request is repeated');
  }
}

/** What is wrong with a token and its time, without the token; undefined if nothing is. @param {unknown} text @param {unknown} validForMs */
function tokenFault(text, validForMs) {
  if (typeof text !== 'string') return text === null || text === undefined ? String(text) : `a token of the type ${typeof text}`;
  if (!text) return 'an empty token';
  if (/[\s\0-\x1f\x7f]/.test(text)) return 'a token with white space, a line break or a control character in it';
  return typeof validForMs !== 'number' || Number.isNaN(validForMs) ? `validForMs=${validForMs}, which is no number of milliseconds` : undefined;
}

/** The cause of a failure that passes; throws one that does not. @param {unknown} cause */
function unlessWrong(cause) {
  if (cause instanceof WrongToken) throw cause;
  return cause;
}

/** A refusal. `reason` is for programs; `retry` tells under which key it makes sense to ask again. */
export class LockError extends Error {
  /** @param {string} id @param {any} told @param {number} status @param {number} [retryAfterMs] @param {unknown} [cause] */
  constructor(id, told, status, retryAfterMs, cause) {
    const reason = told?.reason ?? (told ? 'UNEXPECTED' : 'UNANSWERED');
    super(`${reason} lockId=${id}: ${told?.detail ?? told?.message ?? `no answer of a gateway, HTTP status ${status || 'none'}`}`, { cause });
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
    /** FORCED, EXPIRED, REPLACED, NOT_HELD, or SAFE_END: no renewal was answered in time. RELEASED and LEFT: this program did so. */
    this.reason = reason;
  }
}

/** Asks one account's gateway for locks. */
export class LockClient {
  #urls; #at = 0;
  /** @type {{token: string, until: number} | undefined} */ #kept;
  /** @type {Promise<string> | undefined} */ #asking;

  /** @param {Options} options */
  constructor(options) {
    this.options = { requestTimeoutMs: 10_000, patienceMs: 30_000, retryMs: 1_000, silenceMs: 40_000, ...options };
    this.session = options.session ?? crypto.randomUUID();
    this.#urls = [options.url].flat().map((url) => {
      const { protocol } = new URL(url, globalThis.location?.href);
      if (!/^https?:$/.test(protocol)) throw new TypeError(`url=${url} has the scheme ${protocol}, expected http: or https:`);
      return `${url.replace(/\/+$/, '')}/v1/accounts/${encodeURIComponent(options.account)}`;
    });
    if (!this.#urls.length) throw new TypeError('url is empty, expected the address of a gateway');
  }

  /** @param {string} path @param {Wish & Handling} [wish] */ upload(path, wish) { return this.acquire({ operation: 'UPLOAD', path, ...wish }); }
  /** @param {string} path @param {Wish & Handling} [wish] */ download(path, wish) { return this.acquire({ operation: 'DOWNLOAD', path, ...wish }); }
  /** @param {string} path @param {Wish & Handling} [wish] */ createFolder(path, wish) { return this.acquire({ operation: 'CREATE_FOLDER', path, ...wish }); }
  /** @param {string} path @param {Wish & Handling} [wish] */ uploadFolder(path, wish) { return this.acquire({ operation: 'UPLOAD_FOLDER', path, ...wish }); }
  /** @param {string} path @param {Wish & Handling} [wish] */ delete(path, wish) { return this.acquire({ operation: 'DELETE', path, ...wish }); }
  /** @param {string} path @param {string} destination @param {Wish & Handling} [wish] */
  rename(path, destination, wish) { return this.acquire({ operation: 'RENAME', path, destination, ...wish }); }
  /** @param {string} path @param {string} destination @param {Wish & Handling} [wish] */
  move(path, destination, wish) { return this.acquire({ operation: 'MOVE', path, destination, ...wish }); }
  /** @param {string} path @param {string} destination @param {Wish & Handling} [wish] */
  copy(path, destination, wish) { return this.acquire({ operation: 'COPY', path, destination, ...wish }); }
  /** @param {string} path @param {Wish & Handling} [wish] */ checkOut(path, wish) { return this.acquire({ operation: 'CHECK_OUT', path, ...wish }); }
  /** @param {string} path @param {Wish & Handling} [wish] */ freeze(path, wish) { return this.acquire({ operation: 'FREEZE', path, ...wish }); }
  /** @param {{path: string, mode: string}[]} targets @param {Wish & Handling} [wish] */
  custom(targets, wish) { return this.acquire({ operation: 'CUSTOM', targets, ...wish }); }

  /**
   * Asks for a lock; rejects with a LockError.
   * @param {Request} request
   */
  acquire({ id, signal, onQueued, onAsked, ...body }) {
    // Nobody else knows a random key, so the request is of no use once its caller gives up.
    return this.#obtain(id ?? crypto.randomUUID(), body, { signal, onQueued, onAsked }, 'ask', id === undefined && !body.replaces);
  }

  /**
   * Takes a lock up again, or waits on for it, after this program was started anew; the session must be the same.
   * @param {string} id @param {{leaseMs?: number, waitMs?: number} & Omit<Handling, 'id'>} [handling]
   */
  resume(id, { leaseMs, waitMs, ...handling } = {}) {
    return this.#obtain(id, { leaseMs, waitMs }, handling, 'look');
  }

  /** @param {string} id @param {any} body @param {Omit<Handling, 'id'>} handling @param {'ask' | 'look' | 'renew'} verb @param {boolean} [isOurs] */
  async #obtain(id, body, { signal, onQueued, onAsked }, verb, isOurs) {
    if (!id || id !== id.trim()) throw new TypeError(`id='${id}' is empty or has spaces around it; a header cannot carry it`);
    const first = now(), waitMs = body.waitMs ?? 0, deadline = first + waitMs + this.options.patienceMs;
    const over = new AbortController();
    let maxAgeMs = LEASE_MS, sentAt = NaN, blockersSeen = !onQueued;
    /** `isSure`: no copy of the request may arrive later; `mayBeThere`: one of this call may wait, or be granted. */
    const state = { isSure: true, mayBeThere: false, pending: /** @type {Promise<unknown>} */ (Promise.resolve()) };
    try {
      for (;;) {
        signal?.throwIfAborted();
        const ageMs = sentAt ? Math.max(1, Math.ceil(now() - first)) : 0;
        if (verb === 'ask' && ageMs > maxAgeMs) verb = 'look';
        const waitS = waitMs > 0 && blockersSeen ? WAIT_S : 0;
        /** @type {Record<string, string>} */ const more = { 'Idempotency-Key': id };
        if (ageMs) more['Request-Age'] = String(ageMs);
        if (waitS) more.Prefer = `wait=${waitS}`;
        const sending = verb === 'look' ? this.send('GET', `/${encodeURIComponent(id)}?wait=${WAIT_S}`, { waitS: WAIT_S, signal: over.signal })
          : verb === 'renew' ? this.send('POST', `/${encodeURIComponent(id)}/renew`, { body: { leaseMs: body.leaseMs }, signal: over.signal })
          : this.send('POST', '', { body, more, waitS, signal: over.signal });
        sentAt = now();
        const isAsk = verb === 'ask';
        state.pending = sending.then(({ told, status }) => {
          state.isSure = told && status < 500 ? state.isSure || status < 300 : false;
          state.mayBeThere ||= isAsk ? !told || status < 300 || status >= 500 : told?.state === 'queued';
        }, () => {});
        const answer = await unlessAborted(sending, signal);
        const { told, status } = answer;
        if (status < 300 && answer.validUntil > now()) {
          return new Lease(this, id, told, answer.validUntil, { leaseMs: body.leaseMs, onAsked, each: body.operation ? undefined : body.leaseMs });
        }
        if (told?.maxRequestAgeMs) maxAgeMs = told.maxRequestAgeMs - 1000;
        if (told?.state === 'queued') {
          blockersSeen = true;
          void call(onQueued, told);
          // A gateway that does not wait is not asked without end.
          if (waitS && now() - sentAt < FLOOR_MS) await sleep(FLOOR_MS, signal);
        } else if (told?.state === 'granted' && verb !== 'renew') verb = 'renew';
        else if (told?.reason === 'LATE_COPY') verb = 'look';
        else if (status < 300 && (told?.state === 'released' || told?.state === 'rejected')) {
          throw new LockError(id, told.state === 'rejected' ? told : { ...told, reason: 'ENDED', endedBy: told.reason, message: 'it has ended' }, 409);
        } else await this.#pause(id, answer, deadline, signal);
      }
    } catch (failure) {
      const refusal = failure instanceof LockError ? failure : undefined, isGivenUp = isOurs && refusal?.retry === 'same key';
      // Who may not ask any more would not take what is granted later.
      const isShutOut = state.mayBeThere && (refusal ? refusal.status === 401 || refusal.status === 403 : true);
      if (isGivenUp || isShutOut || !refusal && signal?.aborted && sentAt) {
        void this.#withdraw(id, body.leaseMs ?? LEASE_MS, state).catch(() => {}).finally(() => over.abort());
      }
      if (refusal && isGivenUp) refusal.retry = 'new key';
      throw failure;
    }
  }

  /**
   * Releases a lock that nobody would use. A release may overtake the request, so it is repeated until it is answered, or no copy of the request
   * can arrive any more, or a lock would be over.
   * @param {string} id @param {number} leaseMs @param {{isSure: boolean, pending: Promise<unknown>}} state
   */
  async #withdraw(id, leaseMs, state) {
    let isPending = true, end = Infinity;
    const settled = state.pending.catch(() => {}).then(() => { [isPending, end] = [false, now() + leaseMs]; });
    for (let pauseMs = Math.max(FLOOR_MS, this.options.retryMs); ; pauseMs = Math.min(2 * pauseMs, 4000)) {
      const isLast = !isPending && state.isSure;
      const { told, status } = await this.send('DELETE', `/${encodeURIComponent(id)}`).catch(() => ({ told: undefined, status: 0 }));
      if (told && (status < 300 || isLast && told.reason === 'NOT_HELD' || NEVER.has(told.reason)) || now() > end) return;
      await new Promise((again) => {
        /** @type {any} */ const timer = setTimeout(again, pauseMs);
        timer.unref?.();
        if (isPending) void settled.then(again).then(() => clearTimeout(timer));
      });
    }
  }

  /** Waits, or throws what is not to be repeated. @param {string} id @param {Answer} answer @param {number} deadline @param {AbortSignal} [signal] */
  async #pause(id, { told, status, retryAfterMs, cause }, deadline, signal) {
    const refusal = new LockError(id, told, status, retryAfterMs, cause);
    const pauseMs = Math.max(FLOOR_MS, retryAfterMs ?? this.options.retryMs);
    if (told && status >= 300 && refusal.retry !== 'same key' || now() + pauseMs > deadline) throw refusal;
    await sleep(pauseMs, signal);
  }

  /**
   * Sends one request, and again with another token if that is refused. A redirect, and an answer that is no JSON, are none. Throws only what is
   * wrong with the caller's values.
   * @internal
   * @param {string} method @param {string} path
   * @param {{body?: any, more?: Record<string, string>, waitS?: number, timeoutMs?: number, signal?: AbortSignal}} [how]
   * @returns {Promise<Answer>}
   */
  async send(method, path, how) {
    const answer = await this.#sendOnce(method, path, how);
    return answer.status === 401 && this.#forget(answer.bearer) ? this.#sendOnce(method, path, how) : answer;
  }

  /**
   * @param {string} method @param {string} path
   * @param {{body?: any, more?: Record<string, string>, waitS?: number, timeoutMs?: number, signal?: AbortSignal}} [how]
   * @returns {Promise<Answer>}
   */
  async #sendOnce(method, path, { body, more, waitS = 0, timeoutMs = this.options.requestTimeoutMs, signal: given } = {}) {
    const sentAt = now(), at = this.#at;
    const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(waitS * 1000 + timeoutMs)));
    const signal = given ? AbortSignal.any([given, timeout]) : timeout;
    const text = body && JSON.stringify(body);
    /** @param {unknown} cause @returns {Answer} */
    const unanswered = (cause) => ({ status: 0, told: undefined, validUntil: NaN, cause });
    /** @type {any} */ let failure;
    /** @type {any} */ const changing = await this.#changing(signal).catch((cause) => { failure = unanswered(unlessWrong(cause)); });
    if (failure) return failure;
    const { bearer } = changing;
    const all = this.#headers(bearer, { ...(body && { 'Content-Type': 'application/json' }), ...more, ...changing.headers });
    try {
      const response = await unlessAborted((this.options.fetch ?? fetch)(`${this.#urls[at]}/locks${path}`, { method, headers: all, body: text, cache: 'no-store',
        redirect: 'manual', signal }), signal);
      const { status } = response;
      const json = await response.json().catch(() => undefined);
      const told = typeof json === 'object' && json && (status < 300 || status > 399) ? json : undefined;
      if (!told || status === 503) this.#at = (at + 1) % this.#urls.length;
      const validForMs = Number.isFinite(told?.validForMs) ? told.validForMs : NaN;
      return { status, told, retryAfterMs: retryAfterMs(response), validUntil: sentAt + validForMs, bearer };
    } catch (cause) {
      this.#at = (at + 1) % this.#urls.length;
      return unanswered(cause);
    }
  }

  /** @param {AbortSignal} signal */
  #changing(signal) {
    return unlessAborted((async () => ({ bearer: await this.#bearer(), headers: await this.options.headers?.() }))(), signal);
  }

  /** The key, or the token; all requests that come meanwhile wait for one question. @returns {Promise<string | undefined>} */
  async #bearer() {
    const { key, token, requestTimeoutMs } = this.options;
    if (!token) return key;
    if (this.#kept && now() < this.#kept.until) return this.#kept.token;
    return (this.#asking ??= (async () => {
      try {
        const askedAt = now(), told = await unlessAborted((async () => token())(), AbortSignal.timeout(requestTimeoutMs));
        const { token: text, validForMs = Infinity } = /** @type {Bearer} */ (typeof told === 'object' && told ? told : { token: told });
        const fault = tokenFault(text, validForMs);
        if (fault) throw new WrongToken(fault);
        this.#kept = { token: text, until: askedAt + validForMs - Math.min(EARLY_MS, validForMs / 10) };
        return text;
      } finally {
        this.#asking = undefined;
      }
    })());
  }

  /** Says whether another token may help; one that was refused is sent no more. @param {string | undefined} refused */
  #forget(refused) {
    if (this.#kept?.token === refused) this.#kept = undefined;
    return this.options.token !== undefined;
  }

  /** Headers are bytes of UTF-8. @param {string | undefined} bearer @param {Record<string, string>} more @returns {Record<string, string>} */
  #headers(bearer, more) {
    const { subAccount } = this.options;
    /** @type {Record<string, string>} */
    const all = { Session: this.session, ...(bearer && { Authorization: `Bearer ${bearer}` }), ...(subAccount && { 'Sub-Account': subAccount }), ...more };
    for (const name in all) all[name] = String.fromCharCode(...new TextEncoder().encode(all[name]));
    new Headers(all);
    return all;
  }

  /**
   * Changes of locks as they come. It goes on where it was when a connection ends, at whichever gateway, and gives up only what a gateway refuses.
   * After a `reset` it ends: list anew, then call it with `after` = the `position` of the first page. Throws the signal's reason, or a LockError.
   * @param {Following} [following] @returns {AsyncGenerator<LockEvent | Reset, void, void>}
   */
  async *events({ of = 'session', after, signal, onOpen, onCut } = {}) {
    let id = after, failures = 0;
    for (;;) {
      signal?.throwIfAborted();
      const at = this.#at, openedAt = now(), over = new AbortController(), stop = () => over.abort(signal?.reason);
      /** @type {any} */ let failure;
      let isNew = false;
      signal?.addEventListener('abort', stop, { once: true });
      try {
        const { response, refusal } = await this.#open(at, of, id, over);
        failure = refusal;
        if (response) try {
          void call(onOpen, undefined);
          let last = 'the stream has ended';
          for await (const { data, event, comment, ...block } of blocks(/** @type {any} */ (response.body), this.options.silenceMs)) {
            last = comment || last;
            const told = data === undefined ? undefined : JSON.parse(data);
            id = block.id || id;
            if (!told) continue;
            signal?.throwIfAborted();
            isNew = true;
            yield /** @type {any} */ (event === 'reset' ? { ...told, id, event } : { id, event, lock: told });
            if (event === 'reset') return;
          }
          throw new Error(last);
        } catch (cause) {
          failure = new LockError('-', undefined, 0, undefined, cause);
        }
      } finally {
        over.abort();
        signal?.removeEventListener('abort', stop);
      }
      signal?.throwIfAborted();
      if (failure.retry !== 'same key' || failure.status === 401 || failure.status === 403) throw failure;
      if (this.#at === at) this.#at = (at + 1) % this.#urls.length;
      void call(onCut, failure);
      failures = isNew || now() - openedAt > CEILING_MS ? 1 : failures + 1;
      // All readers of an instance that stops come at once unless each waits for another time.
      const pauseMs = Math.min(CEILING_MS, Math.max(FLOOR_MS, this.options.retryMs) * 2 ** (failures - 1));
      await sleep((failure.retryAfterMs ?? 0) + pauseMs * (0.5 + Math.random() / 2), signal);
    }
  }

  /**
   * Opens a stream, or says why there is none.
   * @param {number} at @param {Of} of @param {string | undefined} after @param {AbortController} over @param {boolean} [isLast] with that token
   * @returns {Promise<{response?: Response, refusal?: LockError}>}
   */
  async #open(at, of, after, over, isLast = false) {
    const timer = setTimeout(() => over.abort(new Error('no answer in time')), this.options.requestTimeoutMs);
    /** @param {unknown} cause */
    const unanswered = (cause) => ({ refusal: new LockError('-', undefined, 0, undefined, cause) });
    try {
      /** @type {any} */ let failure;
      /** @type {any} */ const changing = await this.#changing(over.signal).catch((cause) => { failure = unanswered(unlessWrong(cause)); });
      if (failure) return failure;
      const headers = this.#headers(changing.bearer,
        { Accept: 'text/event-stream', ...(of !== 'session' && { Session: '-' }), ...(after && { 'Last-Event-ID': after }), ...changing.headers });
      if (of === 'members') delete headers['Sub-Account'];
      const response = await unlessAborted((this.options.fetch ?? fetch)(`${this.#urls[at]}/events${of === 'members' ? '?members=*' : ''}`,
        { headers, cache: 'no-store', redirect: 'manual', signal: over.signal }), over.signal).catch((cause) => { failure = unanswered(cause); });
      if (!response) return failure;
      if (response.status === 200 && response.headers.get('Content-Type')?.startsWith('text/event-stream')) return { response };
      const told = await unlessAborted(response.json(), over.signal).catch(() => undefined);
      if (response.status === 401 && !isLast && this.#forget(changing.bearer)) return this.#open(at, of, after, over, true);
      return { refusal: new LockError('-', told?.reason && told, response.status, retryAfterMs(response)) };
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Asks until it is answered.
   * @param {string} id @param {string} method @param {string} path @param {any} [body] @param {number} [patienceMs] @param {Record<string, string>} [more]
   */
  async #ask(id, method, path, body, patienceMs = this.options.patienceMs, more = undefined) {
    const deadline = now() + patienceMs;
    for (;;) {
      const answer = await this.send(method, path, { body, more });
      if (answer.told && answer.status < 300) return answer.told;
      await this.#pause(id, answer, deadline);
    }
  }

  /**
   * Releases a lock or withdraws a request; `reason` is NOT_HELD if nothing was there.
   * @param {string} id @param {Outcome} [outcome] @param {number} [patienceMs] how long it is repeated, the client's own unless given
   * @returns {Promise<Lock>}
   */
  async release(id, outcome = {}, patienceMs = undefined) {
    const query = new URLSearchParams(Object.entries(outcome).filter(([, value]) => value).map(([name, value]) => [name, String(value)])).toString();
    try {
      return await this.#ask(id, 'DELETE', `/${encodeURIComponent(id)}${query && '?'}${query}`, undefined, patienceMs);
    } catch (refusal) {
      if (!(refusal instanceof LockError && refusal.reason === 'NOT_HELD')) throw refusal;
      return { state: 'released', lockId: id, reason: 'NOT_HELD' };
    }
  }

  /** A lock as events tell it: to show, not to act on. @param {string} id @param {number} [waitS] @returns {Promise<Lock>} */
  async get(id, waitS = 0) {
    const answer = await this.send('GET', `/${encodeURIComponent(id)}${waitS ? `?wait=${waitS}` : ''}`, { waitS });
    if (answer.told && answer.status < 300) return answer.told;
    throw new LockError(id, answer.told, answer.status, answer.retryAfterMs, answer.cause);
  }

  /**
   * A page of the live locks and requests of this session, or of the sub-account; `next` is `after` of the next page, `position` is for `events`.
   * @param {{limit?: number, after?: string, of?: 'session' | 'member'}} [page]
   * @returns {Promise<{locks: Lock[], next?: string, position: string, whole: boolean}>}
   */
  list({ of = 'session', ...page } = {}) {
    const query = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]));
    return this.#ask('', 'GET', `?${query}`, undefined, undefined, of === 'member' ? { Session: '-' } : undefined);
  }

  /** Asks a holder to let go. @param {string} id @param {{graceMs?: number, comment?: string}} [body] @returns {Promise<Lock>} */
  yield(id, body = {}) { return this.#ask(id, 'POST', `/${encodeURIComponent(id)}/yield`, body); }

  /** Ends a lock of somebody else. @param {string} id @param {{comment?: string}} [body] @returns {Promise<Lock>} */
  force(id, body = {}) { return this.#ask(id, 'POST', `/${encodeURIComponent(id)}/force`, body); }
}

/** A lock that is held, and renewed every third of its lease until it is released or lost. */
export class Lease {
  #locks; #leaseMs; #each; #onAsked; #validUntil; #askedBefore = ''; #end = new AbortController(); #released = false; #isLost = false; #busy = false;
  /** @type {any} */ #renewal;
  /** @type {any} */ #alarm;
  /** @type {Promise<Lock> | undefined} */ #release;
  /** Sent with the release at the end of `await using`. @type {Outcome} */ outcome = {};

  /**
   * @internal
   * @param {LockClient} locks @param {string} id @param {Lock} lock @param {number} validUntil
   * @param {{leaseMs?: number, each?: number, onAsked?: (asked: Asked) => void}} how `each`: lease that each renewal asks for, the lock's own unless given
   */
  constructor(locks, id, lock, validUntil, { leaseMs, each, onAsked }) {
    this.#locks = locks;
    this.id = id;
    /** The latest answer. */ this.lock = lock;
    this.token = /** @type {number} */ (lock.token);
    this.#leaseMs = leaseMs ?? lock.leaseMs ?? LEASE_MS;
    this.#each = each;
    this.#onAsked = onAsked;
    this.#validUntil = validUntil;
    this.#plan();
    this.#tellAsked(lock);
  }

  /** Aborts when the lock is lost, released or left; its `reason` is a LockLost. */
  get signal() { return this.#end.signal; }

  /** How long the lock is safe from now on, on the monotonic clock; 0 if it is over. */
  get safeForMs() {
    if (this.#released || this.#isLost) return 0;
    const left = this.#validUntil - now();
    if (left <= 0) this.#lose('SAFE_END');
    return Math.max(0, left);
  }

  /** Whether the lock is safe to use now. */
  get valid() { return this.safeForMs > 0; }

  /** Throws a LockLost if the lock is not held any more; call it before each write. */
  throwIfLost() {
    if (!this.valid) throw this.signal.reason ?? new LockLost(this.id, 'NOT_HELD');
  }

  #plan(delayMs = this.#leaseMs / 3) {
    clearTimeout(this.#alarm);
    clearTimeout(this.#renewal);
    if (this.#released || this.#isLost) return;
    // A timer may be early by one.
    this.#alarm = setTimeout(() => { if (this.valid) this.#plan(0); }, Math.min(this.#validUntil - now(), LONGEST_MS) + 1);
    this.#renewal = setTimeout(() => void this.#renew({}), Math.max(FLOOR_MS, Math.min(delayMs, (this.#validUntil - now()) / 2)));
  }

  /** @param {{leaseMs?: number, declined?: string}} body */
  async #renew(body) {
    if (!this.valid || this.#busy) return undefined;
    this.#busy = true;
    // A gateway that hangs leaves time to ask another.
    const timeoutMs = Math.min((this.#validUntil - now()) / 3, this.#locks.options.requestTimeoutMs);
    const answer = await this.#locks.send('POST', `/${encodeURIComponent(this.id)}/renew`, { body: { leaseMs: this.#each, ...body }, timeoutMs })
      .catch((cause) => /** @type {Answer} */ ({ status: 0, told: undefined, validUntil: NaN, cause }));
    this.#busy = false;
    if (!this.valid) return undefined;
    const { told, status } = answer;
    if (status < 300 && !Number.isNaN(answer.validUntil)) {
      this.lock = told;
      this.#validUntil = answer.validUntil;
      if (this.valid) this.#plan();
      this.#tellAsked(told);
    } else if (OVER.has(told?.reason)) {
      await this.#over(told.reason);
    } else {
      this.#plan(answer.retryAfterMs ?? this.#locks.options.retryMs);
    }
    return answer;
  }

  /** Not valid from now on; events tell why, if they do so within a second. @param {string} reason */
  async #over(reason) {
    this.#isLost = true;
    const { told } = await this.#locks.send('GET', `/${encodeURIComponent(this.id)}`, { timeoutMs: 1000 }).catch(() => ({ told: undefined }));
    this.#lose(told?.state === 'released' && told.reason ? told.reason : reason);
  }

  /** @param {string} reason */
  #lose(reason) {
    this.#isLost = true;
    clearTimeout(this.#alarm);
    clearTimeout(this.#renewal);
    this.#end.abort(new LockLost(this.id, reason));
  }

  /** @param {Lock} told */
  #tellAsked({ asked }) {
    const wish = JSON.stringify(asked ?? null);
    // Later, because the caller of `acquire` has no lease yet.
    if (asked && wish !== this.#askedBefore) setTimeout(() => void call(this.#onAsked, asked), 0);
    this.#askedBefore = wish;
  }

  /** Says why you do not let go yet. @param {string} why */
  async decline(why) { await this.#now({ declined: why }); }

  /** Renews now, with another lease from then on. @param {number} leaseMs */
  async renew(leaseMs) {
    this.#leaseMs = this.#each = leaseMs;
    await this.#now({});
  }

  /** @param {{leaseMs?: number, declined?: string}} body */
  async #now(body) {
    while (this.#busy) await new Promise((again) => setTimeout(again, 10));
    const answer = await this.#renew(body);
    if (!this.valid) throw this.signal.reason ?? new LockLost(this.id, 'NOT_HELD');
    if (!answer || Number.isNaN(answer.validUntil)) throw new LockError(this.id, answer?.told, answer?.status ?? 0, answer?.retryAfterMs, answer?.cause);
  }

  /** Releases it, and repeats that until the lock would end by itself; more calls give the same answer. @param {Outcome} [outcome] */
  release(outcome = this.outcome) { return (this.#release ??= this.#letGo(outcome)); }

  /** @param {Outcome} outcome @returns {Promise<Lock>} */
  async #letGo(outcome) {
    const isLost = !this.valid && !this.#released;
    this.#stop('RELEASED');
    const answer = this.#locks.release(this.id, outcome, Math.min(this.#validUntil - now(), this.#locks.options.patienceMs));
    if (!isLost) return answer;
    // The loss is the error, not a release that nobody answers.
    answer.catch(() => {});
    return { state: 'released', lockId: this.id, reason: this.signal.reason?.reason ?? 'NOT_HELD' };
  }

  /** Renews it no more, and does not release it: another process resumes it, or it is a check-out that lasts. */
  leave() { this.#stop('LEFT'); }

  /** @param {string} reason */
  #stop(reason) {
    this.#released = true;
    if (!this.#isLost) this.#lose(reason);
  }

  /** At the end of `await using`: the lock ends with its lease in any case, so a failure is no error of the work. */
  async [Symbol.asyncDispose]() { if (!this.#released || this.#release) await this.release().catch(() => {}); }
}
