// A session: one request keeps many locks alive.
/// <reference lib="esnext.disposable" preserve="true" />
import { CEILING_MS, FLOOR_MS, LockLost, LONGEST_MS, now, shareOf, sleep, WrongAnswer } from './base.js';
import { follow } from './events.js';
/**
 * @typedef {import('./base.js').LockError} LockError
 * @typedef {import('./gateways.js').Answer} Answer
 * @typedef {import('./index.js').Lock} Lock
 * @typedef {import('./index.js').LockClient} LockClient
 * @typedef {import('./lease.js').Lease} Lease
 */
/** Renewals of one session that are under way together, and while its keep-alive is. */
const TOGETHER = 20, BESIDE_KEEP_ALIVE = 4;
/** Refusals that a keep-alive can meet only where the session is not alive any more. */
const ANEW = new Set(['LIMIT_EXCEEDED', 'RATE_LIMITED']);
/** Locks of a page of a list, at most. */
const PAGE = 500;

/** The place of a position in the log. @param {string} position */
function offset(position) {
  const place = Number(String(position).split(':')[1]);
  if (!Number.isInteger(place)) throw new WrongAnswer(`position='${position}' has no second number, so no stream can begin there`);
  return place;
}

/** A session that is kept alive every third of its lease until it is released or lost. All locks that are bound to it end with it. */
export class Session {
  #locks; #validUntil; #expiresAt; #beganAt; #bound = /** @type {Map<string, Lease>} */ (new Map()); #end = new AbortController(); #isOver = false; #isFollowed = false;
  /** What events tell of requests whose leases are not there yet. @type {Map<string, {isDoubted: boolean, seen: [string, Lock][]}>} */ #expected = new Map();
  #underWay = 0; #isKeeping = false; #turns = /** @type {(() => void)[]} */ ([]);
  /** @type {any} */ #sending;
  /** @type {any} */ #alarm;
  /** @type {Promise<{released: number, cancelled: number}> | undefined} */ #release;

  /** @internal @param {LockClient} locks @param {number} leaseMs @param {Answer} answer @param {boolean} resumed */
  constructor(locks, leaseMs, { told, validUntil }, resumed) {
    this.#locks = locks;
    this.id = locks.session;
    this.leaseMs = leaseMs;
    /** Whether it was alive before, perhaps by an earlier program: then locks from before are bound to it. */ this.resumed = resumed;
    this.#beganAt = told.beganAt;
    this.#validUntil = validUntil;
    /** The same end in log time. */ this.#expiresAt = Number(told.expiresAt);
    this.#plan();
    void this.#follow();
  }

