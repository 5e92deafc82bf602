/** `npm start`: the whole product on this machine, until Ctrl-C. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { freeStartupMemory } from '@doushouqi/service-kit/transport/v8';
import { formatEntry } from './format-entry.ts';
import type { LogEntry } from './platform/log-line.ts';
import { type Platform, startPlatform } from './platform/platform.ts';
import { PlatformError, StartAborted } from './platform/platform-error.ts';
import { isFree } from './platform/ports.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DEFAULT_PORT = 8080;
/** npm, the terminal and the bootstrap may all forward one Ctrl-C: only a later signal forces the exit. */
const SAME_SIGNAL_MS = 1_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function log(entry: LogEntry): void {
  const line = formatEntry(entry, new Date());
  if (line !== undefined) say(line);
}

function note(message: string): void {
  log({ process: 'start', level: 'info', message, details: {} });
}

function readPort(): number {
  const text = process.env.PORT || String(DEFAULT_PORT);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new PlatformError(`PORT is not a port: ${text}`);
  return port;
}

/** Builds the web unless it is up to date. Throws a one-line error if that fails, after the build's own output. */
async function buildWeb(signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'web', 'scripts', 'build.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    signal,
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new PlatformError('The web could not be built.');
}

function announce(url: string): void {
  const text = `  斗兽棋  ${url}  `;
  // Chinese characters are two columns wide.
  const bar = '─'.repeat(text.length + 3);
  say(`\n┌${bar}┐\n│${text}│\n└${bar}┘\n  Ctrl-C stops everything.\n`);
}

/** Stops in order on the first signal, or when the bootstrap ends; forces the exit on the next signal. */
function onStop(stop: (reason: string) => void, force: () => void): void {
  let first: number | undefined;
  const received = (reason: string) => {
    if (first === undefined) {
      first = Date.now();
      stop(reason);
    } else if (Date.now() - first > SAME_SIGNAL_MS) force();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => received(signal));
  if (process.env.BOOTSTRAPPED === '1') {
    process.stdin.once('end', () => received('the terminal is gone'));
    process.stdin.resume();
  }
}

async function main(): Promise<void> {
  const begun = Date.now();
  const abort = new AbortController();
  let platform: Platform | undefined;
  onStop(
    (reason) => {
      note(`stopping (${reason})`);
      abort.abort();
      void platform?.stop().then(() => {
        note('stopped');
        process.exit(0);
      });
    },
    () => {
      platform?.killNow();
      process.exit(1);
    },
  );

  const port = readPort();
  // Some shells export HOST as the machine's name: only an IP address is used.
  const host = isIP(process.env.HOST ?? '') ? String(process.env.HOST) : '127.0.0.1';
  if (!(await isFree(port, host))) {
    throw new PlatformError(`Port ${port} is taken. Choose another one: PORT=${port + 1} npm start`);
  }
  await buildWeb(abort.signal);
  const { MONGODB_URL: mongodbUrl, REDIS_URL: redisUrl, LOG_LEVEL: logLevel } = process.env;
  platform = await startPlatform({
    dataDir: join(ROOT, '.data'),
    port,
    host,
    log,
    signal: abort.signal,
    ...(mongodbUrl ? { mongodbUrl } : {}),
    ...(redisUrl ? { redisUrl } : {}),
    ...(logLevel ? { logLevel } : {}),
  });
  note(`ready after ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  freeStartupMemory();
  announce(host === '127.0.0.1' ? `http://localhost:${port}` : platform.url);
}

/** Formats an error: one line if the user can fix it (including files and ports), a stack for a bug. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const understandable = error instanceof PlatformError || 'syscall' in error;
  return understandable ? error.message : (error.stack ?? error.message);
}

main().catch((error: unknown) => {
  const stopped = error instanceof Error && (error.name === 'AbortError' || error instanceof StartAborted);
  if (stopped) process.exit(0);
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
