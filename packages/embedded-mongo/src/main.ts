import { type EmbeddedStore, startEmbeddedStore } from './server.ts';

/**
 * Runs the embedded store as a process. Environment: EMBEDDED_STORE_DIR (data folder), EMBEDDED_STORE_PORT (default
 * 27018; 0 selects a free port), EMBEDDED_STORE_HOST (default 127.0.0.1; any other address means that its network is
 * trusted), EMBEDDED_STORE_TTL_MS (interval at which expired documents are removed).
 * Prints `{"ready":true,"port":N}` when it accepts connections; SIGTERM and SIGINT shut it down in order.
 */
async function main(): Promise<void> {
  // Only the owner may read the data file, because the store needs no password.
  process.umask(0o077);
  const {
    EMBEDDED_STORE_DIR: dir,
    EMBEDDED_STORE_PORT = '27018',
    EMBEDDED_STORE_HOST: host,
    EMBEDDED_STORE_TTL_MS = '60000',
  } = process.env;
  if (!dir) throw new Error('EMBEDDED_STORE_DIR must name the data folder');
  const port = Number(EMBEDDED_STORE_PORT);
  const ttlIntervalMs = Number(EMBEDDED_STORE_TTL_MS);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('EMBEDDED_STORE_PORT must be a port');
  if (!(ttlIntervalMs > 0))
    throw new Error('EMBEDDED_STORE_TTL_MS must be a positive number of milliseconds');
  const store: EmbeddedStore = await startEmbeddedStore({
    dir,
    port,
    ttlIntervalMs,
    onFailure: fail,
    ...(host && { host, trustsNetwork: true }),
  });
  const stop = () => void store.stop().then(() => process.exit(0), fail);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.stdout.write(`${JSON.stringify({ ready: true, port: store.port })}\n`);
}

function fail(error: unknown): void {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code === 'EADDRINUSE' ? `port ${process.env.EMBEDDED_STORE_PORT} is taken` : message;
  process.stderr.write(`embedded store: ${reason}\n`, () => process.exit(1));
}

main().catch(fail);
