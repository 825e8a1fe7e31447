// A client of Lock Arbiter's gateway: fetch only, for Node 20 or newer and for browsers.
import { blocks } from './events.js';
import { call, CEILING_MS, FLOOR_MS, LASTING, LEASE_MS, LockError, NEVER, now, sleep, unlessAborted } from './base.js';
import { Lease, Session } from './session.js';
export { LockError, LockLost } from './base.js';
export { Lease, Session } from './session.js';
/**
 * @typedef {'DOWNLOAD'|'UPLOAD'|'CREATE_FOLDER'|'UPLOAD_FOLDER'|'DELETE'|'RENAME'|'MOVE'|'COPY'|'CUSTOM'|'CHECK_OUT'|'FREEZE'} Operation
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
 *   3 s, or not a release, shown by console.warn unless given;
 *   `silenceMs`: a stream of events from which nothing has come for so long is gone, 40,000
 * @typedef {'session' | 'member' | 'members'} Of locks of this client's session, if it has one, of the sub-account, or of all sub-accounts that the key may see
 * @typedef {{id: string, event: 'granted' | 'queued' | 'renewed' | 'yieldRequested' | 'told' | 'released' | 'rejected', lock: Lock}} LockEvent
 *   `lock`: as it is then, to put into the place of the one that you have; `id`: for `after`
 * @typedef {{id: string, event: 'reset', reason: string, message: string}} Reset events are missing: list anew, and go on after that list's `position`
 * @typedef {{of?: Of, after?: string, signal?: AbortSignal, onOpen?: () => void, onCut?: (failure: LockError) => void}} Following
 *   `after`: the `position` of a list, or the id of an event, from now on unless given; `onOpen`, `onCut`: the stream is there, or will be asked for again
 * @typedef {{status: number, told: any, retryAfterMs?: number, validUntil: number, cause?: unknown, bearer?: string, isUnsent?: boolean}} Answer
 *   `validUntil`: NaN unless it was told; `bearer`: the key or token that was sent; `isUnsent`: it has certainly reached nobody
 */
const WAIT_S = 20;
/** A token is asked for so long before it ends, or a tenth of its time before. */
const EARLY_MS = 30_000;
/** Releases of one client that are under way together. */
const TOGETHER = 20;
/** Locks of which a client remembers that nobody has answered their release. */
const MOST_UNRELEASED = 10_000;
/** No gateway has answered for so long: that is told. */
const SILENCE_MS = 3_000;
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

/** The cause of a failed fetch, under the general words around it. @param {any} cause */
function inmost(cause) { return cause?.cause ?? cause; }

/** Whether a fetch has failed before it sent anything. A page is not told that. @param {unknown} cause */
function isUnsent(cause) {
  const inner = inmost(cause);
  // Several addresses of one name were tried, and no connection was made.
  return inner instanceof AggregateError || ['connect', 'getaddrinfo'].includes(inner?.syscall) || inner?.code === 'UND_ERR_CONNECT_TIMEOUT';
}

/** @param {unknown} cause */
function causeText(cause) {
  const inner = inmost(cause);
  if (inner?.name === 'TimeoutError') return 'no answer in time';
  return typeof inner?.code === 'string' ? inner.code : inner?.message || String(inner);
}

/** @param {number} ms */
function seconds(ms) { return `${Math.max(1, Math.round(ms / 1000))} s`; }

/** What became of a request that is over and was not heard of in time. @param {any} told @param {string | undefined} endedBy */
function endedText(told, endedBy) {
  const how = endedBy ? `, ${endedBy}` : '';
  if (told.token !== undefined || endedBy === 'EXPIRED') {
    return `the lock was granted and has ended${how} before this program heard of it: nobody used it. Ask again under a new key`;
  }
  if (endedBy === 'CANCELLED') return 'the request was withdrawn while it waited';
  return `it has ended${how}; it may have been granted before this program heard of it, and nobody used it. Ask again under a new key`;
}

/** @param {Response} response */
function retryAfterMs({ headers }) {
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  return seconds >= 0 ? seconds * 1000 : undefined;
}

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

/**
 * Locks of a session that nobody uses any more, and whose release nobody has answered. They would be held for as long as the session is kept alive,
 * so their release is sent again after each keep-alive.
 */
