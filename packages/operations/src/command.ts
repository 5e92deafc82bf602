import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listNames } from './accounts/names.ts';
import { isAtSite, runAdmin } from './admin/run-admin.ts';
import { backUp, type RestoredBackup, restoreFrom } from './backup/backup.ts';
import { BackupError } from './backup/backup-error.ts';
import { comparisonTable } from './backup/compare.ts';
import type { Phase } from './backup/journal.ts';
import { rollBackRestore } from './backup/restore.ts';
import { connectStores, type Stores } from './backup/stores.ts';
import { listFlags, rerate } from './ratings/commands.ts';
import { readSettings, type Settings } from './settings.ts';
import type { Surroundings } from './surroundings.ts';

const USAGE = `backup [PLACE] [--every HOURS]             stores a backup; deletes expired ones if --every or --prune
restore [PLACE] [--name NAME] [--replace]  restores the newest backup into stores on which no service runs
restore [PLACE] --resume                   finishes a restore that was interrupted
restore --rollback                         brings back what the stores held before it
drill [PLACE] [--name NAME] [--replace]    restores and prints the comparison
rerate [--write]                           rates all games again; exits with 1 if stored values differ
flags                                      lists flagged accounts
names NAME                                 lists accounts with this username or nickname, and their earlier nicknames
admin COMMAND …                            what operators do in the console; admin lists the commands
keys …                                     rotates keys
players URL [--port PORT]                  two guests play all the time; serves their metrics on PORT (9090)

PLACE              a folder or s3://bucket/prefix; BACKUP_PLACE if omitted (docs/operations.md)
--replace          replaces what the stores hold; without it they must be empty
--accept-unsigned  restores a backup that no known key signed
--accept-smaller   takes a backup for good although it is much smaller than the last one
--grace            seconds for which the clocks of restored games stop, so that players can reconnect; 60`;

const HOUR_MS = 3_600_000;
const RETRY_MS = 300_000;

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      replace: { type: 'boolean', default: false },
      resume: { type: 'boolean', default: false },
      rollback: { type: 'boolean', default: false },
      'accept-unsigned': { type: 'boolean', default: false },
      'accept-smaller': { type: 'boolean', default: false },
      grace: { type: 'string', default: '60' },
      every: { type: 'string' },
      prune: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      port: { type: 'string', default: '9090' },
    },
  });
}

/** Prints the backup. Returns whether it is a good one. */
async function backUpOnce(
  stores: Stores,
  settings: Settings,
  { prunes, acceptsSmaller }: { prunes: boolean; acceptsSmaller: boolean },
  { print, now }: Surroundings,
): Promise<boolean> {
  const { retention, ...rest } = settings;
  if (!settings.sign)
    print('warning: BACKUP_SIGNING_KEY_FILE is not set, so a restore needs --accept-unsigned');
  const options = { ...rest, now, acceptsSmaller, ...(prunes && { retention }) };
  const { name, manifest, removed, aside } = await backUp(stores, settings.place, options);
  const all = manifest.documents.map((one) => `${one.name} ${one.lines}`).join(', ');
  const { redis, seconds } = manifest;
  print(`${name}: ${redis.lines} keys of Redis ${redis.version}; documents: ${all || 'none'}; ${seconds} s`);
  if (removed.length > 0) print(`deleted: ${removed.join(', ')}`);
  if (aside !== null)
    print(`SET ASIDE: ${aside}. Have the stores lost something? If not, repeat it with --accept-smaller`);
  return aside === null;
}

/** Takes a backup every `hours`; after a failure tries again in five minutes. */
async function backUpForever(
  stores: Stores,
  settings: Settings,
  { hours, acceptsSmaller }: { hours: number; acceptsSmaller: boolean },
  surroundings: Surroundings,
) {
  let accepts = acceptsSmaller;
  for (;;) {
    const options = { prunes: true, acceptsSmaller: accepts };
    const pause = await backUpOnce(stores, settings, options, surroundings).then(
      () => {
        accepts = false;
        return hours * HOUR_MS;
      },
      (error: Error) => {
        surroundings.print(`backup failed: ${error.message}`);
        return RETRY_MS;
      },
    );
    await delay(pause);
  }
}

