// A lock that is held.
/// <reference lib="esnext.disposable" preserve="true" />
import { call, FLOOR_MS, LEASE_MS, LockError, LockLost, LONGEST_MS, now, shareOf } from './base.js';
/**
 * @typedef {import('./gateways.js').Answer} Answer
 * @typedef {import('./index.js').Asked} Asked
 * @typedef {import('./index.js').Lock} Lock
 * @typedef {import('./index.js').LockClient} LockClient
 * @typedef {import('./index.js').Outcome} Outcome
 * @typedef {import('./session.js').Session} Session
 */
/** A caller waits so long for the answer to a release, which goes on after that. */
const RELEASE_MS = 5_000;
const OVER = new Set(['NOT_HELD', 'NOT_HOLDER', 'ENDED']);

/** A lock that is held, and renewed every third of its lease until it is released or lost. */
export class Lease {
  #locks; #leaseMs; #each; #askedOf = /** @type {unknown[]} */ ([]); #answered; #session; #isDoubted = false; #doubts = 0; #askedBefore = ''; #listedAt = -Infinity; #hasEnd = false; #end = new AbortController(); #released = false; #isLost = false; #busy = false;
  /** @type {any} */ #renewal;
  /** @type {any} */ #alarm;
  /** @type {Promise<Lock> | undefined} */ #release;
  /** What a caller is told while nobody has answered the release. @type {Lock | undefined} */ #late;
  /** Sent with the release at the end of `await using`. @type {Outcome} */ outcome = {};

  /**
   * @internal
   * @param {LockClient} locks @param {string} id @param {string} owner @param {Lock} lock @param {number} validUntil
   * @param {{leaseMs?: number, each?: number, onAsked?: (asked: Asked) => void, session?: Session}} how `each`: lease that each renewal asks for, the
   *   lock's own unless given; `session`: to which it is bound
   */
  constructor(locks, id, owner, lock, validUntil, { leaseMs, each, onAsked, session }) {
    this.#locks = locks;
    this.id = id;
    /** Whoever resumes the lock says it beside the `id`. */ this.session = owner;
    /** The latest answer. */ this.lock = lock;
    this.#note(lock);
    this.token = /** @type {number} */ (lock.token);
    this.#leaseMs = leaseMs ?? lock.leaseMs ?? LEASE_MS;
    this.#each = each;
    this.also(onAsked);
    this.#answered = validUntil;
    this.#session = session;
    const expected = session?.add(this);
    this.#plan();
    this.#tellAsked(lock);
    if (expected?.isDoubted) this.doubt();
    expected?.seen.forEach(([event, told]) => this.seen(event, told));
  }

