import { createServer } from 'node:net';

// Below the ephemeral port range: a client that retries a dead port in that range can connect to itself, and then the
// restarted server finds its port taken.
const LOWEST = 15_000;
const COUNT = 17_000;
/** Parallel platforms begin at different ports: it takes seconds until a process listens on a found port. */
let next = (process.pid * 1_009) % COUNT;

/** Returns whether a server can listen on the port now. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/** Returns `count` free loopback ports that were not returned before. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  for (let tries = 0; tries < COUNT && found.length < count; tries += 1) {
    const port = LOWEST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port, '127.0.0.1')) found.push(port);
  }
  if (found.length < count) throw new Error('no free loopback ports');
  return found;
}
