// Reads the blocks of a stream of server-sent events. A page needs it because EventSource sends no headers.
/** @typedef {{id?: string, event?: string, data?: string, comment?: string}} Block */

/** No block is longer; a stream without an end of a block would fill the memory. */
const MOST_CHARACTERS = 4 << 20;

/**
 * Settles as the work does, or rejects after so many milliseconds without.
 * @template T @param {Promise<T>} work @param {number} ms @returns {Promise<T>}
 */
function within(work, ms) {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`nothing came for ${ms} ms, not even a heart-beat`)), ms);
    work.then(done, fail).finally(() => clearTimeout(timer));
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
export async function* blocks(body, silenceMs) {
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
