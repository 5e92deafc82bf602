import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Load balancer for processes of one service: checks `/readyz` and distributes new connections in turn. Open
 * connections persist, whatever their process reports.
 */
export interface Balancer {
  url: string;
  /** Sets the ports of the processes behind it. */
  serve(ports: readonly number[]): void;
  close(): Promise<void>;
}

/** Probe interval in ms, as of a load balancer or kube-proxy: an unready process gets no new connection after it. */
const PROBE_EVERY_MS = 250;
const PROBE_TIMEOUT_MS = 1_000;

interface Backend {
  port: number;
  ready: boolean;
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, {
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

/** Joins two sockets; when one ends, the other ends after all data has passed. */
function tie(near: Socket, far: Socket): void {
  near.pipe(far).pipe(near);
  for (const [end, other] of [
    [near, far],
    [far, near],
  ] as const) {
    end.on('error', () => undefined);
    end.once('close', () => other.destroySoon());
  }
}

/** Resolves to a connection to the first backend that accepts it; undefined if none does. */
async function reach(backends: readonly Backend[]): Promise<Socket | undefined> {
  for (const backend of backends) {
    const far = connect({ port: backend.port, host: '127.0.0.1', noDelay: true });
    try {
      await once(far, 'connect');
      return far;
    } catch {
      backend.ready = false;
    }
  }
  return undefined;
}

/** Opens a balancer on a free loopback port, without backends. */
export async function openBalancer(): Promise<Balancer> {
  let backends: Backend[] = [];
  let turn = 0;
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true, pauseOnConnect: true }, async (near) => {
    open.add(near);
    near.once('close', () => open.delete(near));
    near.on('error', () => undefined);
    turn += 1;
    const inTurn = backends.map((_, index) => backends[(index + turn) % backends.length]!);
    const far = await reach(inTurn.filter(({ ready }) => ready));
    if (far === undefined) near.destroy();
    else tie(near, far);
  });
  const probes = setInterval(() => {
    for (const backend of backends)
      void isReady(backend.port).then((ready) => {
        backend.ready = ready;
      });
  }, PROBE_EVERY_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(ports) {
      backends = ports.map((port) => ({ port, ready: true }));
    },
    async close() {
      clearInterval(probes);
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