/** Lines before the phases in which an interruption matters. */
const PHASE_LINES: Partial<Record<Phase, string>> = {
  staging: 'the backup is written beside the content of the stores, which does not change yet',
  settingAside:
    'the stores are swapped; if this is interrupted, run restore --resume or restore --rollback before any service',
  clearing: 'the former content of the stores is brought back',
  undoing: 'the former content of the stores is brought back',
};

async function restore(
  stores: Stores,
  settings: Settings,
  values: Values,
  { now, print }: Surroundings,
): Promise<RestoredBackup> {
  const { name, replace, resume } = values;
  const { place, open, scratch } = settings;
  return restoreFrom(stores, place, {
    ...{ name, replace, resume, now, open, scratch },
    graceMs: Number(values.grace) * 1_000,
    trust: values['accept-unsigned'] ? () => 'any' : settings.trust,
    onPhase: (phase) => {
      const line = PHASE_LINES[phase];
      if (line !== undefined) print(line);
    },
  });
}

async function rollBack(stores: Stores, print: Surroundings['print']): Promise<void> {
  const name = await rollBackRestore(stores);
  print(
    name === null
      ? 'no restore is to be rolled back'
      : `the restore of ${name} is rolled back: the stores are as they were`,
  );
}

function resumedLine({ name, manifest, games, ended }: RestoredBackup, grace: string): string {
  const takenAt = new Date(manifest.takenAt).toISOString();
  return `restored ${name}, taken at ${takenAt}: ${games} games go on, their clocks in ${grace} s; ${ended} ended while the backup was made and are in the archive`;
}

async function onStores(
  command: string,
  values: Values,
  address: string | undefined,
  surroundings: Surroundings,
) {
  const { print, env } = surroundings;
  const stores = await connectStores(surroundings.addresses());
  try {
    if (command === 'flags') for (const line of await listFlags(stores.mongo.db())) print(line);
    else if (command === 'names')
      for (const line of await listNames(stores.mongo.db(), address ?? '')) print(line);
    else if (command === 'rerate') {
      const { lines, isWrong } = await rerate(stores.mongo.db(), values.write);
      for (const line of lines) print(line);
      return isWrong ? 1 : 0;
    } else if (command === 'backup') {
      const settings = await readSettings(env, { address, writes: true });
      const acceptsSmaller = values['accept-smaller'];
      if (values.every === undefined) {
        const options = { prunes: values.prune, acceptsSmaller };
        return (await backUpOnce(stores, settings, options, surroundings)) ? 0 : 1;
      }
      await backUpForever(stores, settings, { hours: Number(values.every), acceptsSmaller }, surroundings);
    } else if (values.rollback) await rollBack(stores, print);
    else {
      const settings = await readSettings(env, { address, writes: false });
      const restored = await restore(stores, settings, values, surroundings);
      if (command === 'drill') for (const line of comparisonTable(restored.rows)) print(line);
      print(resumedLine(restored, values.grace));
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

const ON_STORES = ['backup', 'restore', 'drill', 'rerate', 'flags', 'names'];

/** Returns whether an error tells the operator enough without its stack: of options, files, network, object store. */
function isOperational(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return error instanceof BackupError || '$metadata' in error || /^(E[A-Z]+|ERR_PARSE_ARGS_.*)$/.test(code);
}

/** Returns whether a command uses the stores: those of the console call the site. */
export function needsStores([command, name = '']: readonly string[]): boolean {
  return command !== 'admin' || !isAtSite(name);
}

/** Runs a command of the operator. Returns the exit code; prints one line for an operational error. */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  try {
    if (command === 'admin') {
      await runAdmin(args, surroundings);
      return 0;
    }
    const { values, positionals } = parse(args);
    const isValid = Number(values.grace) >= 0 && Number(values.every ?? 1) > 0 && positionals.length <= 1;
    if (command === 'players' && positionals.length === 1 && URL.canParse(positionals[0]!)) {
      await watchPlayers(positionals[0]!, Number(values.port), surroundings);
      return 0;
    }
    if (!ON_STORES.includes(command) || !isValid) throw new BackupError(USAGE);
    return await onStores(command, values, positionals[0], surroundings);
  } catch (error) {
    if (!isOperational(error)) throw error;
    console.error(error.message || error.name);
    return 1;
  }
}
