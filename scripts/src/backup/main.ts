import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ENV } from '@doushouqi/service-kit';
import { PlatformError } from '../platform/platform-error.ts';
import { BackupError } from './backup-error.ts';
import { restoreBackup } from './restore.ts';
import { connectStores, type Stores, startStores } from './stores.ts';
import { takeBackup } from './take.ts';

const USAGE = `npm run backup -- DIR [--data FOLDER]
npm run restore -- DIR [--replace] [--grace SECONDS] [--data FOLDER]

The stores are those of REDIS_URL and MONGODB_URL. Where REDIS_URL is not set they are those of \`npm start\` in
FOLDER (.data), which must not be running.
--replace   throws away what the stores hold; without it they must be empty
--grace     how long the clocks of restored games stand still, so that players can come back; 60`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '.data' },
    replace: { type: 'boolean', default: false },
    grace: { type: 'string', default: '60' },
  },
});

async function work(verb: string, dir: string, stores: Stores): Promise<string> {
  const now = Date.now;
  if (verb === 'backup') {
    const { redis, documents, seconds } = await takeBackup(stores, dir, now);
    const all = documents.map(({ name, lines }) => `${name} ${lines}`).join(', ');
    return `${dir}: ${redis.lines} keys of Redis ${redis.version}; documents: ${all}; ${seconds} s`;
  }
  const graceMs = Number(values.grace) * 1_000;
  const { games, ended } = await restoreBackup(stores, dir, { replace: values.replace, graceMs, now });
  return `restored: ${games} games go on, their clocks in ${values.grace} s; ${ended} ended while the backup was made and are in the archive`;
}

async function run(verb: string, dir: string): Promise<void> {
  const { REDIS_URL, MONGODB_URL } = process.env;
  const own = REDIS_URL ? null : await startStores(resolve(values.data), MONGODB_URL || undefined);
  const stores = connectStores(
    own ?? { redisUrl: ENV.REDIS_URL.parse(REDIS_URL), mongodbUrl: ENV.MONGODB_URL.parse(MONGODB_URL) },
  );
  try {
    console.log(await work(verb, dir, stores));
  } finally {
    await stores.close();
    await own?.stop();
  }
}

const [verb, dir] = positionals;
try {
  if ((verb !== 'backup' && verb !== 'restore') || dir === undefined || !(Number(values.grace) >= 0))
    throw new BackupError(USAGE);
  await run(verb, resolve(dir));
} catch (error) {
  if (!(error instanceof BackupError || error instanceof PlatformError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
