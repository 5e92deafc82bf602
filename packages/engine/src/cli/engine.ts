/** `npm run -s engine`: the engine on standard input and output, similar to UCI (docs/engine.md). */
import { createInterface } from 'node:readline';
import { nodePort } from '../node.ts';
import { createEngine } from '../owner.ts';
import { Session } from './session.ts';

const engine = createEngine(nodePort);
const session = new Session({
  engine,
  print: (line) => process.stdout.write(`${line}\n`),
  now: () => performance.now(),
  after: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
});

for await (const line of createInterface({ input: process.stdin })) {
  if (!session.receive(line)) break;
}
await session.end();
engine.close();
process.exit(0);
