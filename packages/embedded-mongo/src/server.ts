import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import type { Services } from './commands/context.ts';
import { Cursors } from './commands/cursors.ts';
import { serveConnection } from './connection.ts';
import { Store } from './storage/store.ts';
import { removeExpired } from './ttl.ts';
import { Sessions } from './txn/sessions.ts';

export interface EmbeddedStoreOptions {
  /** The data folder, made when missing; null keeps everything in memory. */
  readonly dir: string | null;
  /** A loopback address; any other is refused unless `trustsNetwork`. */
  readonly host?: string;
  /** Whoever reaches `host` may read and write: for a network on which nobody is but the store's clients. */
  readonly trustsNetwork?: boolean;
  /** 0 takes a free port. */
  readonly port: number;
  /** How often documents of TTL indexes are removed, in milliseconds. */
  readonly ttlIntervalMs?: number;
  /** Called once when the disk refuses a write; the store has stopped accepting by then. */
  readonly onFailure?: (error: unknown) => void;
}

/** A running store. */
export interface EmbeddedStore {
  /** `mongodb://host:port`, without a database name. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting, answers what has arrived, commits and closes the data file. */
  stop(): Promise<void>;
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const TTL_INTERVAL = 60_000;
/** How long a stop waits for clients to take their last replies, in milliseconds. */
const DRAIN_LIMIT = 2_000;

/**
 * Starts the embedded store. There are no users: whoever reaches the address may read and write.
 * Throws DataFolderError when the folder is damaged or in use, and the socket's error when the port is taken.
 */
export async function startEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const host = options.host ?? '127.0.0.1';
  if (!LOOPBACK.includes(host) && options.trustsNetwork !== true)
    throw new RangeError(`the embedded store listens on loopback only, not on ${host}`);
  const store = new Store(options.dir);
  const services: Services = {
    store,
    sessions: new Sessions(store),
    cursors: new Cursors(),
    now: () => new Date(),
  };
  const sockets = new Set<Socket>();
  let hasFailed = false;
  const fail = (error: unknown) => {
    // Memory now holds writes that the disk refused, and nobody may read those.
    for (const socket of sockets) socket.destroy();
    server.close();
    if (!hasFailed) options.onFailure?.(error);
    hasFailed = true;
  };
  const server = serve(services, sockets, fail);
  await listen(server, host, options.port).catch((error) => {
    store.close();
    throw error;
  });
  const timer = startHousekeeping(services, options.ttlIntervalMs ?? TTL_INTERVAL, fail);
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    clearInterval(timer);
    await closeServer(server, sockets);
    store.close();
  };
  let stopped: Promise<void> | null = null;
  const url = `mongodb://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { url, port, stop: () => (stopped ??= stop()) };
}

function serve(services: Services, sockets: Set<Socket>, fail: (error: unknown) => void): Server {
  let connections = 0;
  return createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket, ++connections, services, fail);
  });
}

function startHousekeeping(
  services: Services,
  ttlIntervalMs: number,
  fail: (error: unknown) => void,
): NodeJS.Timeout {
  const timer = setInterval(() => {
    const now = services.now();
    removeExpired(services.store, now);
    services.sessions.expire(now.getTime());
    services.cursors.expire(now.getTime());
    services.store.journal.settled().catch(fail);
  }, ttlIntervalMs);
  timer.unref();
  return timer;
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Closes each connection after its pending reply, and after DRAIN_LIMIT at the latest. */
function closeServer(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, DRAIN_LIMIT);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    // The replies of this turn are written only after its commit, which `setImmediate` runs.
    setImmediate(() =>
      setImmediate(() => sockets.forEach((socket) => void socket.end(() => socket.destroy()))),
    );
  });
}
