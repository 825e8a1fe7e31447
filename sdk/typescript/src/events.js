// Reads streams of server-sent events. A page needs it because EventSource sends no headers.
import { afterReading, call, CEILING_MS, FLOOR_MS, LockError, now, sleep, unlessAborted } from './base.js';
/**
 * @typedef {import('./gateways.js').Gateways} Gateways
 * @typedef {import('./gateways.js').Settings} Settings
 * @typedef {import('./index.js').LockEvent} LockEvent
 * @typedef {import('./index.js').Of} Of
 * @typedef {import('./index.js').Reset} Reset
 */
/** @typedef {{id?: string, event?: string, data?: string, comment?: string}} Block */

/** No block is longer; a stream without an end of a block would fill the memory. */
const MOST_CHARACTERS = 4 << 20;

/**
 * Settles as the work does, or rejects after so many milliseconds without.
 * @template T @param {Promise<T>} work @param {number} ms @returns {Promise<T>}
 */
function within(work, ms) {
  return new Promise((done, fail) => {
    const end = afterReading(ms, () => fail(new Error(`nothing came for ${ms} ms, not even a heart-beat`)));
    work.then(done, fail).finally(end);
  });
}

/** @param {string[]} lines @returns {Block} */
function block(lines) {
  /** @type {any} */ const fields = {};
  for (const line of lines) {
    const colon = line.indexOf(':'), name = colon < 0 ? line : line.slice(0, colon) || 'comment';
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    fields[name] = name === 'data' && fields.data !== undefined ? `${fields.data}\n${value}` : value;
  }
  return fields;
}

/**
 * The blocks, until the connection ends. A block counts once its empty line has come: what a cut leaves is none, and neither is its id.
 * A piece is read when the blocks of the one before it are taken, so a slow caller slows the sender and fills no memory.
 * @param {ReadableStream<Uint8Array>} body @param {number} silenceMs the connection is gone when nothing has come for so long
 * @returns {AsyncGenerator<Block, void, void>}
 */
async function* blocks(body, silenceMs) {
  const reader = body.getReader(), decoder = new TextDecoder();
  let rest = '', size = 0;
  /** @type {string[]} */ let lines = [];
  for (;;) {
    const { done, value } = await within(reader.read(), silenceMs);
    if (done) return;
    const parts = decoder.decode(value, { stream: true }).split('\n');
    parts[0] = rest + parts[0];
    rest = /** @type {string} */ (parts.pop());
    for (const part of parts) {
      const line = part.endsWith('\r') ? part.slice(0, -1) : part;
      size += line.length;
      if (line) lines.push(line);
      else if (lines.length) {
        const whole = block(lines);
        [lines, size] = [[], 0];
        yield whole;
      }
    }
    if (size + rest.length > MOST_CHARACTERS) throw new Error(`a block has more than ${MOST_CHARACTERS} characters`);
  }
}

/**
 * Events until a `reset`, from one connection after another, at whichever gateway. Throws the signal's reason, or the LockError of a gateway that refuses.
 * @param {Gateways} gateways @param {Settings} settings @param {Of} of
 * @param {{after?: string, signal?: AbortSignal, begin?: () => Promise<string | undefined>, onOpen?: (goesOn: boolean) => void, onBeat?: () => void,
 *   onCut?: (failure: LockError) => void}} how `begin`: asked for the place where a stream begins that goes on after none; `onBeat`: a heartbeat has come
 * @returns {AsyncGenerator<LockEvent | Reset, void, void>}
 */
export async function* follow(gateways, settings, of, { after, signal, begin, onOpen, onBeat, onCut }) {
  let id = after, failures = 0;
  for (;;) {
    signal?.throwIfAborted();
    const openedAt = now(), over = new AbortController(), stop = () => over.abort(signal?.reason);
    /** @type {any} */ let failure;
    let isNew = false, at = gateways.at;
    signal?.addEventListener('abort', stop, { once: true });
    try {
      id ??= await (begin && unlessAborted(begin(), signal).catch((/** @returns {undefined} */ (cause) => {
        failure = cause instanceof LockError ? cause : new LockError('-', undefined, 0, undefined, cause);
      })));
      at = gateways.at; // the list may have moved on to an instance that answers
      const { response, refusal } = failure ? { refusal: failure } : await gateways.open(at, of, id, over);
      failure = refusal;
      if (response) try {
        void call(onOpen, Boolean(id));
        let last = 'the stream has ended';
        for await (const { data, event, comment, ...block } of blocks(/** @type {any} */ (response.body), settings.silenceMs)) {
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
    gateways.moveOn(at);
    void call(onCut, failure);
    failures = isNew || now() - openedAt > CEILING_MS ? 1 : failures + 1;
    // All readers of an instance that stops come at once unless each waits for another time.
    const pauseMs = Math.min(CEILING_MS, Math.max(FLOOR_MS, settings.retryMs) * 2 ** (failures - 1));
    await sleep((failure.retryAfterMs ?? 0) + pauseMs * (0.5 + Math.random() / 2), signal);
  }
}
