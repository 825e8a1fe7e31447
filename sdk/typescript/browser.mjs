// Puts the client, in a page of Chromium, behind the protocol of the traps (../traps/README.md): node browser.mjs CHROMIUM
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PAGE = `<script type="module">
import { taking } from './commands.mjs';
window.take = taking(window.tell);
window.tell('');
</script>`;

/** Serves the page and the client. Where a page may ask is no question here: CORS is turned off below. */
const server = http.createServer(({ url }, response) => {
  if (url === '/') response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
  else if (/^\/(src\/)?\w+\.m?js$/.test(url)) response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(new URL(`.${url}`, import.meta.url)));
  else response.writeHead(404).end();
});
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));

const chromium = spawn(process.argv[2], ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-web-security', '--disable-background-networking',
  '--remote-debugging-pipe', `--user-data-dir=${mkdtempSync(join(tmpdir(), 'chromium-'))}`, 'about:blank'],
{ stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
chromium.on('exit', () => process.exit(1));

// Messages of its protocol are JSON, each with a zero byte behind it.
const answers = new Map();
let last = 0;
function ask(method, params = {}, sessionId) {
  chromium.stdio[3].write(`${JSON.stringify({ id: ++last, method, params, sessionId })}\0`);
  return new Promise((done, failed) => answers.set(last, { done, failed }));
}
let rest = '', isReady;
const ready = new Promise((done) => { isReady = done; });
chromium.stdio[4].setEncoding('utf8').on('data', (part) => {
  const messages = (rest + part).split('\0');
  rest = messages.pop();
  for (const { id, result, error, method, params } of messages.map((text) => JSON.parse(text))) {
    if (error) answers.get(id)?.failed(new Error(error.message));
    else if (id) answers.get(id)?.done(result);
    if (method === 'Runtime.bindingCalled') {
      if (params.payload) process.stdout.write(`${params.payload}\n`);
      else isReady();
    }
    if (method === 'Runtime.exceptionThrown') console.error(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
  }
});

const { targetId } = await ask('Target.createTarget', { url: 'about:blank' });
const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true });
await ask('Runtime.enable', {}, sessionId);
await ask('Runtime.addBinding', { name: 'tell' }, sessionId);
await ask('Page.navigate', { url: `http://127.0.0.1:${server.address().port}/` }, sessionId);
await ready;
createInterface({ input: process.stdin })
  .on('line', (line) => ask('Runtime.evaluate', { expression: `take(${JSON.stringify(line)})` }, sessionId))
  .on('close', () => process.exit());
