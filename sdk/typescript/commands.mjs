// The commands of the protocol of the traps (../traps/README.md), wherever the client runs: Node.js or a page.
import { LockClient, LockError } from './src/index.js';

let tell;
export const cancel = new AbortController();
let locks, lease, session, clockMs = 0;
// Only the wall clock tells that the machine was asleep.
const realNow = Date.now;
Date.now = () => realNow() + clockMs;

/** Why a lock is lost, if it is neither released nor left. */
const lost = (lease) => [lease.signal.reason?.reason].find((reason) => reason !== 'RELEASED' && reason !== 'LEFT');

async function obtain(asking) {
  try {
    const mine = lease = await asking;
    const tellLost = () => { if (lost(mine)) tell('lost', { id: mine.id, reason: lost(mine) }); };
    tell('granted', { token: mine.token, safeForMs: mine.safeForMs });
    if (mine.signal.aborted) tellLost();
    else mine.signal.addEventListener('abort', tellLost);
  } catch (failure) {
    if (failure instanceof LockError) {
      const { reason, retry, endedBy, movedTo, movedSeq, retryAfterMs, blockedBy } = failure;
      tell('refused', { reason, retry, text: failure.message, endedBy, movedTo, movedSeq, retryAfterMs, blockedBy: blockedBy.map((one) => one.subAccount) });
    } else {
      tell('refused', cancel.signal.aborted ? { reason: 'ENDED', endedBy: 'CANCELLED' } : { reason: failure instanceof TypeError ? 'WRONG_VALUE' : String(failure), text: failure.message });
    }
  }
}

const handling = {
  signal: cancel.signal,
  onQueued: (lock) => tell('queued', { blockedBy: (lock.blockedBy ?? []).map((one) => one.subAccount) }),
  onAsked: (asked) => tell('asked', { by: asked.by }),
};
/** Takes events, so many at most; `stop` ends it. */
async function follow({ take = Infinity, ...following }) {
  let refused;
  try {
    const events = locks.events({ ...following, signal: cancel.signal });
    for (let taken = 0; ; taken++) {
      if (taken >= take) await new Promise(() => {});
      const { value, done } = await events.next();
      if (done) break;
      tell('event', value);
    }
  } catch (failure) {
    refused = cancel.signal.aborted ? 'STOPPED' : failure.reason ?? (failure instanceof TypeError ? 'WRONG_VALUE' : String(failure));
  }
  tell('ended', { reason: refused });
}

async function refusable(work) { await work().catch(({ reason, retry }) => tell('refused', { reason, retry })); }

const commands = {
  open: ({ urls, tokens, tokenForMs, tellsSilence, ...options }) => {
    const next = () => tokens.length > 1 ? tokens.shift() : tokens[0];
    const token = tokens && (tokenForMs ? () => ({ token: next(), validForMs: tokenForMs }) : async () => next() ?? undefined);
    const onUnreachable = (silence) => { if (tellsSilence) tell('unreachable', { text: silence.message }); };
    locks = new LockClient({ url: urls, token, onUnreachable, ...options });
    tell('ready');
  },
  acquire: ({ request }) => obtain(locks.acquire({ ...request, ...handling })),
  keep: async (how) => {
    try {
      session = await locks.keepAlive(how);
      session.signal.addEventListener('abort', () => { if (session.signal.reason.reason !== 'RELEASED') tell('sessionLost', { reason: session.signal.reason.reason }); });
      tell('kept', { safeForMs: session.safeForMs, resumed: session.resumed });
    } catch ({ reason, retry }) {
      tell('refused', { reason, retry });
    }
  },
  sessionState: () => tell('sessionState', { valid: session.valid, safeForMs: session.safeForMs }),
  releaseSession: () => refusable(async () => tell('sessionReleased', await session.release())),
  resume: ({ id, ...request }) => obtain(locks.resume(id, { ...request, ...handling })),
  withdraw: () => cancel.abort(),
  events: follow,
  stop: () => cancel.abort(),
  list: async (page) => tell('listed', await locks.list(page)),
  release: ({ outcome }) => refusable(async () => { const { state, reason, message } = await lease.release(outcome); tell('released', { state, reason, text: message }); }),
  decline: async ({ why }) => { await lease.decline(why); tell('declined'); },
  renew: async ({ leaseMs }) => { await lease.renew(leaseMs); tell('renewed'); },
  state: () => tell('state', { valid: lease.valid, lost: lost(lease), safeForMs: lease.safeForMs }),
  step: ({ ms }) => { clockMs += ms; },
  busy: ({ ms }) => { for (const end = performance.now() + ms; performance.now() < end;); },
  sleep: ({ ms }) => { clockMs += ms; },
};

/** Returns what takes a line; each line that the client tells goes to `write`. */
export function taking(write) {
  tell = (told, more) => write(JSON.stringify({ told, ...more }));
  return (line) => {
    const { do: name, ...more } = JSON.parse(line);
    commands[name](more);
  };
}