  /** Aborts when the session is lost or released; its `reason` is a LockLost. */
  get signal() { return this.#end.signal; }

  /** How long its locks are safe from now on, on the monotonic clock; 0 if it is over. */
  get safeForMs() {
    if (this.#isOver) return 0;
    const left = this.#validUntil - now();
    if (left <= 0) this.end('SAFE_END');
    return Math.max(0, left);
  }

  /** Whether its locks are safe to use now. */
  get valid() { return this.safeForMs > 0; }

  /** Throws a LockLost if it is over. */
  throwIfLost() { if (!this.valid) throw this.signal.reason; }

  /** @internal */ get validUntil() { return this.#isOver ? -Infinity : this.#validUntil; }
  /**
   * @internal A time of the log on this clock, which comes no later than that; never if the gateway does not tell the session's end in log time.
   * @param {number} logMs
   */
  safeAt(logMs) { return Number.isNaN(this.#expiresAt) ? Infinity : this.#validUntil - (this.#expiresAt - logMs); }
  /** @internal Whether events tell what becomes of its locks. */ get isFollowed() { return this.#isFollowed; }
  /** @internal Says whether a lock was granted in it, and not before it began. @param {Lock} lock */
  covers({ grantedAt, at }) { return Number(grantedAt ?? at) >= this.#beganAt; }
  /** @internal */ get beganAt() { return this.#beganAt; }
  /** @internal @param {string} id */ expect(id) { this.#expected.set(id, { isDoubted: false, seen: [] }); }
  /** @internal @param {string} id */ expectNoMore(id) { this.#expected.delete(id); }
  /** @internal The lease of a lock that is held here already. @param {string} id */
  leaseOf(id) { return this.#bound.get(id); }
  /** @internal Returns what events have told of it. @param {Lease} lease */
  add(lease) {
    this.#bound.set(lease.id, lease);
    return this.#expected.get(lease.id);
  }
  /** @internal @param {Lease} lease */ remove(lease) { if (this.#bound.get(lease.id) === lease) this.#bound.delete(lease.id); }

  #plan(delayMs = this.leaseMs / 3) {
    clearTimeout(this.#alarm);
    clearTimeout(this.#sending);
    if (this.#isOver) return;
    const left = this.#validUntil - now();
    // A timer may be early by one.
    this.#alarm = setTimeout(() => { if (this.valid) this.#plan(0); }, Math.min(left, LONGEST_MS) + 1);
    this.#sending = setTimeout(() => void this.#keep(), Math.max(FLOOR_MS, Math.min(delayMs, left / 2)));
  }

  /**
   * Sends a renewal of a lock in its turn: a browser opens few connections, and the keep-alive must not wait for thousands of others.
   * @internal @template T @param {() => Promise<T>} send @returns {Promise<T>}
   */
  async inTurn(send) {
    await new Promise((start) => { this.#turns.push(() => start(undefined)); this.#nextTurns(); });
    try {
      return await send();
    } finally {
      this.#underWay--;
      this.#nextTurns();
    }
  }

  #nextTurns() {
    while (this.#turns.length && this.#underWay < (this.#isKeeping ? BESIDE_KEEP_ALIVE : TOGETHER)) {
      this.#underWay++;
      this.#turns.shift()?.();
    }
  }

  async #keep() {
    if (!this.valid) return;
    const timeoutMs = Math.min(shareOf(this.#validUntil - now()), this.#locks.options.requestTimeoutMs);
    this.#isKeeping = true;
    const { told, status, validUntil, retryAfterMs } = await this.#locks.sendAlive(this.leaseMs, timeoutMs)
      .catch((cause) => /** @type {Answer} */ ({ status: 0, told: undefined, validUntil: NaN, cause }));
    this.#isKeeping = false;
    this.#nextTurns();
    if (!this.valid) return;
    if (status < 300 && !Number.isNaN(validUntil)) {
      // Begun anew: it had ended, and all that was bound to it.
      if (told.beganAt !== this.#beganAt) return this.end('SESSION_ENDED');
      if (validUntil > this.#validUntil) [this.#validUntil, this.#expiresAt] = [validUntil, Number(told.expiresAt)];
      if (this.valid) this.#plan();
      void this.#locks.unreleased.send(this.#beganAt);
    } else if (ANEW.has(told?.reason)) this.end('SESSION_ENDED');
    else this.#plan(retryAfterMs ?? this.#locks.options.retryMs);
  }

  /** Reads what becomes of its locks, which are not renewed one by one; while that is not possible, they are. */
  async #follow() {
    const { signal } = this.#end;
    for (let resets = 0; !this.#isOver;) {
      let pauseMs = CEILING_MS;
      const following = {
        signal, begin: () => this.#place(), onOpen: (/** @type {boolean} */ goesOn) => { if (!goesOn) this.#doubtAll(); },
        onCut: (/** @type {LockError} */ { cause }) => {
          this.#see(false);
          if (cause instanceof WrongAnswer) this.#locks.tellUnfollowed(cause);
        },
        // A stream that goes on tells the ends that were missed in turn, and may begin with a reset. An event may have others behind it.
        // Only a heartbeat says that all of them were told, so locks are not believed for as long as their session before it.
        onBeat: () => {
          resets = 0;
          this.#see(true);
        },
      };
      try {
        for await (const { event, lock } of /** @type {AsyncGenerator<any>} */ (follow(this.#locks.gateways, this.#locks.options, 'session', following))) {
          if (lock) this.#pass(event, lock);
        }
        pauseMs = Math.min(CEILING_MS, FLOOR_MS * 2 ** resets++);
      } catch {
        // It is refused, or not what it should be.
      }
      if (this.#isOver) return;
      this.#see(false);
      await sleep(pauseMs, signal).catch(() => {});
    }
  }

  /**
   * The place from which a stream tells all that becomes of locks that are bound now: the position of a list that has them. Locks that the list
   * does not have may be over, or newer than it, so each of them is renewed once; so is one that is granted to a request that is under way.
   */
  async #place() {
    /** @type {Map<string, Lease> | undefined} */ let absent;
    /** @type {string | undefined} */ let position;
    /** @type {Set<string>} */ const read = new Set();
    for (let next = this.#bound.size ? '' : undefined; next !== undefined && !this.#isOver;) {
      if (read.has(next)) throw new WrongAnswer(`the list goes in a circle: next='${next}' was told twice`);
      read.add(next);
      const page = await this.#locks.pageAside({ of: 'session', limit: PAGE, ...(next && { after: next }) });
      if (!absent) {
        absent = new Map(this.#bound);
        this.#expected.forEach((expected) => { expected.isDoubted = true; });
      }
      // A page of an instance that is behind may have a lock that has ended before the position of the first.
      if (!position || offset(page.position) < offset(position)) position = page.position;
      for (const lock of page.locks) {
        const lease = absent.get(lock.lockId);
        if (lease && lock.state === 'granted' && absent.delete(lock.lockId)) lease.listed(lock);
      }
      next = absent.size ? page.next : undefined;
    }
    absent?.forEach((lease) => lease.doubt());
    return position;
  }

  /** @param {string} event @param {Lock} lock */
  #pass(event, lock) {
    const lease = this.#bound.get(lock.lockId);
    if (event === 'released') this.#locks.unreleased.remove(lock.lockId);
    lease?.seen(event, lock);
    this.#expected.get(lock.lockId)?.seen.push([event, lock]);
  }

  /** Each lock is asked for once: its end may have been missed. */
  #doubtAll() {
    this.#expected.forEach((expected) => { expected.isDoubted = true; });
    this.#bound.forEach((lease) => lease.doubt());
  }

  /** @param {boolean} isFollowed */
  #see(isFollowed) {
    if (isFollowed === this.#isFollowed) return;
    this.#isFollowed = isFollowed;
    this.#bound.forEach((lease) => lease.follow());
  }

  /** @internal @param {string} reason */
  end(reason) {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#alarm);
    clearTimeout(this.#sending);
    this.#locks.forget(this);
    this.#end.abort(new LockLost(this.id, reason));
    [...this.#bound.values()].forEach((lease) => lease.lose(reason));
  }

  /**
   * Ends all that the session holds and waits for; more calls give the same answer, with no numbers if it was lost before. One that failed may be
   * repeated.
   */
  release() {
    return (this.#release ??= this.#letGo().catch((failure) => {
      this.#release = undefined;
      throw failure;
    }));
  }

  async #letGo() {
    if (this.valid) this.end('RELEASED');
    // Another session of that name is none of its business.
    if (this.signal.reason.reason !== 'RELEASED' || this.#locks.kept) return { released: 0, cancelled: 0 };
    const numbers = await this.#locks.releaseAll(Math.min(this.#validUntil - now(), this.#locks.options.patienceMs));
    this.#locks.unreleased.endOf(this.#beganAt);
    return numbers;
  }

  /** At the end of `await using`: its locks end with its lease in any case, so a failure is no error of the work. */
  async [Symbol.asyncDispose]() { await this.release().catch(() => {}); }
}
