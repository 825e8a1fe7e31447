// How requests reach a gateway: in turn, with a token that counts, and again while none answers.
import { afterReading, call, FLOOR_MS, LockError, now, seconds, sleep, unlessAborted } from './base.js';
/**
 * @typedef {import('./index.js').Bearer} Bearer
 * @typedef {import('./index.js').Of} Of
 * @typedef {import('./index.js').Options & {requestTimeoutMs: number, patienceMs: number, retryMs: number, silenceMs: number}} Settings
 * @typedef {{body?: any, more?: Record<string, string>, waitS?: number, timeoutMs?: number, signal?: AbortSignal, root?: string, session?: string}} How
 * @typedef {{status: number, told: any, retryAfterMs?: number, validUntil: number, cause?: unknown, bearer?: string, isUnsent?: boolean}} Answer
 *   `validUntil`: NaN unless it was told; `bearer`: the key or token that was sent; `isUnsent`: it has certainly reached nobody
 */
/** A token is asked for so long before it ends, or a tenth of its time before. */
const EARLY_MS = 30_000;
/** No gateway has answered for so long: that is told. */
const SILENCE_MS = 3_000;

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

/** The gateways of one account, and which of them is asked now. */
export class Gateways {
  #urls; #options; #session;
  /** The number of the one that is asked now. */ at = 0;
  /** @type {{token: string, until: number} | undefined} */ #kept;
  /** @type {Promise<string> | undefined} */ #asking;

