import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Cursors, type Services } from './commands/context.ts';
import { dispatch } from './commands/dispatch.ts';
import { findRows } from './query.ts';
import { Store } from './storage/store.ts';
import { Sessions } from './transactions.ts';
import { encodeReply, FrameReader, parseMessage, type Request } from './wire.ts';

/** Removes the documents whose date in a TTL index has expired. */
function removeExpired(store: Store, now: Date): void {
  for (const collection of store.collections()) {
    for (const { spec, fields } of collection.indexes) {
      if (spec.expireAfterSeconds === undefined) continue;
      const limit = new Date(now.getTime() - spec.expireAfterSeconds * 1000);
      const filter = { [fields[0]![0]]: { $lte: limit } };
      for (const { idKey } of findRows(collection, { filter }).rows) store.set(collection, idKey, null);
    }
  }
}

export interface EmbeddedStoreOptions {
  /** The data folder, created when missing; null stores everything in memory. */
  readonly dir: string | null;
  /** A loopback address; any other is refused unless `trustsNetwork`. */
  readonly host?: string;
  /**
   * Permits other addresses than loopback. There is no authentication, so only the store's clients may share the
   * network.
   */
  readonly trustsNetwork?: boolean;
  /** 0 selects a free port. */
  readonly port: number;
  /** Interval at which documents of TTL indexes are removed, in milliseconds. */
  readonly ttlIntervalMs?: number;
  /** Called once if the disk refuses a write; by then the store accepts no connections. */
  readonly onFailure?: (error: unknown) => void;
}

/** A running store. */
export interface EmbeddedStore {
  /** `mongodb://host:port`, without a database name. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting, answers received commands, commits and closes the data file. */
  stop(): Promise<void>;
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const TTL_INTERVAL_MS = 60_000;
/** How long a shutdown waits for clients to read their last replies. */
const DRAIN_LIMIT_MS = 2_000;

/**
 * Starts the embedded store. There is no authentication: any client with access to the address may read and write.
 * Throws DataFolderError if the folder is damaged or in use, and the socket's error if the port is in use.
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
  const server = createServer();
  let connections = 0;
  let hasFailed = false;
  const fail = (error: unknown) => {
    // Memory now has writes that the disk refused, and clients must not read them.
    for (const socket of sockets) socket.destroy();
    server.close();
    if (!hasFailed) options.onFailure?.(error);
    hasFailed = true;
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket, ++connections, services, fail);
  });
  server.listen(options.port, host);
  await once(server, 'listening').catch((error) => {
    store.close();
    throw error;
  });
  const timer = setInterval(
    () => removeExpiredState(services, fail),
    options.ttlIntervalMs ?? TTL_INTERVAL_MS,
  );
  timer.unref();
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

/** Removes expired documents, idle cursors and old sessions. */
function removeExpiredState(
  { store, sessions, cursors, now }: Services,
  fail: (error: unknown) => void,
): void {
  const at = now();
  removeExpired(store, at);
  sessions.expire(at.getTime());
  cursors.expire(at.getTime());
  store.database.flushed().catch(fail);
}

/** Closes each connection after its pending reply, and after DRAIN_LIMIT_MS at the latest. */
async function closeServer(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const force = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, DRAIN_LIMIT_MS);
  const closed = new Promise((resolve) => server.close(resolve));
  // The replies of this turn are written only after its commit, which `setImmediate` runs.
  await setImmediate();
  await setImmediate();
  for (const socket of sockets) socket.end(() => socket.destroy());
  await closed;
  clearTimeout(force);
}

/** Answers the commands of one client until it disconnects; a malformed message closes this connection only. */
function serveConnection(
  socket: Socket,
  connectionId: number,
  services: Services,
  onStorageFailure: (error: unknown) => void,
): void {
  const reader = new FrameReader();
  let nextRequestId = 1;
  // A reply waits until all earlier writes are on the disk: the command may have read them.
  const answer = (request: Request) => {
    const reply = dispatch(request.command, connectionId, services);
    if (request.isUnanswered) return;
    const bytes = encodeReply(request, reply, nextRequestId++);
    services.store.database.flushed().then(() => {
      // If a client does not read its replies, the store reads no more of its commands, so that replies do not
      // accumulate.
      if (!socket.write(bytes)) socket.pause();
    }, onStorageFailure);
  };
  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    try {
      for (const frame of reader.push(chunk)) answer(parseMessage(frame));
    } catch {
      socket.destroy();
    }
  });
  socket.on('drain', () => socket.resume());
  socket.on('error', () => socket.destroy());
}
