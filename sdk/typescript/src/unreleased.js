// Releases that nobody has answered.
import { LockError } from './base.js';
/**
 * @typedef {import('./index.js').LockClient} LockClient
 * @typedef {import('./index.js').Outcome} Outcome
 */
/** Releases of one client that are under way together. */
const TOGETHER = 20;
/** Locks of which a client remembers that nobody has answered their release. */
const MOST_UNRELEASED = 10_000;

/**
 * Locks of a session that nobody uses any more, and whose release nobody has answered. They would be held for as long as the session is kept alive,
 * so their release is sent again after each keep-alive.
 */
export class Unreleased {
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