  /** @param {Settings} options @param {string} session said unless a request says another one */
  constructor(options, session) {
    this.#options = options;
    this.#session = session;
    this.silence = new Silence(options.onUnreachable ?? ((silence) => console.warn(silence.message)));
    this.#urls = [options.url].flat().map((url) => {
      const { protocol } = new URL(url, globalThis.location?.href);
      if (!/^https?:$/.test(protocol)) throw new TypeError(`url=${url} has the scheme ${protocol}, expected http: or https:`);
      return { origin: url, base: `${url.replace(/\/+$/, '')}/v1/accounts/${encodeURIComponent(options.account)}` };
    });
    if (!this.#urls.length) throw new TypeError('url is empty, expected the address of a gateway');
  }

  /** Has the next one asked, unless that is so already. @param {number} at the one that is of no use now */
  moveOn(at) { if (this.at === at) this.at = (at + 1) % this.#urls.length; }

  /**
   * Waits, or throws what is not to be repeated.
   * @param {string} id @param {Answer} answer @param {number} deadline @param {AbortSignal} [signal] @param {string} [consequence] @param {boolean} [isAside]
   */
  async pause(id, { told, status, retryAfterMs, cause }, deadline, signal, consequence = 'whether it was done is not known', isAside = false) {
    const text = `${this.silence}; ${consequence}. Fix: start a gateway, or correct url, then ask again`;
    const refusal = new LockError(id, told, status, retryAfterMs, cause, text);
    const pauseMs = Math.max(FLOOR_MS, retryAfterMs ?? this.#options.retryMs);
    if (told && status >= 300 && refusal.retry !== 'same key' || now() + pauseMs > deadline) throw refusal;
    await sleep(pauseMs, signal, isAside);
  }

  /**
   * Sends one request, and again with another token if that is refused. A redirect, and an answer that is no JSON, are none. Throws only what is
   * wrong with the caller's values.
   * @param {string} method @param {string} path @param {How} [how] @returns {Promise<Answer>}
   */
  async send(method, path, how) {
    const answer = await this.#sendOnce(method, path, how);
    return answer.status === 401 && this.#forget(answer.bearer) ? this.#sendOnce(method, path, how) : answer;
  }

  /** @param {string} method @param {string} path @param {How} [how] @returns {Promise<Answer>} */
  async #sendOnce(method, path, how = {}) {
    const { waitS = 0, timeoutMs = this.#options.requestTimeoutMs, signal } = how, over = new AbortController();
    const end = afterReading(waitS * 1000 + timeoutMs, () => over.abort(new DOMException('no answer in time', 'TimeoutError')));
    try {
      return await this.#sendUntil(signal ? AbortSignal.any([signal, over.signal]) : over.signal, method, path, how);
    } finally {
      end();
    }
  }

  /** @param {AbortSignal} signal @param {string} method @param {string} path @param {How} how @returns {Promise<Answer>} */
  async #sendUntil(signal, method, path, { body, more, signal: given, root = '/locks', session }) {
    const sentAt = now(), at = this.at;
    const text = body && JSON.stringify(body);
    /** @param {unknown} cause @param {boolean} [isNowhere] @returns {Answer} */
    const unanswered = (cause, isNowhere = false) => {
      if (!given?.aborted) this.silence.add(this.#urls[at].origin, cause, sentAt);
      return { status: 0, told: undefined, validUntil: NaN, cause, isUnsent: isNowhere };
    };
    /** @type {any} */ let failure;
    /** @type {any} */ const changing = await this.#changing(signal).catch((cause) => { failure = unanswered(unlessWrong(cause), true); });
    if (failure) return failure;
    const { bearer } = changing;
    const all = this.#headers(bearer,
      { ...(body && { 'Content-Type': 'application/json' }), ...(session && { Session: session }), ...more, ...changing.headers });
    try {
      const response = await unlessAborted((this.#options.fetch ?? fetch)(`${this.#urls[at].base}${root}${path}`,
        { method, headers: all, body: text, cache: 'no-store', redirect: 'manual', signal }), signal);
      const { status } = response;
      const json = await response.json().catch(() => undefined);
      const told = typeof json === 'object' && json && (status < 300 || status > 399) ? json : undefined;
      if (told) this.silence.end();
      else this.silence.add(this.#urls[at].origin, new Error(`HTTP status ${status}, and no answer of a gateway`), sentAt);
      if (!told || status === 503) this.at = (at + 1) % this.#urls.length;
      const validForMs = Number.isFinite(told?.validForMs) ? told.validForMs : NaN;
      return { status, told, retryAfterMs: retryAfterMs(response), validUntil: sentAt + validForMs, bearer };
    } catch (cause) {
      this.at = (at + 1) % this.#urls.length;
      // A fetch of the caller's own may have sent it before.
      return unanswered(cause, !this.#options.fetch && isUnsent(cause));
    }
  }

  /** @param {AbortSignal} signal */
  #changing(signal) {
    return unlessAborted((async () => ({ bearer: await this.#bearer(), headers: await this.#options.headers?.() }))(), signal);
  }

  /** The key, or the token; all requests that come meanwhile wait for one question. @returns {Promise<string | undefined>} */
  async #bearer() {
    const { key, token, requestTimeoutMs } = this.#options;
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
    return this.#options.token !== undefined;
  }

  /** Headers are bytes of UTF-8. @param {string | undefined} bearer @param {Record<string, string>} more @returns {Record<string, string>} */
  #headers(bearer, more) {
    const { subAccount } = this.#options;
    /** @type {Record<string, string>} */
    const all = { Session: this.#session, ...(bearer && { Authorization: `Bearer ${bearer}` }), ...(subAccount && { 'Sub-Account': subAccount }), ...more };
    for (const name in all) all[name] = String.fromCharCode(...new TextEncoder().encode(all[name]));
    new Headers(all);
    return all;
  }

  /**
   * Opens a stream, or says why there is none.
   * @param {number} at @param {Of} of @param {string | undefined} after @param {AbortController} over @param {boolean} [isLast] with that token
   * @returns {Promise<{response?: Response, refusal?: LockError}>}
   */
  async open(at, of, after, over, isLast = false) {
    const end = afterReading(this.#options.requestTimeoutMs, () => over.abort(new Error('no answer in time')));
    /** @param {unknown} cause */
    const unanswered = (cause) => ({ refusal: new LockError('-', undefined, 0, undefined, cause) });
    try {
      /** @type {any} */ let failure;
      /** @type {any} */ const changing = await this.#changing(over.signal).catch((cause) => { failure = unanswered(unlessWrong(cause)); });
      if (failure) return failure;
      const headers = this.#headers(changing.bearer,
        { Accept: 'text/event-stream', ...(of !== 'session' && { Session: '-' }), ...(after && { 'Last-Event-ID': after }), ...changing.headers });
      if (of === 'members') delete headers['Sub-Account'];
      const response = await unlessAborted((this.#options.fetch ?? fetch)(`${this.#urls[at].base}/events${of === 'members' ? '?members=*' : ''}`,
        { headers, cache: 'no-store', redirect: 'manual', signal: over.signal }), over.signal).catch((cause) => { failure = unanswered(cause); });
      if (!response) return failure;
      if (response.status === 200 && response.headers.get('Content-Type')?.startsWith('text/event-stream')) return { response };
      const told = await unlessAborted(response.json(), over.signal).catch(() => undefined);
      if (response.status === 401 && !isLast && this.#forget(changing.bearer)) return this.open(at, of, after, over, true);
      return { refusal: new LockError('-', told?.reason && told, response.status, retryAfterMs(response)) };
    } finally {
      end();
    }
  }

  /**
   * Asks until it is answered.
   * @param {string} id @param {string} method @param {string} path @param {any} [body] @param {number} [patienceMs] @param {Record<string, string>} [more]
   * @param {string} [root] @param {boolean} [isAside] a program may end meanwhile
   */
  async ask(id, method, path, body, patienceMs = this.#options.patienceMs, more = undefined, root = undefined, isAside = false) {
    const deadline = now() + patienceMs;
    for (;;) {
      const answer = await this.send(method, path, { body, more, root });
      if (answer.told && answer.status < 300) return answer.told;
      await this.pause(id, answer, deadline, undefined, undefined, isAside);
    }
  }
}
