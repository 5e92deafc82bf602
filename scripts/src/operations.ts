/**
 * `npm run backup`, `restore`, `restore:drill`, `rerate`, `flags`, `names`, `admin`: commands of packages/operations on the stores of
 * `REDIS_URL` and `MONGODB_URL`; without `REDIS_URL` on those of `npm start` in `--data FOLDER` (.data), which must not
 * be running for `restore`; its key signs backups. Commands of the console call the site and need no stores. The drill restores into a temporary installation and starts it.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { needsStores, runCommand, type StoreAddresses } from '@doushouqi/operations';
import { ensureKeys } from '@doushouqi/operations/deployment';
import { ENV } from '@doushouqi/service-kit';
import { startStores } from './platform/own-stores.ts';
import { startPlatform } from './platform/platform.ts';
import { PlatformError } from './platform/platform-error.ts';
import { freePorts } from './platform/ports.ts';
import { readStoreAddresses } from './platform/store-addresses.ts';

/** `keysDir`: of an installation whose key signs backups, unless the environment names another one. */
async function run(args: readonly string[], addresses: StoreAddresses, keysDir?: string): Promise<number> {
  const own = keysDir !== undefined && { BACKUP_SIGNING_KEY_FILE: ensureKeys(keysDir).backupSigning };
  return runCommand(args, {
    addresses: () => addresses,
    env: { ...own, ...process.env },
    print: console.log,
    now: Date.now,
  });
}

/** Starts the whole product on restored data, and stops it. */
async function startOnce(dataDir: string): Promise<void> {
  const [port = 0] = await freePorts(1);
  const platform = await startPlatform({ dataDir, port });
  console.log(`all ${platform.processes.size} processes started on the restored data`);
  await platform.stop();
}

async function drill(args: readonly string[]): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-drill-'));
  const { dataDir: source, rest } = withoutData(args);
  const keysDir = join(resolve(source), 'keys');
  try {
    const own = await startStores(dataDir);
    const code = await run(rest, own, existsSync(keysDir) ? keysDir : undefined).finally(() => own.stop());
    if (code === 0) await startOnce(dataDir);
    return code;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Removes `--data FOLDER` from the arguments. */
function withoutData(args: readonly string[]): { dataDir: string; rest: string[] } {
  const at = args.indexOf('--data');
  if (at < 0) return { dataDir: '.data', rest: [...args] };
  return { dataDir: args[at + 1] ?? '.data', rest: args.toSpliced(at, 2) };
}

async function main(args: readonly string[]): Promise<number> {
  if (args[0] === 'drill') return drill(args);
  if (!needsStores(args)) return run(args, { redisUrl: '', mongodbUrl: '' });
  const { REDIS_URL, MONGODB_URL } = process.env;
  if (REDIS_URL)
    return run(args, {
      redisUrl: ENV.REDIS_URL.parse(REDIS_URL),
      mongodbUrl: ENV.MONGODB_URL.parse(MONGODB_URL),
    });
  const { dataDir, rest } = withoutData(args);
  const running = args[0] === 'restore' ? null : readStoreAddresses(resolve(dataDir));
  const keysDir = join(resolve(dataDir), 'keys');
  if (running !== null) return run(rest, running, keysDir);
  const own = await startStores(resolve(dataDir), MONGODB_URL || undefined);
  return run(rest, own, keysDir).finally(() => own.stop());
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof PlatformError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
