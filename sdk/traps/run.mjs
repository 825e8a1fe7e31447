// Runs the traps of the JSON files beside this one against an SDK, behind its adapter: node run.mjs [--only=NAME] [--jobs=N] [--attempts=N] [--browser] ADAPTER COMMAND …
// README.md has the format. Exit code 0: the SDK does what every trap expects.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PATIENCE_MS = 30_000;
/** A machine may stand still for seconds: a trap that fails is set again, so often in all. */
const ATTEMPTS = 3;
const options = Object.fromEntries(process.argv.slice(2).filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=')));
const command = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const show = (value) => JSON.stringify(value);

/** Waits for the first entry that fits, and takes it out. */
class Inbox {
  entries = [];
  #waiting = [];

  add(entry) {
    this.entries.push(entry);
    this.#waiting.splice(0).forEach((wake) => wake());
  }

  async take(fits, what, ms = PATIENCE_MS) {
    for (const until = performance.now() + ms;;) {
      const index = this.entries.findIndex(fits);
      if (index >= 0) return this.entries.splice(index, 1)[0];
      const left = until - performance.now();
      if (left <= 0) throw new Error(`${what} did not come; there are ${show(this.entries.map((entry) => entry.line ?? entry))}`);
      await Promise.race([new Promise((wake) => this.#waiting.push(wake)), sleep(Math.min(left, 1000))]);
    }
  }
}

/** A gateway that answers by the script. */
class Gateway {
  sockets = new Set();

  constructor(index, arrived) {
    this.server = http.createServer((request, response) => {
      const at = performance.now();
      let text = '';
      request.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => {
        const path = decodeURIComponent(request.url.replace(/^\/v1\/accounts\/[^/]+/, ''));
        let body = null;
        try { body = text ? JSON.parse(text) : null; } catch { body = text; }
        arrived({ gateway: index, line: `${request.method} ${path}`, url: request.url, headers: request.headers, body, at, response });
      });
    });
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('error', () => {}).on('close', () => this.sockets.delete(socket));
    });
  }

  async start() {
    await new Promise((ready) => this.server.listen(this.port ?? 0, '127.0.0.1', ready));
    this.port = this.server.address().port;
    this.url = `http://127.0.0.1:${this.port}`;
    return this;
  }

  stop() {
    this.server.close();
    this.sockets.forEach((socket) => socket.destroy());
  }
}

/** Compares what is there with what a trap expects; returns the first difference. */
function difference(expected, actual, where) {
  if (expected === null) return actual === null || actual === undefined ? null : `${where} is ${show(actual)}, expected none`;
  if (typeof expected === 'object' && !Array.isArray(expected)) {
    if ('least' in expected || 'most' in expected) {
      const number = Number(actual ?? NaN);
      return number >= (expected.least ?? -Infinity) && number <= (expected.most ?? Infinity) ? null : `${where} is ${show(actual)}, expected ${show(expected)}`;
    }
    if ('contains' in expected) {
      const missing = expected.contains.find((words) => !String(actual).includes(words));
      return missing === undefined ? null : `${where} is ${show(actual)}, expected ${show(missing)} in it`;
    }
    return Object.entries(expected).map(([name, value]) => difference(value, actual?.[name], `${where}.${name}`)).find(Boolean) ?? null;
  }
  return show(expected) === show(actual) ? null : `${where} is ${show(actual)}, expected ${show(expected)}`;
}

function demand(expected, actual, where) {
  const found = expected === undefined ? null : difference(expected, actual, where);
  if (found) throw new Error(found);
}

/** Answers by a stream: its pieces one after another, each of them in one write, or byte by byte. */
async function stream({ response }, { stream, beats = 0, ends, trickleMs }) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const piece of [...stream, ...Array(beats).fill(':\n\n')].map((text) => Buffer.from(text))) {
    for (const part of trickleMs ? [...piece].map((byte) => Buffer.from([byte])) : [piece]) {
      response.write(part);
      await sleep(trickleMs ?? 20);
    }
  }
  if (ends === 'cut') response.socket.destroy();
  else if (ends !== undefined) response.end(ends && `: ${ends}\n\n`);
}