  /** An end that was set stays, whatever is told later. @param {Lock} lock */
  #note(lock) {
    this.lock = lock;
    this.#hasEnd ||= Boolean(lock.endsAt ?? lock.asked?.endsAt);
  }

  /** Whether something else than its session's end may end it in time. */
  get #hasOwnEnd() {
    const { maxHoldMs, cutMaxHoldMs } = /** @type {any} */ (this.lock);
    return Boolean(this.#hasEnd || maxHoldMs || cutMaxHoldMs);
  }

  /** Whether nothing but its session's end, or an event, ends it: it is not renewed. */
  get #isQuiet() { return this.#session?.isFollowed && !this.#hasOwnEnd && !this.#isDoubted; }

  get #validUntil() { return this.#session ? Math.min(this.#session.validUntil, this.#isQuiet ? Infinity : this.#answered) : this.#answered; }

  /** @internal Tells a caller more what others wish. @param {unknown} onAsked */
  also(onAsked) { if (onAsked) this.#askedOf.push(onAsked); }

  /** @internal An event of a bound lock. @param {string} event @param {Lock} lock */
  seen(event, lock) {
    if (event === 'released') this.lose(lock.reason ?? 'NOT_HELD');
    else if (event === 'yieldRequested') {
      this.#endSeen(lock.asked?.endsAt, lock.at);
      // A stream begins before the list, and tells again what that had.
      if (Number(lock.at) < this.#listedAt) return;
      this.lock = { ...this.lock, asked: lock.asked };
      this.#tellAsked(lock);
    } else if (!this.#hasEnd) this.#endSeen(lock.endsAt, lock.at);
  }

  /**
   * An end that was set counts at once, from when it was said: the event may have come late. A renewal tells how much is left.
   * @param {number | undefined} endsAt @param {unknown} at
   */
  #endSeen(endsAt, at) {
    if (!endsAt) return;
    const leftMs = endsAt - Number(at), saidEnd = this.#session?.safeAt(endsAt) ?? Infinity;
    this.#answered = Math.min(this.#validUntil, saidEnd, Number.isNaN(leftMs) ? Infinity : now() + leftMs);
    this.#hasEnd = true;
    this.doubt();
  }

  /** @internal A list has it: as somebody may have asked for it, or set its end, meanwhile. @param {Lock} lock */
  listed(lock) {
    this.seen('told', lock);
    if (lock.asked) this.seen('yieldRequested', lock);
    this.#listedAt = Number(lock.at ?? NaN);
  }

  /** @internal Events tell its end from now on, or no longer: then it is renewed soon, and lost with what its session had left. */
  follow() {
    if (!this.#session || this.#hasOwnEnd || this.#isDoubted) return;
    if (!this.#session.isFollowed) this.#answered = Math.max(this.#answered, this.#session.validUntil);
    this.#plan(this.#leaseMs / 6);
  }

  /** @internal Renews it once. */
  doubt() {
    this.#isDoubted = true;
    this.#doubts++;
    this.#plan(0);
  }

  /** @internal Ends with its session, or as an event tells. @param {string} reason */
  lose(reason) { if (!this.#released && !this.#isLost) this.#lose(reason); }

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
    if (this.#released || this.#isLost || this.#isQuiet) return;
    // A timer may be early by one.
    this.#alarm = setTimeout(() => { if (this.valid) this.#plan(0); }, Math.min(this.#validUntil - now(), LONGEST_MS) + 1);
    this.#renewal = setTimeout(() => void this.#renew(), Math.max(FLOOR_MS, Math.min(delayMs, (this.#validUntil - now()) / 2)));
  }

  /** @param {{leaseMs?: number, declined?: string}} [body] it is sent in any case; else not if events tell its end by then */
  async #renew(body) {
    if (!this.valid || this.#busy) return undefined;
    this.#busy = true;
    let doubts = this.#doubts;
    const send = async () => {
      if (!this.valid || !body && this.#isQuiet) return undefined;
      doubts = this.#doubts;
      // A gateway that hangs leaves time to ask another.
      const timeoutMs = Math.min(shareOf(this.#validUntil - now()), this.#locks.options.requestTimeoutMs);
      return this.#locks.gateways.send('POST', `/${encodeURIComponent(this.id)}/renew`, { body: { leaseMs: this.#each, ...body }, timeoutMs, session: this.session })
        .catch((cause) => /** @type {Answer} */ ({ status: 0, told: undefined, validUntil: NaN, cause }));
    };
    const answer = await (this.#session ? this.#session.inTurn(send) : send());
    this.#busy = false;
    if (!answer || !this.valid) return undefined;
    const { told, status } = answer;
    if (status < 300 && !Number.isNaN(answer.validUntil)) {
      this.#note(told);
      this.#answered = answer.validUntil;
      this.#isDoubted &&= doubts !== this.#doubts;
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
    const { told } = await this.#locks.gateways.send('GET', `/${encodeURIComponent(this.id)}`, { timeoutMs: 1000, session: this.session })
      .catch(() => ({ told: undefined }));
    this.#lose(told?.state === 'released' && told.reason ? told.reason : reason);
  }

  /** @param {string} reason */
  #lose(reason) {
    this.#isLost = true;
    this.#session?.remove(this);
    // It may be held: nothing but a release ends it while its session is kept alive.
    if (reason === 'SAFE_END' || reason === 'RELEASED' && !this.#released) this.#giveBack();
    clearTimeout(this.#alarm);
    clearTimeout(this.#renewal);
    this.#locks.forgetOwner(this.id);
    this.#end.abort(new LockLost(this.id, reason));
  }

  /** @param {Lock} told */
  #tellAsked({ asked }) {
    const wish = JSON.stringify(asked ?? null);
    // Later, because the caller of `acquire` has no lease yet.
    if (asked && wish !== this.#askedBefore) setTimeout(() => this.#askedOf.forEach((one) => void call(/** @type {any} */ (one), asked)), 0);
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

  /** Has it released with its session's keep-alives. @param {Outcome} [outcome] */
  #giveBack(outcome) { if (this.#session) this.#locks.unreleased.add(this.id, this.session, this.#session.beganAt, outcome); }

  /**
   * Releases it, and repeats that until the lock would end by itself; more calls give the same answer. It waits 5 s at most: if no gateway has answered
   * by then, the state is `unanswered`, and the release goes on. One that was refused throws, and may be repeated.
   * @param {Outcome} [outcome] @returns {Promise<Lock>}
   */
  release(outcome = this.outcome) {
    const answer = (this.#release ??= this.#letGo(outcome));
    /** @type {any} */ let timer;
    const late = new Promise((done) => { timer = setTimeout(done, this.#releaseMs); }).then(() => (this.#late ??= this.#stillHeld(undefined)));
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  get #releaseMs() { return Math.min(RELEASE_MS, this.#locks.options.patienceMs); }

  /** @param {unknown} cause */
  #stillHeld(cause) { return this.#locks.stillHeld(this.id, this.#validUntil - now(), cause, this.#session !== undefined); }

  /** @param {Outcome} outcome @returns {Promise<Lock>} */
  async #letGo(outcome) {
    const isLost = !this.valid && !this.#released;
    this.#stop('RELEASED');
    const answer = this.#sendRelease(outcome);
    if (!isLost) return answer.catch((failure) => {
      this.#release = undefined;
      throw failure;
    });
    // The loss is the error, not a release that nobody answers.
    answer.catch(() => {});
    return { state: 'released', lockId: this.id, reason: this.signal.reason?.reason ?? 'NOT_HELD' };
  }

  /** @param {Outcome} outcome */
  async #sendRelease(outcome) {
    // The keep-alives of its session repeat it; else it is of use until the lease is over.
    const patienceMs = this.#session ? this.#releaseMs : this.#validUntil - now();
    try {
      const told = await this.#locks.releaseAside(this.id, { ...outcome, session: this.session }, patienceMs);
      this.#locks.unreleased.remove(this.id);
      return told;
    } catch (failure) {
      this.#giveBack(outcome);
      if (failure instanceof LockError && failure.retry === 'same key') return (this.#late ??= this.#stillHeld(failure.cause));
      throw failure;
    }
  }

  /** Renews it no more, and does not release it: another process resumes it, or it is a check-out that lasts. */
  leave() { this.#stop('LEFT'); }

  /** @param {string} reason */
  #stop(reason) {
    this.#released = true;
    if (!this.#isLost) this.#lose(reason);
  }

  /** At the end of `await using`: the lock ends with its lease, or is released with its session's keep-alives, so a failure is no error of the work. */
  async [Symbol.asyncDispose]() { if (!this.#released || this.#release) await this.release().catch(() => {}); }
}
