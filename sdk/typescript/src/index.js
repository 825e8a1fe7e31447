// A client of Lock Arbiter's gateway: fetch only, for Node 20 or newer and for browsers.
import { obtain } from './acquire.js';
import { LEASE_MS, LockError, now, seconds } from './base.js';
import { follow } from './events.js';
import { Gateways } from './gateways.js';
import { Session } from './session.js';
import { Unreleased } from './unreleased.js';
export { LockError, LockLost } from './base.js';
export { Lease } from './lease.js';
export { Session } from './session.js';
/**
 * @typedef {'DOWNLOAD'|'UPLOAD'|'CREATE_FOLDER'|'UPLOAD_FOLDER'|'DELETE'|'RENAME'|'MOVE'|'COPY'|'CUSTOM'|'CHECK_OUT'|'FREEZE'|'CLOSE'} Operation
 * @typedef {{lockId: string, subAccount: string, session?: string, operation: string, path: string, mode: string, expiresAt?: number,
 *   relation: string, waiting: boolean, note?: string}} Blocker
 * @typedef {{by: string, bySession?: string, comment?: string, graceMs?: number, endsAt?: number}} Asked
 * @typedef {{state: string, lockId: string, token?: number, validForMs?: number, leaseMs?: number, endsAt?: number, position?: number, reason?: string,
 *   message?: string, asked?: Asked, blockedBy?: Blocker[], moreBlockers?: boolean, [more: string]: unknown}} Lock
 * @typedef {{destination?: string, targets?: {path: string, mode: string}[], holding?: string[],
 *   replaces?: {lockId: string, subAccount: string, session?: string}, existing?: boolean | number, bound?: boolean, leaseMs?: number, keepMs?: number, waitMs?: number,
 *   maxHoldMs?: number, graceMs?: number, attributes?: Record<string, string>, comment?: string}} Wish fields of the request
 * @typedef {{id?: string, session?: string, signal?: AbortSignal, onQueued?: (lock: Lock) => void, onAsked?: (asked: Asked) => void}} Handling
 *   `id`: key of the request, random unless given; `session`: locks of one session never exclude each other; the client's own unless given, and one of
 *   its own for each request if the client has none; `signal`: withdraws the request while it waits; `onQueued`: it waits, see `blockedBy`;
 *   `onAsked`: somebody asks you to let go. A callback that fails is shown on the console, and stops nothing
 * @typedef {{operation: Operation, path?: string} & Wish & Handling} Request
 * @typedef {{gone?: boolean, failed?: boolean, result?: string}} Outcome
 * @typedef {{token: string, validForMs?: number}} Bearer `validForMs`: asked for anew before that
 * @typedef {{url: string | string[], account: string, key?: string, token?: () => string | Bearer | Promise<string | Bearer>,
 *   headers?: () => Record<string, string> | Promise<Record<string, string>>,
 *   session?: string, subAccount?: string, requestTimeoutMs?: number, patienceMs?: number, retryMs?: number, silenceMs?: number,
 *   onUnreachable?: (silence: Error) => void, fetch?: typeof globalThis.fetch}} Options
 *   `url`: one gateway or several; `token`: in the place of a key, asked again when what it gave is refused or ends, and a TypeError if that is no
 *   token; `headers`: asked for each request, for others that change; `requestTimeoutMs`: of each request, 10,000; `patienceMs`: how long a request
 *   is repeated without an answer, beyond its `waitMs`, 30,000; `retryMs`: pause before that, 1,000; `onUnreachable`: no gateway has answered for
 *   3 s, or not a release, or a session's list cannot be right, shown by console.warn unless given;
 *   `silenceMs`: a stream of events from which nothing has come for so long is gone, 40,000
 * @typedef {'session' | 'member' | 'members'} Of locks of this client's session, if it has one, of the sub-account, or of all sub-accounts that the key may see
 * @typedef {{id: string, event: 'granted' | 'queued' | 'renewed' | 'yieldRequested' | 'told' | 'released' | 'rejected', lock: Lock}} LockEvent
 *   `lock`: as it is then, to put into the place of the one that you have; `id`: for `after`
 * @typedef {{id: string, event: 'reset', reason: string, message: string}} Reset events are missing: list anew, and go on after that list's `position`
 * @typedef {{of?: Of, after?: string, signal?: AbortSignal, onOpen?: () => void, onCut?: (failure: LockError) => void}} Following
 *   `after`: the `position` of a list, or the id of an event, from now on unless given; `onOpen`, `onCut`: the stream is there, or will be asked for again
 */