/** Sends a block again and again, until nobody takes any more of it, or the connection is closed. */
async function pour({ response }, { pour: block, mostBytes, untakenMs = 3000 }) {
  const bytes = Buffer.from(block.replace('$fill', 'x'.repeat(8000)));
  let wake;
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).on('drain', () => wake?.(true)).on('close', () => wake?.(true));
  for (let sent = 0, isTaken = true; isTaken && !response.destroyed; sent += bytes.length) {
    if (sent > mostBytes) throw new Error(`more than ${mostBytes} bytes were taken, expected no more than a reader needs for what it was asked`);
    isTaken = response.write(bytes) || await Promise.race([new Promise((done) => { wake = done; }), sleep(untakenMs)]);
  }
}

async function answer({ response }, { answer: { status = 200, headers = {}, body: told = {}, html, page: listed } = {}, fault, slowMs, trickleMs }, values) {
  if (slowMs) await sleep(slowMs);
  if (fault === 'cut') return response.socket.destroy();
  if (fault === 'silent') return undefined;
  const body = listed ? page(listed) : told, text = html ?? JSON.stringify(fill(body, values));
  response.writeHead(status, { 'Content-Type': html ? 'text/html' : status < 300 ? 'application/json' : 'application/problem+json', ...headers,
    'Content-Length': Buffer.byteLength(text) });
  if (trickleMs) {
    for (const letter of text) {
      response.write(letter);
      await sleep(trickleMs);
      if (response.destroyed) return undefined;
    }
  }
  return response.end(trickleMs ? '' : text);
}

/** The body of a page: it has the locks `l0`, `l1` … of these numbers but for some, each with these fields. */
function page({ from, to, without = [], lock, ...body }) {
  const numbers = Array.from({ length: to - from + 1 }, (_, n) => from + n).filter((n) => !without.includes(n));
  return { whole: true, ...body, locks: numbers.map((n) => ({ state: 'granted', lockId: `l${n}`, token: 5, bound: true, at: 1500, ...lock })) };
}

/** Puts values in the place of `$id`. */
function fill(data, values) {
  return JSON.parse(JSON.stringify(data).replace(/\$id/g, values.id ?? '$id'));
}

