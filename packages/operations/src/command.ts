import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runKeys } from '@doushouqi/deployment';
import { listNames } from './accounts/names.ts';
import { listReports } from './accounts/reports.ts';
import { backUp, type RestoredBackup, restoreFrom } from './backup/backup.ts';
import { BackupError } from './backup/backup-error.ts';
import { type DrillRow, isLoss } from './backup/drill.ts';
import { connectStores, type StoreAddresses, type Stores } from './backup/stores.ts';
import { listFlags, rerate } from './ratings/commands.ts';
import { readSettings, type Settings } from './settings.ts';

const USAGE = `backup [PLACE] [--every HOURS]             stores a backup; deletes expired ones if --every or --prune
restore [PLACE] [--name NAME] [--replace]  restores the newest backup into stores on which no service runs
drill [PLACE] [--name NAME] [--replace]    restores and compares counts and checksums
rerate [--write]                           rates all games again; exits with 1 if stored values differ
flags                                      lists flagged accounts
reports                                    lists reported texts, names and avatars
names NAME                                 lists accounts with this username or nickname, and their earlier nicknames
keys …                                     rotates keys
players URL [--port PORT]                  two guests play all the time; serves their metrics on PORT (9090)

PLACE      a folder or s3://bucket/prefix; BACKUP_PLACE if omitted (docs/operations.md)
--replace  deletes what the stores hold; without it they must be empty
--grace    seconds for which the clocks of restored games stop, so that players can reconnect; 60`;

const HOUR_MS = 3_600_000;
const RETRY_MS = 300_000;

/** What a command needs of its surroundings. */
export interface Surroundings {
  /** Returns the addresses of both stores. */
  addresses(): StoreAddresses;
  env: NodeJS.ProcessEnv;
  print(line: string): void;
  now(): number;
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      replace: { type: 'boolean', default: false },
      grace: { type: 'string', default: '60' },
      every: { type: 'string' },
      prune: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      port: { type: 'string', default: '9090' },
    },
  });
}

async function backUpOnce(stores: Stores, settings: Settings, prunes: boolean, { print, now }: Surroundings) {
  const { retention, ...rest } = settings;
  const options = { ...rest, now, ...(prunes && { retention }) };
  const { name, manifest, removed } = await backUp(stores, settings.place, options);
  const all = manifest.documents.map((one) => `${one.name} ${one.lines}`).join(', ');
  const { redis, seconds } = manifest;
  print(`${name}: ${redis.lines} keys of Redis ${redis.version}; documents: ${all}; ${seconds} s`);
  if (removed.length > 0) print(`deleted: ${removed.join(', ')}`);
}

/** Takes a backup every `hours`; after a failure tries again in five minutes. */
async function backUpForever(stores: Stores, settings: Settings, hours: number, surroundings: Surroundings) {
  for (;;) {
    const pause = await backUpOnce(stores, settings, true, surroundings).then(
      () => hours * HOUR_MS,
      (error: Error) => {
        surroundings.print(`backup failed: ${error.message}`);
        return RETRY_MS;
      },
    );
    await delay(pause);
  }
}

function drillTable(rows: readonly DrillRow[]): string[] {
  const lines = rows.map((row) => {
    const state = row.isEqual === undefined ? 'changed by the restore' : isLoss(row) ? 'DIFFERENT' : 'equal';
    return `| ${row.kind} | ${row.inBackup} | ${row.restored} | ${state} |`;
  });
  return ['| | backup | restored | content |', '| --- | --- | --- | --- |', ...lines];
}

async function restore(
  stores: Stores,
  settings: Settings,
  values: Values,
  now: () => number,
): Promise<RestoredBackup> {
  const { name, replace } = values;
  const { place, open, scratch } = settings;
  return restoreFrom(stores, place, {
    name,
    replace,
    graceMs: Number(values.grace) * 1_000,
    now,
    open,
    scratch,
  });
}

function resumedLine({ name, games, ended }: RestoredBackup, grace: string): string {
  return `restored ${name}: ${games} games go on, their clocks in ${grace} s; ${ended} ended while the backup was made and are in the archive`;
}

async function onStores(
  verb: string,
  values: Values,
  address: string | undefined,
  surroundings: Surroundings,
) {
  const { print, now, env } = surroundings;
  const stores = await connectStores(surroundings.addresses());
  try {
    if (verb === 'flags') for (const line of await listFlags(stores.mongo.db())) print(line);
    else if (verb === 'reports') for (const line of await listReports(stores.mongo.db())) print(line);
    else if (verb === 'names')
      for (const line of await listNames(stores.mongo.db(), address ?? '')) print(line);
    else if (verb === 'rerate') {
      const { lines, isWrong } = await rerate(stores.mongo.db(), values.write);
      for (const line of lines) print(line);
      return isWrong ? 1 : 0;
    } else if (verb === 'backup') {
      const settings = await readSettings(env, { address, writes: true });
      if (values.every === undefined) await backUpOnce(stores, settings, values.prune, surroundings);
      else await backUpForever(stores, settings, Number(values.every), surroundings);
    } else {
      const settings = await readSettings(env, { address, writes: false });
      const restored = await restore(stores, settings, values, now);
      if (verb === 'drill') for (const line of drillTable(restored.rows)) print(line);
      print(resumedLine(restored, values.grace));
      const isWhole = !restored.rows.some(isLoss);
      if (!isWhole) print('the restored stores differ from the backup');
      return isWhole ? 0 : 1;
    }
    return 0;
  } finally {
    await stores.close();
  }
}

async function watchPlayers(url: string, port: number, { print, now }: Surroundings): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort());
  const { runPlayers } = await import('./players/serve.ts');
  await runPlayers({
    url: url.replace(/\/$/, ''),
    port,
    random: Math.random,
    now,
    print,
    signal: stop.signal,
  });
}

const ON_STORES = ['backup', 'restore', 'drill', 'rerate', 'flags', 'names', 'reports'];

/** Returns whether an error tells the operator enough without its stack: of options, files, network, object store. */
function isOperational(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return error instanceof BackupError || '$metadata' in error || /^(E[A-Z]+|ERR_PARSE_ARGS_.*)$/.test(code);
}

/** Runs a command of the operator. Returns the exit code; prints one line for an operational error. */
export async function runCommand(
  [verb = '', ...args]: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  if (verb === 'keys') {
    runKeys(args);
    return Number(process.exitCode ?? 0);
  }
  try {
    const { values, positionals } = parse(args);
    const isValid = Number(values.grace) >= 0 && Number(values.every ?? 1) > 0 && positionals.length <= 1;
    if (verb === 'players' && positionals.length === 1 && URL.canParse(positionals[0]!)) {
      await watchPlayers(positionals[0]!, Number(values.port), surroundings);
      return 0;
    }
    if (!ON_STORES.includes(verb) || !isValid) throw new BackupError(USAGE);
    return await onStores(verb, values, positionals[0], surroundings);
  } catch (error) {
    if (!isOperational(error)) throw error;
    console.error(error.message || error.name);
    return 1;
  }
}
