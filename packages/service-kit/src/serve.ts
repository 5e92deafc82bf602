import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long requests in hand may take once the server stops accepting. */
const DRAIN_MS = 5_000;
const IDLE_SWEEP_MS = 50;

/** Starts listening; resolves to the port (useful with port 0), rejects when the port is taken. */
export function listen(server: Server, address: { port: number; host: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/**
 * Stops accepting, lets requests in hand finish, then closes what is left after `drainMs`. Idle keep-alive
 * connections do not hold it up.
 */
export function stopServer(server: Server, drainMs = DRAIN_MS): Promise<void> {
  return new Promise((resolve) => {
    // A connection that was busy becomes idle again after its response: sweep until none is left.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}
