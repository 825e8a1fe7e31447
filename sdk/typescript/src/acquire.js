// One request for a lock: sent, waited for, looked for, renewed, and withdrawn if nobody would use it.
import { call, FLOOR_MS, LEASE_MS, LockError, NEVER, now, sleep, unlessAborted } from './base.js';
import { Lease } from './lease.js';
/**
 * @typedef {import('./index.js').LockClient} LockClient
 * @typedef {import('./index.js').Handling} Handling
 * @typedef {import('./session.js').Session} Session
 */
const WAIT_S = 20;

/** What became of a request that is over and was not heard of in time. @param {any} told @param {string | undefined} endedBy */
function endedText(told, endedBy) {
  const how = endedBy ? `, ${endedBy}` : '';
  if (told.token !== undefined || endedBy === 'EXPIRED') {
    return `the lock was granted and has ended${how} before this program heard of it: nobody used it. Ask again under a new key`;
  }
  if (endedBy === 'CANCELLED') return 'the request was withdrawn while it waited';
  return `it has ended${how}; it may have been granted before this program heard of it, and nobody used it. Ask again under a new key`;
}

/**
 * Asks for a lock, waits for it, or takes it up again, until it is held or refused.
 * @param {LockClient} locks @param {string} id @param {string} owner @param {any} body @param {Omit<Handling, 'id' | 'session'>} handling @param {'ask' | 'look' | 'renew'} verb
 * @param {boolean} [isOurs]
 */
export async function obtain(locks, id, owner, body, { signal, onQueued, onAsked }, verb, isOurs) {
  if (!id || id !== id.trim()) throw new TypeError(`id='${id}' is empty or has spaces around it; a header cannot carry it`);
  const begun = now(), wholeMs = body.waitMs ?? 0, deadline = begun + wholeMs + locks.options.patienceMs;
  const over = new AbortController(), { gateways } = locks;
  const session = locks.kept;
  locks.unreleased.remove(id);
  locks.own(id, owner);
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
      const sending = verb === 'look' ? gateways.send('GET', `/${encodeURIComponent(id)}?wait=${WAIT_S}`, { waitS: WAIT_S, signal: over.signal, session: owner })
        : verb === 'renew' ? gateways.send('POST', `/${encodeURIComponent(id)}/renew`, { body: { leaseMs: body.leaseMs }, signal: over.signal, session: owner })
        : gateways.send('POST', '', { body, more, waitS, signal: over.signal, session: owner });
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
        const boundTo = told.bound && owner === locks.session && session?.covers(told) ? session : undefined;
        if (boundTo && !boundTo.valid) {
          void abandon(locks, id, owner, LEASE_MS, state, session);
          throw new LockError(id, { reason: 'NO_SESSION', message: 'its session is closed or lost here, so it is released' }, 409);
        }
        isHeld = true;
        // One lock has one lease here: events are told to one.
        const there = boundTo?.leaseOf(id);
        if (there) {
          there.also(onAsked);
          return there;
        }
        return new Lease(locks, id, owner, told, answer.validUntil,
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
        const pauseMs = Math.max(FLOOR_MS, locks.options.retryMs);
        if (!isOurs || now() + pauseMs > deadline) {
          const unknown = new LockError(id, undefined, 0, undefined, answer.cause, 'no answer to the request has come, and no gateway knows it now. '
            + 'If it is granted later, nobody uses the lock, and it ends with its lease. Fix: ask again under a new key');
          unknown.retry = isOurs ? 'same key' : 'new key';
          throw unknown;
        }
        // Its owner is the same, so a late grant of the lost one is not in the way of the next.
        void abandon(locks, id, owner, body.leaseMs ?? LEASE_MS, state, session);
        session?.expectNoMore(id);
        await sleep(pauseMs, signal);
        locks.forgetOwner(id);
        id = crypto.randomUUID();
        locks.own(id, owner);
        session?.expect(id);
        [state, verb] = [fresh(), 'ask'];
        beginAnew();
      } else await gateways.pause(id, answer, deadline, signal, verb === 'look' || state.hasLeft
        ? 'whether the lock was granted is not known; if it was, nobody uses it, and it ends with its lease at the latest'
        : 'nothing has reached a gateway, so no lock was granted');
    }
  } catch (failure) {
    const refusal = failure instanceof LockError ? failure : undefined, isGivenUp = isOurs && refusal?.retry === 'same key';
    // Who may not ask any more would not take what is granted later.
    const isShutOut = state.mayBeThere && (refusal ? refusal.status === 401 || refusal.status === 403 : true);
    if (isGivenUp && state.hasLeft || isShutOut || !refusal && signal?.aborted && sentAt) {
      void abandon(locks, id, owner, body.leaseMs ?? LEASE_MS, state, session).finally(() => over.abort());
    }
    if (refusal && isGivenUp) refusal.retry = 'new key';
    // It was alive when this was asked.
    if (isOurs && body.bound && refusal?.reason === 'NO_SESSION') session?.end('SESSION_ENDED');
    throw failure;
  } finally {
    session?.expectNoMore(id);
    if (!isHeld) locks.forgetOwner(id);
  }
}

/**
 * Withdraws what nobody would use. No lease ends it if it is bound to a session, so that goes on with it.
 * @param {LockClient} locks @param {string} id @param {string} owner @param {number} leaseMs @param {{isSure: boolean, pending: Promise<unknown>}} state @param {Session} [session]
 */
async function abandon(locks, id, owner, leaseMs, state, session) {
  const isAnswered = await withdraw(locks, id, owner, leaseMs, state).catch(() => false);
  if (session && !isAnswered) locks.unreleased.add(id, owner, NaN);
}

/**
 * Releases a lock that nobody would use. A release may overtake the request, so it is repeated until it is answered, or no copy of the request
 * can arrive any more, or a lock with a lease would be over. Says whether it was answered.
 * @param {LockClient} locks @param {string} id @param {string} owner @param {number} leaseMs @param {{isSure: boolean, pending: Promise<unknown>}} state
 */
async function withdraw(locks, id, owner, leaseMs, state) {
  let isPending = true, end = Infinity;
  const settled = state.pending.catch(() => {}).then(() => { [isPending, end] = [false, now() + leaseMs]; });
  for (let pauseMs = Math.max(FLOOR_MS, locks.options.retryMs); ; pauseMs = Math.min(2 * pauseMs, 4000)) {
    const isLast = !isPending && state.isSure;
    const { told, status } = await locks.gateways.send('DELETE', `/${encodeURIComponent(id)}`, { session: owner }).catch(() => ({ told: undefined, status: 0 }));
    if (told && (status < 300 || isLast && told.reason === 'NOT_HELD' || NEVER.has(told.reason))) return true;
    if (now() > end) return false;
    await new Promise((again) => {
      /** @type {any} */ const timer = setTimeout(again, pauseMs);
      timer.unref?.();
      if (isPending) void settled.then(again).then(() => clearTimeout(timer));
    });
  }
}
