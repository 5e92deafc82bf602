import { createServer } from 'node:net';

// Below the range that systems take outgoing ports from: there a client that retries a dead port can connect to itself,
// and a server that is started again may find its port taken. A platform takes its ports from 15000 on.
const LOWEST = 10_000;
const COUNT = 5_000;
/** Test files run in processes side by side: each begins elsewhere. */
let next = (process.pid * 1_009) % COUNT;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** A loopback port that nobody listens on at this moment, and that this process has not been given before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = LOWEST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error('no free loopback port');
}
