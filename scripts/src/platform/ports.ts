import { createServer } from 'node:net';

// Below the range that systems take outgoing ports from: a client that retries a dead port in that range can connect
// to itself, and then the restarted server finds its port taken.
const LOWEST = 15_000;
const HIGHEST = 31_999;
const ATTEMPTS = 200;

/** Whether a server can listen there now. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/** `count` different loopback ports on which nobody listens at this moment. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let attempt = 0; attempt < ATTEMPTS && found.size < count; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    if (!found.has(port) && (await isFree(port, '127.0.0.1'))) found.add(port);
  }
  if (found.size < count) throw new Error('no free loopback ports');
  return [...found];
}
