// Puts the client behind the protocol of the traps (../traps/README.md): lines of JSON in, lines of JSON out.
import { createInterface } from 'node:readline';
import { LockClient, LockError } from './src/index.js';

const tell = (told, more) => process.stdout.write(`${JSON.stringify({ told, ...more })}\n`);
const cancel = new AbortController();
let locks, lease, clockMs = 0;
// Only the wall clock tells that the machine was asleep.
const realNow = Date.now;
Date.now = () => realNow() + clockMs;

/** Why the lock is lost, if it is neither released nor left. */
const lost = () => [lease.signal.reason?.reason].find((reason) => reason !== 'RELEASED' && reason !== 'LEFT');

async function obtain(asking) {
  try {
    lease = await asking;
    lease.signal.addEventListener('abort', () => { if (lost()) tell('lost', { reason: lost() }); });
    tell('granted', { token: lease.token, safeForMs: lease.safeForMs });
  } catch (failure) {
    if (failure instanceof LockError) {
      const { reason, retry, endedBy, movedTo, movedSeq, retryAfterMs, blockedBy } = failure;
      tell('refused', { reason, retry, endedBy, movedTo, movedSeq, retryAfterMs, blockedBy: blockedBy.map((one) => one.subAccount) });
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

const commands = {
  open: ({ urls, tokens, tokenForMs, ...options }) => {
    const next = () => tokens.length > 1 ? tokens.shift() : tokens[0];
    const token = tokens && (tokenForMs ? () => ({ token: next(), validForMs: tokenForMs }) : async () => next() ?? undefined);
    locks = new LockClient({ url: urls, token, ...options });
    tell('ready');
  },
  acquire: ({ request }) => obtain(locks.acquire({ ...request, ...handling })),
  resume: ({ id, ...request }) => obtain(locks.resume(id, { ...request, ...handling })),
  withdraw: () => cancel.abort(),
  events: follow,
  stop: () => cancel.abort(),
  list: async (page) => tell('listed', await locks.list(page)),
  release: async ({ outcome }) => tell('released', { reason: (await lease.release(outcome)).reason }),
  decline: async ({ why }) => { await lease.decline(why); tell('declined'); },
  renew: async ({ leaseMs }) => { await lease.renew(leaseMs); tell('renewed'); },
  state: () => tell('state', { valid: lease.valid, lost: lost(), safeForMs: lease.safeForMs }),
  step: ({ ms }) => { clockMs += ms; },
  sleep: ({ ms }) => { clockMs += ms; },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { do: name, ...more } = JSON.parse(line);
  commands[name](more);
}).on('close', () => process.exit());