class Unreleased {
  #locks; #all = /** @type {Map<string, {owner: string, beganAt: number, outcome: Outcome}>} */ (new Map()); #isBusy = false;

  /** @param {LockClient} locks */
  constructor(locks) { this.#locks = locks; }

  /** @param {string} id @param {string} owner @param {number} beganAt of its session; NaN if it may be a later one of that name @param {Outcome} [outcome] */
  add(id, owner, beganAt, outcome = {}) {
    this.#all.set(id, { owner, beganAt, outcome });
    if (this.#all.size > MOST_UNRELEASED) this.#all.delete(/** @type {string} */ (this.#all.keys().next().value));
  }

  /** @param {string} id */ remove(id) { this.#all.delete(id); }
  /** @param {number} beganAt */ endOf(beganAt) { this.#all.forEach((one, id) => { if (one.beganAt === beganAt) this.#all.delete(id); }); }

  /** @param {number} beganAt of the session that is alive now */
  async send(beganAt) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const all = this.#all.entries();
    await Promise.all(Array.from({ length: TOGETHER }, async () => {
      for (const [id, one] of all) {
        const isOver = !Number.isNaN(one.beganAt) && one.beganAt !== beganAt;
        if (isOver || await this.#isAnswered(id, one)) this.remove(id);
      }
    }));
    this.#isBusy = false;
  }

  /** @param {string} id @param {{owner: string, outcome: Outcome}} one */
  #isAnswered(id, { owner, outcome }) {
    return this.#locks.release(id, { ...outcome, session: owner }, 0).then(() => true, (failure) => failure instanceof LockError && failure.retry !== 'same key');
  }
}

/** Since when no gateway has answered, and why; tells it once. */
class Silence {
  #tell; #since = NaN; #isTold = false; #causes = /** @type {Map<string, string>} */ (new Map());

  /** @param {(silence: Error) => void} tell */
  constructor(tell) { this.#tell = tell; }

  end() {
    this.#since = NaN;
    this.#isTold = false;
    this.#causes.clear();
  }

  /** @param {string} url @param {unknown} cause @param {number} sentAt */
  add(url, cause, sentAt) {
    if (Number.isNaN(this.#since)) this.#since = sentAt;
    this.#causes.set(url, causeText(cause));
    if (this.#isTold || now() - this.#since < SILENCE_MS) return;
    this.#isTold = true;
    this.tell(new Error(`${this}. Requests are repeated; a lock that is held is lost at its safe end. Fix: start a gateway, or correct url`, { cause }));
  }

  /** @param {Error} silence */
  tell(silence) { void call(this.#tell, silence); }

  toString() {
    const all = [...this.#causes].map(([url, cause]) => `${url} (${cause})`).join(', ');
    return `no gateway has answered for ${seconds(now() - this.#since || 0)}${all && `: ${all}`}`;
  }
}

/** Asks one account's gateway for locks. */
export class LockClient {
  #urls; #at = 0;
  /** @type {{token: string, until: number} | undefined} */ #kept;
  /** @type {Promise<string> | undefined} */ #asking;
  /** @type {Session | undefined} */ #session;
  /** When the session that was kept alive last had begun. */ #beganAt = NaN;
  #isShared; #isNamed; #silence;
  /** Sessions of requests and leases that are not the client's own, nor named as their lock. */ #owners = /** @type {Map<string, string>} */ (new Map());
  /** @internal */ unreleased = new Unreleased(this);

  /** @param {Options} options */
  constructor(options) {
    this.options = { requestTimeoutMs: 10_000, patienceMs: 30_000, retryMs: 1_000, silenceMs: 40_000, ...options };
    unlessUnknown(options, OPTIONS);
    this.#isNamed = this.#isShared = (options.session ?? undefined) !== undefined;
    this.#silence = new Silence(options.onUnreachable ?? ((silence) => console.warn(silence.message)));
    /** Of all requests if it was given; else only of those that are bound to it. */ this.session = options.session ?? crypto.randomUUID();
    this.#urls = [options.url].flat().map((url) => {
      const { protocol } = new URL(url, globalThis.location?.href);
      if (!/^https?:$/.test(protocol)) throw new TypeError(`url=${url} has the scheme ${protocol}, expected http: or https:`);
      return { origin: url, base: `${url.replace(/\/+$/, '')}/v1/accounts/${encodeURIComponent(options.account)}` };
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
  async acquire({ id, session, signal, onQueued, onAsked, ...body }) {
    unlessUnknown(body, [...WISHES, ...HANDLINGS]);
    const key = id ?? crypto.randomUUID(), { bound, holding } = body;
    const owner = session ?? (bound ? this.session : this.sessionOf(holding?.[0] ?? key));
    // Nobody else knows a random key, so the request is of no use once its caller gives up.
    return this.#obtain(key, owner, body, { signal, onQueued, onAsked }, 'ask', id === undefined && !body.replaces);
  }

  /**
   * Takes a lock up again, or waits on for it, after this program was started anew; the session must be the same.
   * @param {string} id @param {{leaseMs?: number, waitMs?: number} & Omit<Handling, 'id'>} [handling]
   */
  resume(id, { leaseMs, waitMs, session = this.sessionOf(id), ...handling } = {}) {
    return this.#obtain(id, session, { leaseMs, waitMs }, handling, 'look');
  }

  /** @internal The session of a lock: each is an owner of its own, named as the lock, unless the client has a session. @param {string} id */
  sessionOf(id) { return this.#owners.get(id) ?? this.#usual(id); }

  /** @param {string} id */
  #usual(id) { return this.#isShared || id === '-' ? this.session : id; }

  /** @internal @param {string} id */ forgetOwner(id) { this.#owners.delete(id); }

  /** @param {string} id @param {string} owner */
  #own(id, owner) { if (owner !== this.#usual(id)) this.#owners.set(id, owner); }

  /**
   * @param {string} id @param {string} owner @param {any} body @param {Omit<Handling, 'id' | 'session'>} handling @param {'ask' | 'look' | 'renew'} verb
   * @param {boolean} [isOurs]
   */
  async #obtain(id, owner, body, { signal, onQueued, onAsked }, verb, isOurs) {
    if (!id || id !== id.trim()) throw new TypeError(`id='${id}' is empty or has spaces around it; a header cannot carry it`);
    const begun = now(), wholeMs = body.waitMs ?? 0, deadline = begun + wholeMs + this.options.patienceMs;
    const over = new AbortController();
    const session = this.#session;
    this.unreleased.remove(id);
    this.#own(id, owner);
    session?.expect(id);
    let first = begun, maxAgeMs = LEASE_MS, sentAt = NaN, blockersSeen = !onQueued, isHeld = false;
    /** `isSure`: no copy of the request may arrive later; `mayBeThere`: one of this call may wait, or be granted; `hasLeft`: one may have arrived. */
    const fresh = () => ({ isSure: true, mayBeThere: false, hasLeft: false, pending: /** @type {Promise<unknown>} */ (Promise.resolve()) });
    let state = fresh();
    const beginAnew = () => {
      [first, sentAt] = [now(), NaN];
      if (wholeMs) body = { ...body, waitMs: Math.max(0, Math.ceil(begun + wholeMs - first)) };
    };
    try {
      for (;;) {
        signal?.throwIfAborted();
        if (verb === 'ask' && sentAt && now() - first > maxAgeMs) {
          if (state.hasLeft) verb = 'look';
          // A copy that is too old would be refused, but there is none: nobody has had the request.
          else beginAnew();
        }
        const ageMs = sentAt ? Math.max(1, Math.ceil(now() - first)) : 0, waitMs = body.waitMs ?? 0;
        const waitS = waitMs > 0 && blockersSeen ? WAIT_S : 0;
        /** @type {Record<string, string>} */ const more = { 'Idempotency-Key': id };
        if (ageMs) more['Request-Age'] = String(ageMs);
        if (waitS) more.Prefer = `wait=${waitS}`;
        const sending = verb === 'look' ? this.send('GET', `/${encodeURIComponent(id)}?wait=${WAIT_S}`, { waitS: WAIT_S, signal: over.signal, session: owner })
          : verb === 'renew' ? this.send('POST', `/${encodeURIComponent(id)}/renew`, { body: { leaseMs: body.leaseMs }, signal: over.signal, session: owner })
          : this.send('POST', '', { body, more, waitS, signal: over.signal, session: owner });
        sentAt = now();
        const isAsk = verb === 'ask', its = state;
        its.pending = sending.then(({ told, status, isUnsent: isNowhere }) => {
          if (isNowhere) return;
          its.hasLeft ||= isAsk;
          its.isSure = told && status < 500 ? its.isSure || status < 300 : false;
          its.mayBeThere ||= isAsk ? !told || status < 300 || status >= 500 : told?.state === 'queued';
        }, () => {});
        const answer = await unlessAborted(sending, signal);
        const { told, status } = answer;
        if (status < 300 && answer.validUntil > now()) {
          const boundTo = told.bound && owner === this.session && session?.covers(told) ? session : undefined;
          if (boundTo && !boundTo.valid) {
            void this.#abandon(id, owner, LEASE_MS, state, session);
            throw new LockError(id, { reason: 'NO_SESSION', message: 'its session is closed or lost here, so it is released' }, 409);
          }
          isHeld = true;
          // One lock has one lease here: events are told to one.
          const there = boundTo?.leaseOf(id);
          if (there) {
            there.also(onAsked);
            return there;
          }
          return new Lease(this, id, owner, told, answer.validUntil,
            { leaseMs: body.leaseMs ?? boundTo?.leaseMs, onAsked, each: body.operation ? undefined : body.leaseMs, session: boundTo });
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
          throw new LockError(id, told.state === 'rejected' ? told : { ...told, reason: 'ENDED', endedBy: told.reason, message: endedText(told, told.reason) }, 409);
        } else if (told?.reason === 'ENDED') {
          throw new LockError(id, { ...told, detail: `${told.detail ?? 'it has ended'}; ${endedText(told, told.endedBy)}` }, status);
        } else if (verb === 'look' && told?.reason === 'NOT_HELD' && body.operation) {
          const pauseMs = Math.max(FLOOR_MS, this.options.retryMs);
          if (!isOurs || now() + pauseMs > deadline) {
            const unknown = new LockError(id, undefined, 0, undefined, answer.cause, 'no answer to the request has come, and no gateway knows it now. '
              + 'If it is granted later, nobody uses the lock, and it ends with its lease. Fix: ask again under a new key');
            unknown.retry = isOurs ? 'same key' : 'new key';
            throw unknown;
          }
          // Its owner is the same, so a late grant of the lost one is not in the way of the next.
          void this.#abandon(id, owner, body.leaseMs ?? LEASE_MS, state, session);
          session?.expectNoMore(id);
          await sleep(pauseMs, signal);
          this.forgetOwner(id);
          id = crypto.randomUUID();
          this.#own(id, owner);
          session?.expect(id);
          [state, verb] = [fresh(), 'ask'];
          beginAnew();
        } else await this.#pause(id, answer, deadline, signal, verb === 'look' || state.hasLeft
          ? 'whether the lock was granted is not known; if it was, nobody uses it, and it ends with its lease at the latest'
          : 'nothing has reached a gateway, so no lock was granted');
      }
    } catch (failure) {
      const refusal = failure instanceof LockError ? failure : undefined, isGivenUp = isOurs && refusal?.retry === 'same key';
      // Who may not ask any more would not take what is granted later.
      const isShutOut = state.mayBeThere && (refusal ? refusal.status === 401 || refusal.status === 403 : true);
      if (isGivenUp && state.hasLeft || isShutOut || !refusal && signal?.aborted && sentAt) {
        void this.#abandon(id, owner, body.leaseMs ?? LEASE_MS, state, session).finally(() => over.abort());
      }
      if (refusal && isGivenUp) refusal.retry = 'new key';
      // It was alive when this was asked.
      if (isOurs && body.bound && refusal?.reason === 'NO_SESSION') session?.end('SESSION_ENDED');
      throw failure;
    } finally {
      session?.expectNoMore(id);
      if (!isHeld) this.forgetOwner(id);
    }
  }

  /**
   * Withdraws what nobody would use. No lease ends it if it is bound to a session, so that goes on with it.
   * @param {string} id @param {string} owner @param {number} leaseMs @param {{isSure: boolean, pending: Promise<unknown>}} state @param {Session} [session]
   */
  async #abandon(id, owner, leaseMs, state, session) {
    const isAnswered = await this.#withdraw(id, owner, leaseMs, state).catch(() => false);
    if (session && !isAnswered) this.unreleased.add(id, owner, NaN);
  }

  /**
   * Releases a lock that nobody would use. A release may overtake the request, so it is repeated until it is answered, or no copy of the request
   * can arrive any more, or a lock with a lease would be over. Says whether it was answered.
   * @param {string} id @param {string} owner @param {number} leaseMs @param {{isSure: boolean, pending: Promise<unknown>}} state
   */
  async #withdraw(id, owner, leaseMs, state) {
    let isPending = true, end = Infinity;
    const settled = state.pending.catch(() => {}).then(() => { [isPending, end] = [false, now() + leaseMs]; });
    for (let pauseMs = Math.max(FLOOR_MS, this.options.retryMs); ; pauseMs = Math.min(2 * pauseMs, 4000)) {
      const isLast = !isPending && state.isSure;
      const { told, status } = await this.send('DELETE', `/${encodeURIComponent(id)}`, { session: owner }).catch(() => ({ told: undefined, status: 0 }));
      if (told && (status < 300 || isLast && told.reason === 'NOT_HELD' || NEVER.has(told.reason))) return true;
      if (now() > end) return false;
      await new Promise((again) => {
        /** @type {any} */ const timer = setTimeout(again, pauseMs);
        timer.unref?.();
        if (isPending) void settled.then(again).then(() => clearTimeout(timer));
      });
    }
  }

  /**
   * Waits, or throws what is not to be repeated.
   * @param {string} id @param {Answer} answer @param {number} deadline @param {AbortSignal} [signal] @param {string} [consequence] @param {boolean} [isAside]
   */
  async #pause(id, { told, status, retryAfterMs, cause }, deadline, signal, consequence = 'whether it was done is not known', isAside = false) {
    const text = `${this.#silence}; ${consequence}. Fix: start a gateway, or correct url, then ask again`;
    const refusal = new LockError(id, told, status, retryAfterMs, cause, text);
    const pauseMs = Math.max(FLOOR_MS, retryAfterMs ?? this.options.retryMs);
    if (told && status >= 300 && refusal.retry !== 'same key' || now() + pauseMs > deadline) throw refusal;
    await sleep(pauseMs, signal, isAside);
  }

  /**
   * Sends one request, and again with another token if that is refused. A redirect, and an answer that is no JSON, are none. Throws only what is
   * wrong with the caller's values.
   * @internal
   * @param {string} method @param {string} path
   * @param {{body?: any, more?: Record<string, string>, waitS?: number, timeoutMs?: number, signal?: AbortSignal, root?: string, session?: string}} [how]
   * @returns {Promise<Answer>}
   */
  async send(method, path, how) {
    const answer = await this.#sendOnce(method, path, how);
    return answer.status === 401 && this.#forget(answer.bearer) ? this.#sendOnce(method, path, how) : answer;
  }

  /**
   * @param {string} method @param {string} path
   * @param {{body?: any, more?: Record<string, string>, waitS?: number, timeoutMs?: number, signal?: AbortSignal, root?: string, session?: string}} [how]
   * @returns {Promise<Answer>}
   */
  async #sendOnce(method, path, { body, more, waitS = 0, timeoutMs = this.options.requestTimeoutMs, signal: given, root = '/locks', session } = {}) {
    const sentAt = now(), at = this.#at;
    const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(waitS * 1000 + timeoutMs)));
    const signal = given ? AbortSignal.any([given, timeout]) : timeout;
    const text = body && JSON.stringify(body);
    /** @param {unknown} cause @param {boolean} [isNowhere] @returns {Answer} */
    const unanswered = (cause, isNowhere = false) => {
      if (!given?.aborted) this.#silence.add(this.#urls[at].origin, cause, sentAt);
      return { status: 0, told: undefined, validUntil: NaN, cause, isUnsent: isNowhere };
    };
    /** @type {any} */ let failure;
    /** @type {any} */ const changing = await this.#changing(signal).catch((cause) => { failure = unanswered(unlessWrong(cause), true); });
    if (failure) return failure;
    const { bearer } = changing;
    const all = this.#headers(bearer,
      { ...(body && { 'Content-Type': 'application/json' }), ...(session && { Session: session }), ...more, ...changing.headers });
    try {
      const response = await unlessAborted((this.options.fetch ?? fetch)(`${this.#urls[at].base}${root}${path}`,
        { method, headers: all, body: text, cache: 'no-store', redirect: 'manual', signal }), signal);
      const { status } = response;
      const json = await response.json().catch(() => undefined);
      const told = typeof json === 'object' && json && (status < 300 || status > 399) ? json : undefined;
      if (told) this.#silence.end();
      else this.#silence.add(this.#urls[at].origin, new Error(`HTTP status ${status}, and no answer of a gateway`), sentAt);
      if (!told || status === 503) this.#at = (at + 1) % this.#urls.length;
      const validForMs = Number.isFinite(told?.validForMs) ? told.validForMs : NaN;
      return { status, told, retryAfterMs: retryAfterMs(response), validUntil: sentAt + validForMs, bearer };
    } catch (cause) {
      this.#at = (at + 1) % this.#urls.length;
      // A fetch of the caller's own may have sent it before.
      return unanswered(cause, !this.options.fetch && isUnsent(cause));
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
  async *events(following = {}) {
    // `begin` is asked for the place where a stream begins that goes on after none; `onBeat` is told that a heartbeat has come.
    const { of = this.#ofUsual, after, signal, onOpen, onCut, begin, onBeat } =
      /** @type {Following & {begin?: () => Promise<string | undefined>, onBeat?: () => void}} */ (following);
    this.#unlessNameless(of);
    let id = after, failures = 0;
    for (;;) {
      signal?.throwIfAborted();
      const openedAt = now(), over = new AbortController(), stop = () => over.abort(signal?.reason);
      /** @type {any} */ let failure;
      let isNew = false, at = this.#at;
      signal?.addEventListener('abort', stop, { once: true });
      try {
        id ??= await (begin && unlessAborted(begin(), signal).catch((/** @returns {undefined} */ (cause) => {
          failure = cause instanceof LockError ? cause : new LockError('-', undefined, 0, undefined, cause);
        })));
        at = this.#at; // the list may have moved on to an instance that answers
        const { response, refusal } = failure ? { refusal: failure } : await this.#open(at, of, id, over);
        failure = refusal;
        if (response) try {
          void call(/** @type {any} */ (onOpen), Boolean(id));
          let last = 'the stream has ended';
          for await (const { data, event, comment, ...block } of blocks(/** @type {any} */ (response.body), this.options.silenceMs)) {
            last = comment || last;
            const told = data === undefined ? undefined : JSON.parse(data), isBeat = comment === '' && Boolean(block.id);
            if (data !== undefined && (told === null || typeof told !== 'object')) throw new Error(`an event is no object: ${data.slice(0, 100)}`);
            id = block.id || id;
            isNew ||= isBeat || Boolean(told);
            if (isBeat) onBeat?.();
            if (!told) continue;
            signal?.throwIfAborted();
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
      const response = await unlessAborted((this.options.fetch ?? fetch)(`${this.#urls[at].base}/events${of === 'members' ? '?members=*' : ''}`,
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
   * @param {string} [root] @param {boolean} [isAside] a program may end meanwhile
   */
  async #ask(id, method, path, body, patienceMs = this.options.patienceMs, more = undefined, root = undefined, isAside = false) {
    const deadline = now() + patienceMs;
    for (;;) {
      const answer = await this.send(method, path, { body, more, root });
      if (answer.told && answer.status < 300) return answer.told;
      await this.#pause(id, answer, deadline, undefined, undefined, isAside);
    }
  }

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
      return await this.#ask(id, 'DELETE', path, undefined, patienceMs, { Session: session }, undefined, isAside);
    } catch (refusal) {
      if (!(refusal instanceof LockError && refusal.reason === 'NOT_HELD')) throw refusal;
      return { state: 'released', lockId: id, reason: 'NOT_HELD' };
    }
  }

  /** A lock as events tell it: to show, not to act on. @param {string} id @param {number} [waitS] @returns {Promise<Lock>} */
  async get(id, waitS = 0) {
    const answer = await this.send('GET', `/${encodeURIComponent(id)}${waitS ? `?wait=${waitS}` : ''}`, { waitS, session: this.sessionOf(id) });
    if (answer.told && answer.status < 300) return answer.told;
    throw new LockError(id, answer.told, answer.status, answer.retryAfterMs, answer.cause, String(this.#silence));
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
    return this.#ask('', 'GET', `?${query}`, undefined, undefined, of === 'member' ? { Session: '-' } : undefined, undefined, isAside);
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
      if (this.#session) throw new TypeError(`session=${this.session} is kept alive by this client already; use that Session, or another client`);
      const answer = await this.sendAlive(leaseMs);
      if (answer.status >= 300 || !(answer.validUntil > now())) await this.#pause(this.session, answer, deadline);
      else if (!this.#session) return this.#begin(leaseMs, answer, now() - first);
    }
  }

  /** @param {number} leaseMs @param {Answer} answer @param {number} tookMs since it was asked for first */
  #begin(leaseMs, answer, tookMs) {
    const { at, beganAt } = answer.told, session = new Session(this, leaseMs, answer, at - beganAt > tookMs);
    if (session.resumed && beganAt !== this.#beganAt) {
      console.warn(`session=${this.session} has been alive for ${at - beganAt} ms: it goes on with all locks that were bound to it before. `
        + 'Call releaseAll() if nobody uses them, or give the client a session of its own');
    }
    [this.#session, this.#beganAt] = [session, beganAt];
    void this.unreleased.send(beganAt);
    return session;
  }

  /** @internal @param {number} leaseMs @param {number} [timeoutMs] */
  sendAlive(leaseMs, timeoutMs) { return this.send('POST', '/keep-alive', { root: this.#ofSession(), body: { leaseMs }, timeoutMs }); }

  #ofSession() {
    if (/^\.\.?$/.test(this.session)) throw new TypeError(`session=${this.session} cannot stand in an address. Give the client another session`);
    return `/sessions/${encodeURIComponent(this.session)}`;
  }

  /** @internal Whether a session is kept alive by this client. */ get isKept() { return this.#session !== undefined; }

  /** @internal @param {Session} session */
  forget(session) { if (this.#session === session) this.#session = undefined; }

  /**
   * Ends all that this session holds and waits for, bound or not.
   * @param {number} [patienceMs] @returns {Promise<{released: number, cancelled: number}>}
   */
  async releaseAll(patienceMs = undefined) {
    if (!this.#isNamed) throw new TypeError('this client has no session: each request is an owner of its own. Fix: release each lease, or give it a session');
    return this.#ask(this.session, 'DELETE', '', undefined, patienceMs, undefined, this.#ofSession());
  }

  /** @internal Tells that no gateway answers a release. @param {string} id @param {number} leftMs @param {unknown} cause @param {boolean} isBound */
  stillHeld(id, leftMs, cause, isBound) {
    const end = isBound ? 'its release is sent again with each keep-alive of its session, and it ends with that at the latest'
      : leftMs > 0 ? `it ends with its lease in ${seconds(leftMs)} at the latest, and its release is repeated until then` : 'it ends with its lease at the latest';
    const text = `${this.#silence}; the lock is no longer used here, and may still be held: ${end}. The work that is done has not failed. `
      + 'Fix: start a gateway, or correct url';
    const failure = new LockError(id, undefined, 0, undefined, cause, text);
    this.#silence.tell(failure);
    return { state: 'unanswered', lockId: id, reason: failure.reason, message: failure.message };
  }

  /** @internal Tells that a session cannot follow what becomes of its locks. @param {Error} cause */
  tellUnfollowed(cause) {
    this.#silence.tell(new Error(`${cause.message}. The locks of session=${this.session} are renewed one by one, and the list is asked for again. `
      + 'Fix: correct what stands between this program and the gateway, or update the gateway', { cause }));
  }

  /** Asks a holder to let go. @param {string} id @param {{graceMs?: number, comment?: string}} [body] @returns {Promise<Lock>} */
  yield(id, body = {}) { return this.#ask(id, 'POST', `/${encodeURIComponent(id)}/yield`, body); }

  /** Ends a lock of somebody else. @param {string} id @param {{comment?: string}} [body] @returns {Promise<Lock>} */
  force(id, body = {}) { return this.#ask(id, 'POST', `/${encodeURIComponent(id)}/force`, body); }
}
