// Puts the client behind the protocol of the traps (../traps/README.md): lines of JSON in, lines of JSON out.
import { setMaxListeners } from 'node:events';
import { createInterface } from 'node:readline';
import { cancel, taking } from './commands.mjs';

setMaxListeners(0, cancel.signal);
createInterface({ input: process.stdin }).on('line', taking((line) => process.stdout.write(`${line}\n`))).on('close', () => process.exit());
