import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Longest time that open requests may take after the server stops accepting. Milliseconds. */
const DRAIN_MS = 5_000;
const IDLE_SWEEP_MS = 50;

/** Starts listening. Resolves to the port (useful with port 0); rejects if the port is in use. */
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
 * Stops accepting, lets open requests finish, then closes the remaining connections after `drainMs`. Idle keep-alive
 * connections do not delay it.
 */
export function stopServer(server: Server, drainMs = DRAIN_MS): Promise<void> {
  return new Promise((resolve) => {
    // A busy connection becomes idle after its response, so idle connections are closed until none is left.
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
