import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Page } from 'playwright';

/** A network path between clients and the gateway, with faults. */
export interface Line {
  url: string;
  /** Drops every connection. */
  cut(): void;
  /** Stops all traffic of the current connections without closing them; new ones work. */
  freeze(): void;
  /** Drops every connection and refuses new ones until `up`. */
  down(): void;
  up(): void;
  /** Limits each direction to this many bytes per 20 ms, until `fast`. */
  slow(bytes: number): void;
  fast(): void;
  close(): Promise<void>;
}

const TICK_MS = 20;

interface Pipe {
  ends: readonly [Socket, Socket];
  frozen: boolean;
}

/** Forwards data in order, `budget()` bytes per tick. */
function trickle(from: Socket, to: Socket, pipe: Pipe, budget: () => number): () => void {
  let queued = Buffer.alloc(0);
  const drain = (): void => {
    if (pipe.frozen || queued.length === 0) return;
    const bytes = Math.min(budget(), queued.length);
    to.write(queued.subarray(0, bytes));
    queued = queued.subarray(bytes);
  };
  from.on('data', (chunk: Buffer) => {
    queued = Buffer.concat([queued, chunk]);
    if (budget() === Number.POSITIVE_INFINITY) drain();
  });
  const timer = setInterval(drain, TICK_MS);
  return () => clearInterval(timer);
}

/** Opens a TCP proxy to `target` on a free port. */
export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const pipes = new Set<Pipe>();
  let bytes = Number.POSITIVE_INFINITY;
  let dead = false;
  const server = createServer((near) => {
    if (dead) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    const pipe: Pipe = { ends: [near, far], frozen: false };
    pipes.add(pipe);
    const stops = [trickle(near, far, pipe, () => bytes), trickle(far, near, pipe, () => bytes)];
    for (const [end, other] of [pipe.ends, pipe.ends.toReversed()] as [Socket, Socket][]) {
      end.setNoDelay(true);
      end.on('error', () => undefined);
      end.on('close', () => {
        for (const stop of stops) stop();
        pipes.delete(pipe);
        // The far end of a half-open connection is not closed.
        if (!pipe.frozen) other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const each = (work: (pipe: Pipe) => void): void => [...pipes].forEach(work);
  const destroy = ({ ends }: Pipe): void => {
    for (const end of ends) end.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => each(destroy),
    freeze: () =>
      each((pipe) => {
        pipe.frozen = true;
      }),
    down() {
      dead = true;
      each(destroy);
    },
    up() {
      dead = false;
    },
    slow(limit) {
      bytes = limit;
    },
    fast() {
      bytes = Number.POSITIVE_INFINITY;
    },
    async close() {
      server.close();
      each(destroy);
      await once(server, 'close');
    },
  };
}

/**
 * Opens a page that does not connect yet: what happens now, it hears of by no event. Resolves, once the page tries, to a
 * function that lets it connect.
 */
export async function openUnconnected(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/socket.io/**', (route) => held.promise.then(() => route.continue()));
  const connecting = page.waitForRequest('**/socket.io/**');
  await page.goto(path);
  await connecting;
  return held.resolve;
}