const WISHES = ['operation', 'path', 'destination', 'targets', 'holding', 'replaces', 'existing', 'bound', 'leaseMs', 'keepMs', 'waitMs', 'maxHoldMs',
  'graceMs', 'attributes', 'comment'];
const HANDLINGS = ['id', 'session', 'signal', 'onQueued', 'onAsked'];
const OPTIONS = ['url', 'account', 'key', 'token', 'headers', 'session', 'subAccount', 'requestTimeoutMs', 'patienceMs', 'retryMs', 'silenceMs', 'onUnreachable',
  'fetch'];

/** @param {object} given @param {string[]} known */
function unlessUnknown(given, known) {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${unknown} is no option, expected one of ${known.join(', ')}`);
}

/** Asks one account's gateway for locks. */
export class LockClient {
  /** @internal The session that is kept alive. @type {Session | undefined} */ kept;
  /** When the session that was kept alive last had begun. */ #beganAt = NaN;
  #isShared; #isNamed;
  /** Sessions of requests and leases that are not the client's own, nor named as their lock. */ #owners = /** @type {Map<string, string>} */ (new Map());
  /** @internal @type {Gateways} */ gateways;
  /** @internal */ unreleased = new Unreleased(this);

  /** @param {Options} options */
  constructor(options) {
    this.options = { requestTimeoutMs: 10_000, patienceMs: 30_000, retryMs: 1_000, silenceMs: 40_000, ...options };
    unlessUnknown(options, OPTIONS);
    this.#isNamed = this.#isShared = (options.session ?? undefined) !== undefined;
    /** Of all requests if it was given; else only of those that are bound to it. */ this.session = options.session ?? crypto.randomUUID();
    this.gateways = new Gateways(this.options, this.session);
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
  /** Nobody else has any lock in the account. @param {Wish & Handling} [wish] */ closeAccount(wish) { return this.acquire({ operation: 'CLOSE', path: '/', ...wish }); }
  /** @param {{path: string, mode: string}[]} targets @param {Wish & Handling} [wish] */
  custom(targets, wish) { return this.acquire({ operation: 'CUSTOM', targets, ...wish }); }

  /**
   * Asks for a lock; rejects with a LockError.
   * @param {Request} request
   */
  async acquire({ id, session, signal, onQueued, onAsked, ...body }) {
    unlessUnknown(body, [...WISHES, ...HANDLINGS]);
    const key = id ?? crypto.randomUUID(), { bound, holding } = body;
    const owner = session ?? (bound ? this.session : this.sessionOf(holding?.[0] ?? key));
    // Nobody else knows a random key, so the request is of no use once its caller gives up.
    return obtain(this, key, owner, body, { signal, onQueued, onAsked }, 'ask', id === undefined && !body.replaces);
  }

  /**
   * Takes a lock up again, or waits on for it, after this program was started anew; the session must be the same.
   * @param {string} id @param {{leaseMs?: number, waitMs?: number} & Omit<Handling, 'id'>} [handling]
   */
  resume(id, { leaseMs, waitMs, session = this.sessionOf(id), ...handling } = {}) {
    return obtain(this, id, session, { leaseMs, waitMs }, handling, 'look');
  }

  /** @internal The session of a lock: each is an owner of its own, named as the lock, unless the client has a session. @param {string} id */
  sessionOf(id) { return this.#owners.get(id) ?? this.#usual(id); }

  /** @param {string} id */
  #usual(id) { return this.#isShared || id === '-' ? this.session : id; }

  /** @internal @param {string} id */ forgetOwner(id) { this.#owners.delete(id); }

  /** @internal @param {string} id @param {string} owner */
  own(id, owner) { if (owner !== this.#usual(id)) this.#owners.set(id, owner); }

  /**
   * Releases a lock or withdraws a request; `reason` is NOT_HELD if nothing was there.
   * @param {string} id @param {Outcome & {session?: string}} [outcome] `session`: of the lock, if this client does not know it
   * @param {number} [patienceMs] how long it is repeated, the client's own unless given @returns {Promise<Lock>}
   */
  release(id, outcome, patienceMs = undefined) { return this.#release(id, outcome, patienceMs, false); }

  /** @internal While it is repeated a program may end. @param {string} id @param {Outcome & {session: string}} outcome @param {number} patienceMs */
  releaseAside(id, outcome, patienceMs) { return this.#release(id, outcome, patienceMs, true); }

  /**
   * @param {string} id @param {(Outcome & {session?: string}) | undefined} how @param {number | undefined} patienceMs @param {boolean} isAside
   * @returns {Promise<Lock>}
   */
  async #release(id, { session = this.sessionOf(id), ...outcome } = {}, patienceMs, isAside) {
    const query = new URLSearchParams(Object.entries(outcome).filter(([, value]) => value).map(([name, value]) => [name, String(value)])).toString();
    try {
      const path = `/${encodeURIComponent(id)}${query && '?'}${query}`;
      return await this.gateways.ask(id, 'DELETE', path, undefined, patienceMs, { Session: session }, undefined, isAside);
    } catch (refusal) {
      if (!(refusal instanceof LockError && refusal.reason === 'NOT_HELD')) throw refusal;
      return { state: 'released', lockId: id, reason: 'NOT_HELD' };
    }
  }

  /** A lock as events tell it: to show, not to act on. @param {string} id @param {number} [waitS] @returns {Promise<Lock>} */
  async get(id, waitS = 0) {
    const answer = await this.gateways.send('GET', `/${encodeURIComponent(id)}${waitS ? `?wait=${waitS}` : ''}`, { waitS, session: this.sessionOf(id) });
    if (answer.told && answer.status < 300) return answer.told;
    throw new LockError(id, answer.told, answer.status, answer.retryAfterMs, answer.cause, String(this.gateways.silence));
  }

  /**
   * Changes of locks as they come. It goes on where it was when a connection ends, at whichever gateway, and gives up only what a gateway refuses.
   * After a `reset` it ends: list anew, then call it with `after` = the `position` of the first page. Throws the signal's reason, or a LockError.
   * @param {Following} [following] @returns {AsyncGenerator<LockEvent | Reset, void, void>}
   */
  async *events({ of = this.#ofUsual, after, signal, onOpen, onCut } = {}) {
    this.#unlessNameless(of);
    yield* follow(this.gateways, this.options, of, { after, signal, onOpen, onCut });
  }

  /** @returns {Of} */ get #ofUsual() { return this.#isShared ? 'session' : 'member'; }

  /** @param {string} of */
  #unlessNameless(of) {
    if (of === 'session' && !this.#isNamed) {
      throw new TypeError("of=session, but this client has no session: each request is an owner of its own. Fix: give it a session, or ask for of='member'");
    }
  }

  /**
   * A page of the live locks and requests of this session, or of the sub-account; `next` is `after` of the next page, `position` is for `events`.
   * @param {{limit?: number, after?: string, of?: 'session' | 'member'}} [page]
   * @returns {Promise<{locks: Lock[], next?: string, position: string, whole: boolean}>}
   */
  list(page) { return this.#page(page, false); }

  /** @internal While it is repeated a program may end. @param {{limit?: number, after?: string, of?: 'session' | 'member'}} page */
  pageAside(page) { return this.#page(page, true); }

  /** @param {{limit?: number, after?: string, of?: 'session' | 'member'} | undefined} page @param {boolean} isAside */
  async #page({ of = /** @type {any} */ (this.#ofUsual), ...page } = {}, isAside) {
    this.#unlessNameless(of);
    const query = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]));
    return this.gateways.ask('', 'GET', `?${query}`, undefined, undefined, of === 'member' ? { Session: '-' } : undefined, undefined, isAside);
  }

  /**
   * Keeps this client's session alive until it is released: by one request in a third of its lease, whatever it holds. Locks that are asked for with
   * `bound: true` from then on end with it.
   * @param {{leaseMs?: number}} [how] @returns {Promise<Session>}
   */
  async keepAlive({ leaseMs = LEASE_MS } = {}) {
    if (this.session === '-') throw new TypeError('session=- is the sub-account as a whole, which is not kept alive. Give the client a session of its own');
    const first = now(), deadline = first + this.options.patienceMs;
    this.#isNamed = true;
    for (;;) {
      if (this.kept) throw new TypeError(`session=${this.session} is kept alive by this client already; use that Session, or another client`);
      const answer = await this.sendAlive(leaseMs);
      if (answer.status >= 300 || !(answer.validUntil > now())) await this.gateways.pause(this.session, answer, deadline);
      else if (!this.kept) return this.#begin(leaseMs, answer, now() - first);
    }
  }

  /** @param {number} leaseMs @param {import('./gateways.js').Answer} answer @param {number} tookMs since it was asked for first */
  #begin(leaseMs, answer, tookMs) {
    const { at, beganAt } = answer.told, session = new Session(this, leaseMs, answer, at - beganAt > tookMs);
    if (session.resumed && beganAt !== this.#beganAt) {
      console.warn(`session=${this.session} has been alive for ${at - beganAt} ms: it goes on with all locks that were bound to it before. `
        + 'Call releaseAll() if nobody uses them, or give the client a session of its own');
    }
    [this.kept, this.#beganAt] = [session, beganAt];
    void this.unreleased.send(beganAt);
    return session;
  }

  /** @internal @param {number} leaseMs @param {number} [timeoutMs] */
  sendAlive(leaseMs, timeoutMs) { return this.gateways.send('POST', '/keep-alive', { root: this.#ofSession(), body: { leaseMs }, timeoutMs }); }

  #ofSession() {
    if (/^\.\.?$/.test(this.session)) throw new TypeError(`session=${this.session} cannot stand in an address. Give the client another session`);
    return `/sessions/${encodeURIComponent(this.session)}`;
  }

  /** @internal @param {Session} session */
  forget(session) { if (this.kept === session) this.kept = undefined; }

  /**
   * Ends all that this session holds and waits for, bound or not.
   * @param {number} [patienceMs] @returns {Promise<{released: number, cancelled: number}>}
   */
  async releaseAll(patienceMs = undefined) {
    if (!this.#isNamed) throw new TypeError('this client has no session: each request is an owner of its own. Fix: release each lease, or give it a session');
    return this.gateways.ask(this.session, 'DELETE', '', undefined, patienceMs, undefined, this.#ofSession());
  }

  /** @internal Tells that no gateway answers a release. @param {string} id @param {number} leftMs @param {unknown} cause @param {boolean} isBound */
  stillHeld(id, leftMs, cause, isBound) {
    const end = isBound ? 'its release is sent again with each keep-alive of its session, and it ends with that at the latest'
      : leftMs > 0 ? `it ends with its lease in ${seconds(leftMs)} at the latest, and its release is repeated until then` : 'it ends with its lease at the latest';
    const text = `${this.gateways.silence}; the lock is no longer used here, and may still be held: ${end}. The work that is done has not failed. `
      + 'Fix: start a gateway, or correct url';
    const failure = new LockError(id, undefined, 0, undefined, cause, text);
    this.gateways.silence.tell(failure);
    return { state: 'unanswered', lockId: id, reason: failure.reason, message: failure.message };
  }

  /** @internal Tells that a session cannot follow what becomes of its locks. @param {Error} cause */
  tellUnfollowed(cause) {
    this.gateways.silence.tell(new Error(`${cause.message}. The locks of session=${this.session} are renewed one by one, and the list is asked for again. `
      + 'Fix: correct what stands between this program and the gateway, or update the gateway', { cause }));
  }

  /** Asks a holder to let go. @param {string} id @param {{graceMs?: number, comment?: string}} [body] @returns {Promise<Lock>} */
  yield(id, body = {}) { return this.gateways.ask(id, 'POST', `/${encodeURIComponent(id)}/yield`, body); }

  /** Ends a lock of somebody else. @param {string} id @param {{comment?: string}} [body] @returns {Promise<Lock>} */
  force(id, body = {}) { return this.gateways.ask(id, 'POST', `/${encodeURIComponent(id)}/force`, body); }
}
