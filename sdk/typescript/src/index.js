// A client of Lock Arbiter's gateway: fetch only, for Node 20 or newer and for browsers.
/**
 * @typedef {'DOWNLOAD'|'UPLOAD'|'CREATE_FOLDER'|'UPLOAD_FOLDER'|'DELETE'|'RENAME'|'MOVE'|'COPY'|'CUSTOM'|'CHECK_OUT'|'FREEZE'} Operation
 * @typedef {{lockId: string, subAccount: string, session?: string, operation: string, path: string, mode: string, expiresAt?: number,
 *   relation: string, waiting: boolean, note?: string}} Blocker
 * @typedef {{by: string, bySession?: string, comment?: string, graceMs?: number, endsAt?: number}} Asked
 * @typedef {{state: string, lockId: string, token?: number, validForMs?: number, leaseMs?: number, position?: number, reason?: string,
 *   message?: string, asked?: Asked, blockedBy?: Blocker[], moreBlockers?: boolean, [more: string]: unknown}} Lock
 * @typedef {{destination?: string, targets?: {path: string, mode: string}[], holding?: string[],
 *   replaces?: {lockId: string, subAccount: string, session?: string}, leaseMs?: number, keepMs?: number, waitMs?: number,
 *   maxHoldMs?: number, graceMs?: number, attributes?: Record<string, string>, comment?: string}} Wish fields of the request
 * @typedef {{id?: string, signal?: AbortSignal, onQueued?: (lock: Lock) => void, onAsked?: (asked: Asked) => void}} Handling
 *   `id`: key of the request, random unless given; `signal`: withdraws the request while it waits; `onQueued`: it waits, see `blockedBy`;
 *   `onAsked`: somebody asks you to let go
 * @typedef {{operation: Operation, path?: string} & Wish & Handling} Request
 * @typedef {{gone?: boolean, failed?: boolean, result?: string}} Outcome
 * @typedef {{url: string | string[], account: string, key?: string, headers?: () => Record<string, string> | Promise<Record<string, string>>,
 *   session?: string, subAccount?: string, requestTimeoutMs?: number, patienceMs?: number, retryMs?: number,
 *   fetch?: typeof globalThis.fetch}} Options
 *   `url`: one gateway or several; `headers`: asked for each request, for keys that change; `requestTimeoutMs`: of each request, 10,000;
 *   `patienceMs`: how long a request is repeated without an answer, beyond its `waitMs`, 30,000; `retryMs`: pause before that, 1,000
 * @typedef {{status: number, told: any, retryAfterMs?: number, validUntil: number}} Answer
 */
const now = () => performance.now();
const LEASE_MS = 30_000;
const WAIT_S = 20;
/** Shortest time between two renewals. */
const FLOOR_MS = 100;
/** Reasons of refusals that the gateway takes back when the same request comes again. */
const PASSING = new Set(['TOO_MANY_REQUESTS', 'TOO_MANY_BYTES', 'REQUEST_TIMEOUT']);
/** Server errors that stay. */
const LASTING = new Set(['WRONG_PARTITION', 'UNEXPECTED']);
const OVER = new Set(['NOT_HELD', 'NOT_HOLDER', 'ENDED']);
const NEVER = new Set([...LASTING, 'INVALID', 'BAD_REQUEST', 'UNKNOWN_KEY', 'FORBIDDEN', 'NOT_FOUND', 'CONTENT_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']);

/** A refusal. `reason` is for programs; `retry` tells under which key it makes sense to ask again. */
export class LockError extends Error {
  /** @param {string} id @param {any} told @param {number} status @param {number} [retryAfterMs] */
  constructor(id, told, status, retryAfterMs) {
    const reason = told?.reason ?? (told ? 'UNEXPECTED' : 'UNANSWERED');
    super(`${reason} lockId=${id}: ${told?.detail ?? told?.message ?? `no answer of a gateway, HTTP status ${status || 'none'}`}`);
    this.name = 'LockError';
    this.id = id;
    /** @type {string} */ this.reason = reason;
    this.status = status;
    /** @type {Blocker[]} */ this.blockedBy = told?.blockedBy ?? [];
    /** @type {string | undefined} where a rename or a move has put the path */ this.movedTo = told?.movedTo;
    /** @type {string | undefined} of ENDED */ this.endedBy = told?.endedBy;
    /** @type {number | undefined} */ this.retryAfterMs = retryAfterMs;
    /** @type {'same key' | 'new key' | 'never'} */
    this.retry = !told || status >= 500 && !LASTING.has(reason) || PASSING.has(reason) ? 'same key' : NEVER.has(reason) ? 'never' : 'new key';
    /** @type {Record<string, unknown>} the whole answer */ this.answer = told ?? {};
  }
}

