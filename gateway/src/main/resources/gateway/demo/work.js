// One piece of work under a lock: it asks, waits, works in steps, and releases.
import { LockError, LockLost } from './client/index.js';

const LEASE_MS = 10_000;
const WAIT_MS = 120_000;
const STEPS = 20;

/**
 * Runs the work, and tells how it stands: {state, text, done}. `finish(token)` changes the files at the end.
 * @returns the function that gives it up
 */
export function run(locks, request, seconds, gone, finish, tell) {
  const stop = new AbortController();
  tell({ state: 'waiting', text: 'asks' });
  const onQueued = ({ blockedBy = [], position }) => {
    const others = [...new Set(blockedBy.map(({ subAccount, operation, path, waiting }) => `${subAccount} (${operation} ${path}${waiting ? ', which waits too' : ''})`))];
    tell({ state: 'waiting', text: others.length ? `waits for ${others.join(', ')}; place ${position}` : undefined });
  };
  const work = async () => {
    const lease = await locks.acquire({ ...request, leaseMs: LEASE_MS, waitMs: WAIT_MS, signal: stop.signal, onQueued });
    const halt = AbortSignal.any([stop.signal, lease.signal]);
    try {
      for (let step = 0; step < STEPS; step++) {
        tell({ state: 'held', text: `token ${lease.token}, safe for ${Math.ceil(lease.safeForMs / 1000)} s`, done: step / STEPS });
        await pause((seconds * 1000) / STEPS, halt);
        lease.throwIfLost();
      }
      finish(lease.token);
      await lease.release({ gone });
    } finally {
      await lease.release({ failed: true }).catch(() => {});
    }
  };
  work().then(() => tell({ state: 'done', text: 'done', done: 1 }), (failure) => tell({ state: 'failed', text: reason(failure) }));
  return () => stop.abort(new Error('given up'));
}

function reason(failure) {
  if (failure instanceof LockError) return `refused, ${failure.reason}`;
  if (failure instanceof LockLost) return `the lock was lost, ${failure.reason}`;
  return failure.message;
}

function pause(ms, signal) {
  return new Promise((again, fail) => {
    signal.throwIfAborted();
    const timer = setTimeout(again, ms);
    signal.addEventListener('abort', () => { clearTimeout(timer); fail(signal.reason); }, { once: true });
  });
}
