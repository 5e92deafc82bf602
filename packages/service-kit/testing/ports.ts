import { createServer } from 'node:net';

// Below the range of outgoing ports. Inside it a client that retries a dead port can connect to itself, and a
// restarted server may find its port taken. A platform takes its ports from 15000 on. `fetch` and browsers refuse to
// connect to 10080 (https://fetch.spec.whatwg.org/#port-blocking).
const LOWEST = 10_081;
const COUNT = 15_000 - LOWEST;
/** Test files run in parallel processes: each begins at another port. */
let next = (process.pid * 1_009) % COUNT;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Returns a free loopback port that this function has not returned before in this process. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = LOWEST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error('no free loopback port');
}