/** A lock that is over although nobody here released it; reason of `lease.signal`. */
export class LockLost extends Error {
  /** @param {string} id @param {string} reason */
  constructor(id, reason) {
    super(`the lock is lost: ${reason} lockId=${id}`);
    this.name = 'LockLost';
    this.id = id;
    /** FORCED, EXPIRED, REPLACED, NOT_HELD, or SAFE_END: no renewal was answered in time. */
    this.reason = reason;
  }
}

/** Asks one account's gateway for locks. */
export class LockClient {
  /** @param {Options} options */
  constructor(options) {
    this.options = { requestTimeoutMs: 10_000, patienceMs: 30_000, retryMs: 1_000, ...options };
    this.session = options.session ?? crypto.randomUUID();
    this.urls = [options.url].flat().map((url) => `${url.replace(/\/+$/, '')}/v1/accounts/${encodeURIComponent(options.account)}/locks`);
    this.at = 0;
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
  acquire({ id = crypto.randomUUID(), signal, onQueued, onAsked, ...body }) {
    return this.#obtain(id, body, { signal, onQueued, onAsked });
  }

  /**
   * Takes a lock up again, or waits on for it, after this program was started anew; the session must be the same.
   * @param {string} id @param {{leaseMs?: number, waitMs?: number} & Omit<Handling, 'id'>} [handling]
   */
  resume(id, { leaseMs, waitMs, ...handling } = {}) {
    return this.#obtain(id, { leaseMs, waitMs }, handling, 'look');
  }

  /** @param {string} id @param {any} body @param {Omit<Handling, 'id'>} handling @param {'ask' | 'look' | 'renew'} verb */
  async #obtain(id, body, { signal, onQueued, onAsked }, verb = 'ask') {
    const first = now(), waitMs = body.waitMs ?? 0, deadline = first + waitMs + this.options.patienceMs;
    let maxAgeMs = LEASE_MS, sentOnce = false, blockersSeen = !onQueued;
    try {
      for (;;) {
        signal?.throwIfAborted();
        const ageMs = sentOnce ? Math.max(1, Math.ceil(now() - first)) : 0;
        if (verb === 'ask' && ageMs > maxAgeMs) verb = 'look';
        const waitS = waitMs > 0 && blockersSeen ? WAIT_S : 0;
        /** @type {Record<string, string>} */ const more = { 'Idempotency-Key': id };
        if (ageMs) more['Request-Age'] = String(ageMs);
        if (waitS) more.Prefer = `wait=${waitS}`;
        sentOnce = true;
        const answer = await (verb === 'look' ? this.#send('GET', `/${encodeURIComponent(id)}?wait=${WAIT_S}`, { waitS: WAIT_S, signal })
          : verb === 'renew' ? this.#send('POST', `/${encodeURIComponent(id)}/renew`, { body: { leaseMs: body.leaseMs }, signal })
          : this.#send('POST', '', { body, more, waitS, signal }));
        const { told, status } = answer;
        if (status < 300 && told?.validForMs !== undefined && answer.validUntil > now()) {
          return new Lease(this, id, told, answer.validUntil, { leaseMs: body.leaseMs, onAsked, each: body.operation ? undefined : body.leaseMs });
        }
        if (told?.maxRequestAgeMs) maxAgeMs = told.maxRequestAgeMs - 1000;
        if (told?.state === 'queued') {
          blockersSeen = true;
          onQueued?.(told);
        } else if (told?.state === 'granted' && verb !== 'renew') verb = 'renew';
        else if (told?.reason === 'LATE_COPY') verb = 'look';
        else if (status < 300 && (told?.state === 'released' || told?.state === 'rejected')) {
          throw new LockError(id, told.state === 'rejected' ? told : { ...told, reason: 'ENDED', endedBy: told.reason, message: 'it has ended' }, 409);
        } else await this.#pause(id, answer, deadline, signal);
      }
    } catch (failure) {
      // Aborted: nobody would use the lock, which may be granted all the same and last for its lease.
      if (!(failure instanceof LockError)) this.release(id).catch(() => {});
      throw failure;
    }
  }

  /**
   * Waits before a repetition, or throws what is not to be repeated.
   * @param {string} id @param {Answer} answer @param {number} deadline @param {AbortSignal} [signal]
   */
  async #pause(id, { told, status, retryAfterMs }, deadline, signal) {
    const refusal = new LockError(id, told, status, retryAfterMs);
    const pauseMs = retryAfterMs ?? this.options.retryMs;
    if (told && status >= 300 && refusal.retry !== 'same key' || now() + pauseMs > deadline) throw refusal;
    await new Promise((again) => setTimeout(again, pauseMs));
    signal?.throwIfAborted();
  }