async function run(trap) {
  const requests = new Inbox(), events = new Inbox(), values = { id: trap.id }, always = [];
  const arrived = (request) => {
    values.id ??= request.headers['idempotency-key'];
    const standing = always.findLast((step) => fill(step.always, values) === request.line);
    if (standing) answer(request, standing, values);
    else requests.add(request);
  };
  const gateways = await Promise.all([0, 1].map((index) => new Gateway(index, arrived).start()));
  const adapter = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'], detached: true, env: { ...process.env, TMPDIR: temporary } });
  // An adapter may have processes of its own, such as a browser.
  const signal = (name) => { try { process.kill(-adapter.pid, name); } catch { /* it has ended */ } };
  let isOver = false;
  const ended = new Promise((_, fail) => adapter.on('exit', (code) => { if (!isOver) fail(new Error(`the adapter ended with ${code}`)); }));
  ended.catch(() => {});
  adapter.stdin.on('error', () => {});
  createInterface({ input: adapter.stdout }).on('line', (line) => events.add({ at: performance.now(), ...JSON.parse(line) }));
  const send = (what) => adapter.stdin.write(`${show(fill(what, values))}\n`);
  let number = 0, since = performance.now(), opened, streaming;
  const steps = {
    do: async (step) => send(step.do),
    request: async (step) => {
      const line = fill(step.request, values);
      const request = await requests.take(() => true, line);
      if (request.line.split('?')[0] !== line.split('?')[0] || (line.includes('?') && request.line !== line)) throw new Error(`${request.line} came, expected ${line}`);
      demand(step.at, request.gateway, 'gateway');
      demand(step.url, request.url, 'url');
      demand(step.query, Object.fromEntries(new URL(request.url, 'http://gateway').searchParams), 'query');
      demand(fill(step.headers ?? {}, values), request.headers, 'headers');
      demand(fill(step.body ?? {}, values), request.body ?? {}, 'body');
      demand(step.afterMs, request.at - since, 'milliseconds after the step before');
      opened = request.response;
      if (step.stream) streaming = request.response;
      if (step.pour) await pour(request, step);
      else if (step.stream) stream(request, step);
      else if (step.slowMs || step.trickleMs) answer(request, step, values);
      else await answer(request, step, values);
    },
    told: async (step) => {
      const event = await events.take((one) => one.told === step.told, `told ${step.told}`);
      demand(fill(step.has ?? {}, values), event, `told ${step.told}`);
      demand(step.afterMs, event.at - since, 'milliseconds after the step before');
    },
    hold: async ({ hold, validForMs = 30_000, batch = 50 }) => {
      for (let n = 0; n < hold; n += batch) {
        const ids = Array.from({ length: Math.min(batch, hold - n) }, (_, more) => `l${n + more}`);
        ids.forEach((id) => send({ do: 'acquire', request: { operation: 'UPLOAD', path: `/${id}`, id, bound: true } }));
        for (const _ of ids) {
          const request = await requests.take(() => true, 'POST /locks');
          if (request.line !== 'POST /locks') throw new Error(`${request.line} came, expected POST /locks`);
          await answer(request, { answer: { status: 201, body: { state: 'granted', lockId: request.headers['idempotency-key'], token: 5, bound: true, at: 1500, validForMs } } }, values);
        }
        for (const _ of ids) await events.take((one) => one.told === 'granted', 'told granted');
        // A slow machine takes longer than a stream may be silent.
        streaming?.write(':\n\n');
      }
    },
    cut: async () => { streaming.socket.destroy(); },
    always: async (step) => { always.push(step); },
    push: async (step) => { streaming.write(fill(step.push, values)); },
    pauseMs: async (step) => {
      signal('SIGSTOP');
      await sleep(step.pauseMs);
      signal('SIGCONT');
    },
    waitMs: (step) => sleep(step.waitMs),
    closed: async (step) => {
      for (const until = performance.now() + PATIENCE_MS; !opened.destroyed;) {
        if (performance.now() > until) throw new Error('the connection is still open');
        await sleep(10);
      }
      demand(step.closed, performance.now() - since, 'milliseconds until the connection was closed');
    },
    down: async (step) => gateways[step.down].stop(),
    up: async (step) => { await gateways[step.up].start(); },
    quietMs: async (step) => {
      await sleep(step.quietMs);
      if (requests.entries.length) throw new Error(`${requests.entries[0].line} came, expected no request`);
    },
  };
  try {
    send({ do: 'open', urls: gateways.map((gateway) => gateway.url), account: 'acme', key: 'k1', session: 's1', requestTimeoutMs: 20_000, patienceMs: 30_000, retryMs: 100, ...trap.open });
    await Promise.race([events.take((event) => event.told === 'ready', 'told ready', 2 * PATIENCE_MS), ended]);
    since = performance.now();
    for (const step of trap.steps) {
      number++;
      await Promise.race([steps[Object.keys(steps).find((name) => name in step)](step), ended]);
      since = performance.now();
    }
    await sleep(50);
    const left = [...requests.entries.map((request) => request.line), ...events.entries.filter(({ told }) => told !== 'state')];
    if (left.length) throw new Error(`more came than expected: ${show(left)}`);
    return null;
  } catch (failure) {
    return `step ${number} ${show(trap.steps[number - 1])}: ${failure.message}`;
  } finally {
    isOver = true;
    signal('SIGKILL');
    gateways.forEach((gateway) => gateway.stop());
  }
}

const files = readdirSync(import.meta.dirname ?? new URL('.', import.meta.url).pathname).filter((name) => name.endsWith('.json')).sort();
const traps = files.flatMap((name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))).filter((trap) => !options.only || trap.name === options.only);
const queue = traps.filter((trap) => !('browser' in options && trap.browser));
const leftOut = traps.filter((trap) => !queue.includes(trap));
leftOut.forEach((trap) => console.log(`left out ${trap.name}: ${trap.browser}`));
const temporary = mkdtempSync(join(tmpdir(), 'traps-'));
let failed = 0;
await Promise.all(Array.from({ length: Number(options.jobs ?? 6) }, async () => {
  for (let trap = queue.shift(); trap; trap = queue.shift()) {
    let failure = await run(trap);
    for (let attempt = 2; failure && attempt <= Number(options.attempts ?? ATTEMPTS); attempt++) {
      console.log(`again ${trap.name}: ${failure}`);
      failure = await run(trap);
    }
    failed += failure ? 1 : 0;
    console.log(failure ? `FAILED ${trap.name}: ${failure}` : `ok ${trap.name}`);
  }
}));
console.log(`${traps.length - leftOut.length - failed} passed, ${failed} failed${leftOut.length ? `, ${leftOut.length} left out` : ''}`);
rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
process.exit(failed || traps.length === leftOut.length ? 1 : 0);