  /**
   * Sends one request; an answer that is no JSON is none.
   * @param {string} method @param {string} path
   * @param {{body?: any, more?: Record<string, string>, waitS?: number, timeoutMs?: number, signal?: AbortSignal}} [how]
   * @returns {Promise<Answer>}
   */
  async #send(method, path, { body, more, waitS = 0, timeoutMs = this.options.requestTimeoutMs, signal } = {}) {
    const { key, headers, subAccount } = this.options;
    const sentAt = now();
    const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(waitS * 1000 + timeoutMs)));
    const url = this.urls[this.at % this.urls.length];
    try {
      /** @type {Record<string, string>} */
      const all = { Session: this.session, ...(key && { Authorization: `Bearer ${key}` }), ...(subAccount && { 'Sub-Account': subAccount }),
        ...(body && { 'Content-Type': 'application/json' }), ...more, ...(await headers?.()) };
      for (const name in all) all[name] = String.fromCharCode(...new TextEncoder().encode(all[name]));
      const response = await (this.options.fetch ?? fetch)(url + path, { method, headers: all, body: body && JSON.stringify(body), cache: 'no-store',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
      const told = await response.json().catch(() => undefined);
      const seconds = Number(response.headers.get('Retry-After') ?? NaN);
      const isObject = typeof told === 'object' && told !== null;
      if (!isObject || response.status === 503) this.at++;
      return { status: response.status, told: isObject ? told : undefined, retryAfterMs: seconds >= 0 ? seconds * 1000 : undefined,
        validUntil: sentAt + (isObject ? Number(told.validForMs) : NaN) };
    } catch {
      signal?.throwIfAborted();
      this.at++;
      return { status: 0, told: undefined, validUntil: NaN };
    }
  }

  /**
   * Sends a request until it is answered.
   * @param {string} id @param {string} method @param {string} path @param {any} [body] @param {number} [deadline] @returns {Promise<any>}
   */
  async #ask(id, method, path, body, deadline = now() + this.options.patienceMs) {
    for (;;) {
      const answer = await this.#send(method, path, { body });
      if (answer.told && answer.status < 300) return answer.told;
      await this.#pause(id, answer, deadline);
    }
  }

  /** Renews once. @internal @param {string} id @param {any} body @param {number} timeoutMs */
  renewOnce(id, body, timeoutMs) {
    return this.#send('POST', `/${encodeURIComponent(id)}/renew`, { body, timeoutMs: Math.min(timeoutMs, this.options.requestTimeoutMs) });
  }

  /**
   * Releases a lock or withdraws a request; `reason` is NOT_HELD if nothing was there.
   * @param {string} id @param {Outcome} [outcome] @param {number} [deadline] time of `performance.now()` until which it is repeated
   * @returns {Promise<Lock>}
   */
  async release(id, outcome = {}, deadline = undefined) {
    const query = new URLSearchParams(Object.entries(outcome).filter(([, value]) => value).map(([name, value]) => [name, String(value)])).toString();
    try {
      return await this.#ask(id, 'DELETE', `/${encodeURIComponent(id)}${query && '?'}${query}`, undefined, deadline);
    } catch (refusal) {
      if (!(refusal instanceof LockError && refusal.reason === 'NOT_HELD')) throw refusal;
      return { state: 'released', lockId: id, reason: 'NOT_HELD' };
    }
  }

  /** A lock as events tell it: to show, not to act on. @param {string} id @param {number} [waitS] @returns {Promise<Lock>} */
  async get(id, waitS = 0) {
    const answer = await this.#send('GET', `/${encodeURIComponent(id)}${waitS ? `?wait=${waitS}` : ''}`, { waitS });
    if (answer.told && answer.status < 300) return answer.told;
    throw new LockError(id, answer.told, answer.status, answer.retryAfterMs);
  }

  /**
   * A page of this session's live locks and requests.
   * @param {{limit?: number, after?: string}} [page] @returns {Promise<{locks: Lock[], next?: string, whole: boolean}>}
   */
  list(page = {}) {
    return this.#ask('', 'GET', `?${new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]))}`);
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

  /** Aborts when the lock is lost; its `reason` is a LockLost. */
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

  /** Throws the LockLost if the lock is lost; call it before each write. */
  throwIfLost() {
    if (!this.valid && !this.#released) throw this.signal.reason ?? new LockLost(this.id, 'NOT_HELD');
  }

  #plan(delayMs = this.#leaseMs / 3) {
    clearTimeout(this.#alarm);
    clearTimeout(this.#renewal);
    if (this.#released || this.#isLost) return;
    // A timer takes at most 2^31 ms, and may be early by one.
    this.#alarm = setTimeout(() => { if (this.valid) this.#plan(0); }, Math.min(this.#validUntil - now(), 2 ** 30) + 1);
    this.#renewal = setTimeout(() => void this.#renew({}), Math.max(FLOOR_MS, Math.min(delayMs, (this.#validUntil - now()) / 2)));
  }

  /** @param {{leaseMs?: number, declined?: string}} body */
  async #renew(body) {
    if (!this.valid || this.#busy) return undefined;
    this.#busy = true;
    const answer = await this.#locks.renewOnce(this.id, { leaseMs: this.#each, ...body }, this.#validUntil - now()).finally(() => { this.#busy = false; });
    if (!this.valid) return undefined;
    const { told, status } = answer;
    if (told && status < 300 && told.validForMs !== undefined) {
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
    const seen = await Promise.race([this.#locks.get(this.id).catch(() => undefined), new Promise((late) => setTimeout(late, 1000))]);
    this.#lose(seen?.state === 'released' && seen.reason ? seen.reason : reason);
  }

  /** @param {string} reason */
  #lose(reason) {
    this.#isLost = true;
    clearTimeout(this.#alarm);
    clearTimeout(this.#renewal);
    if (!this.#released) this.#end.abort(new LockLost(this.id, reason));
  }

  /** @param {Lock} told */
  #tellAsked({ asked }) {
    const wish = JSON.stringify(asked ?? null);
    if (asked && wish !== this.#askedBefore) this.#onAsked?.(asked);
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
    if (!answer?.told || answer.status >= 300) throw new LockError(this.id, answer?.told, answer?.status ?? 0);
  }

  /** Releases it, and repeats that until the lock would end by itself; more calls give the same answer. @param {Outcome} [outcome] */
  release(outcome = this.outcome) {
    this.leave();
    return (this.#release ??= this.#locks.release(this.id, outcome, Math.min(this.#validUntil, now() + this.#locks.options.patienceMs)));
  }

  /** Renews it no more, and does not release it: another process resumes it, or it is a check-out that lasts. */
  leave() {
    clearTimeout(this.#alarm);
    clearTimeout(this.#renewal);
    this.#released = true;
  }

  /** At the end of `await using`: the lock ends with its lease in any case, so a failure is no error of the work. */
  async [Symbol.asyncDispose]() { await this.release().catch(() => {}); }
}
