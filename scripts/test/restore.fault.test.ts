import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createPrivateKey, sign } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectStores, restoreBackup } from '@doushouqi/operations';
import { connectRedis } from '@doushouqi/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Content, startSite } from './restore/site.ts';

const KILLED = join(import.meta.dirname, 'fixtures', 'killed-restore.ts');
const OPERATIONS = join(import.meta.dirname, '..', '..', 'packages', 'operations', 'src', 'main.ts');

const site = await startSite();
afterAll(() => site.stop());
const place = join(site.dir, 'place');
/** The signed and encrypted backup of the site `old`. */
let name = '';
let backedUp: Content;

beforeAll(async () => {
  await site.fill('old');
  backedUp = await site.content('stable');
  expect(await site.run(['backup', place])).toMatchObject({ code: 0 });
  name = readdirSync(place)[0]!;
});

/** Copies the backup into another place, changes it there, and returns the place. */
function changedPlace(title: string, change: (dir: string) => void): string {
  const copy = join(site.dir, title.replaceAll(' ', '-'));
  cpSync(place, copy, { recursive: true });
  change(join(copy, name));
  return copy;
}

function signAgain(dir: string, keyFile = site.env.BACKUP_SIGNING_KEY_FILE): void {
  const manifest = readFileSync(join(dir, 'manifest.json'));
  const key = createPrivateKey(readFileSync(keyFile));
  writeFileSync(join(dir, 'manifest.sig'), sign(null, manifest, key));
}

const DATA = 'documents-users.jsonl.gz.age';

function flipByte(dir: string): void {
  const bytes = readFileSync(join(dir, DATA));
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(join(dir, DATA), bytes);
}

interface Failure {
  title: string;
  message: RegExp;
  env?: () => Record<string, string>;
  change?: (dir: string) => void;
}

const other = site.writeKey('other.pem');
const FAILURES: readonly Failure[] = [
  {
    title: 'a wrong key',
    message: /does not open the backup/,
    env: () => ({ BACKUP_IDENTITY_FILE: join(site.dir, 'other-identity') }),
  },
  { title: 'no key', message: /BACKUP_IDENTITY_FILE/, env: () => ({ BACKUP_IDENTITY_FILE: '' }) },
  {
    title: 'the file of a key is missing',
    message: /ENOENT/,
    env: () => ({ BACKUP_IDENTITY_FILE: join(site.dir, 'nothing') }),
  },
  { title: 'a damaged file', message: /is damaged/, change: flipByte },
  { title: 'a truncated file', message: /is damaged/, change: (dir) => truncateSync(join(dir, DATA), 300) },
  { title: 'a missing file', message: /ENOENT/, change: (dir) => rmSync(join(dir, DATA)) },
  {
    title: 'a line too few',
    message: /is damaged: 600 of 601 lines/,
    change: (dir) => {
      const file = join(dir, 'manifest.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"lines": 600', '"lines": 601'));
      signAgain(dir);
    },
  },
  { title: 'no signature', message: /is not signed:/, change: (dir) => rmSync(join(dir, 'manifest.sig')) },
  {
    title: 'the signature of a stranger',
    message: /is not signed by a known key/,
    change: (dir) => signAgain(dir, other),
  },
  {
    title: 'a changed manifest',
    message: /is not signed by a known key/,
    change: (dir) => {
      const file = join(dir, 'manifest.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"seconds"', ' "seconds"'));
    },
  },
  {
    title: 'a later name',
    message: /was signed under another name/,
    change: (dir) => renameSync(dir, join(dir, '..', '29991231T235959Z')),
  },
  {
    title: 'no key to authenticate',
    message: /set BACKUP_PUBLIC_KEY_FILE/,
    env: () => ({ BACKUP_SIGNING_KEY_FILE: '' }),
  },
  { title: 'no folder for the copy', message: /ENOENT/, env: () => ({ BACKUP_SCRATCH: '/nothing' }) },
];

describe('a failed restore leaves the stores as they were', () => {
  let before: Content;
  beforeAll(async () => {
    await site.fill('new');
    before = await site.content();
  });

  test.each(FAILURES)('$title', async ({ title, message, env, change }) => {
    const from = change ? changedPlace(title, change) : place;
    const { code, output } = await site.run(['restore', from, '--replace'], env?.());
    expect(output).toMatch(message);
    expect(code).toBe(1);
    expect(await site.content()).toEqual(before);
  });

  test('a full disk', async () => {
    // A limit on file sizes simulates it, in blocks of 1 KiB.
    const env = { ...process.env, ...site.env, REDIS_URL: site.addresses.redisUrl };
    const script = `ulimit -f 1; exec "${process.execPath}" "${OPERATIONS}" restore "${place}" --replace`;
    const options = { env: { ...env, MONGODB_URL: site.addresses.mongodbUrl } };
    await expect(promisify(execFile)('bash', ['-c', script], options)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('EFBIG'),
    });
    expect(await site.content()).toEqual(before);
  });

  test('a Redis without memory for both', async () => {
    const [, used] = /used_memory:(\d+)/.exec(await site.redis.info('memory'))!;
    await site.redis.config('SET', 'maxmemory', Number(used) + 20_000);
    const { code, output } = await site.run(['restore', place, '--replace']);
    await site.redis.config('SET', 'maxmemory', 0);
    expect(output).toMatch(/OOM.*the stores are unchanged/s);
    expect(code).toBe(1);
    expect(await site.content()).toEqual(before);
  });

  test.each(['command', 'operations'] as const)('a connected process of the role %s', async (role) => {
    const running = connectRedis(site.addresses.redisUrl, { role });
    await running.ping();
    const { code, output } = await site.run(['restore', place, '--replace']);
    running.disconnect();
    expect(output).toContain(`connected to Redis: default (${role})`);
    expect(code).toBe(1);
    expect(await site.content()).toEqual(before);
  });
});

test('an interrupted restore whose state is lost: refuses to replace what it set aside', async () => {
  await site.fill('new');
  await site.redis.set('restore:former:{a}a', 'former');
  const before = await site.content();
  const { code, output } = await site.run(['restore', place, '--replace']);
  expect(output).toContain('left 1 keys restore:former:*');
  expect(code).toBe(1);
  expect(await site.content()).toEqual(before);
});

test('restores an unsigned backup only if the operator accepts it', async () => {
  const from = changedPlace('unsigned', (dir) => rmSync(join(dir, 'manifest.sig')));
  await site.fill('new');
  expect(await site.run(['restore', from, '--replace', '--accept-unsigned'])).toMatchObject({ code: 0 });
  expect(await site.content('stable')).toEqual(backedUp);
});

test('restores all values, twice, also those that Redis dumps differently', async () => {
  for (let n = 0; n < 2; n++) {
    await site.fill('new');
    const { code, output } = await site.run(['restore', place, '--replace']);
    expect(output).toMatch(/restored .*: 1 games go on/);
    expect(code).toBe(0);
    expect(await site.content('stable')).toEqual(backedUp);
  }
});

test('does not back up heartbeats and locks', async () => {
  await site.fill('old');
  const elsewhere = join(site.dir, 'short-lived');
  await site.redis.set('{user:u1}:alive', '1', 'PX', 60_000);
  await site.redis.set('{queue}:room:j1:lock', '1', 'PX', 60_000);
  expect(await site.run(['backup', elsewhere])).toMatchObject({ code: 0 });
  await site.fill('new');
  expect(await site.run(['restore', elsewhere, '--replace'])).toMatchObject({ code: 0 });
  expect(await site.redis.exists('{user:u1}:alive', '{queue}:room:j1:lock')).toBe(0);
});

describe('a backup of stores that lost their content', () => {
  const lossy = join(site.dir, 'lossy');
  const policy = { BACKUP_KEEP_LAST: '1', BACKUP_KEEP_DAILY: '0', BACKUP_KEEP_WEEKLY: '0' };
  const HOUR_MS = 3_600_000;
  const later = (hours: number) => () => Date.now() + hours * HOUR_MS;

  test.each([
    ['both stores', 1, () => site.clear(), []],
    ['Redis', 2, () => site.redis.flushall(), ['--replace']],
    ['the documents', 3, () => site.db.dropDatabase(), ['--replace']],
    ['one collection', 4, () => site.db.collection('users').deleteMany({}), ['--replace']],
  ])('%s: is set aside, deletes no good one, and is not restored', async (_, hours, lose, replace) => {
    rmSync(lossy, { recursive: true, force: true });
    await site.fill('old');
    const content = await site.content('stable');
    expect(await site.run(['backup', lossy], policy)).toMatchObject({ code: 0 });
    const [good] = readdirSync(lossy);
    await lose();
    const { code, output } = await site.run(['backup', lossy, '--prune'], policy, later(hours));
    expect(output).toContain('SET ASIDE');
    expect(code).toBe(1);
    expect(await site.redis.exists('operations:backupAside')).toBe(1);
    expect(readdirSync(lossy)).toEqual([good, expect.stringMatching(/Z-aside$/)]);

    const restored = await site.run(['restore', lossy, ...replace]);
    expect(restored.output).toContain(`restored ${good}`);
    expect(await site.content('stable')).toEqual(content);
  });
});

/** Restores in another process, which is killed at `at`. Returns what it prints. */
async function killAt(at: string): Promise<string> {
  const { redisUrl, mongodbUrl } = site.addresses;
  const child: ChildProcess = spawn(process.execPath, [KILLED, redisUrl, mongodbUrl, join(plain, name), at], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([child.stdout!.toArray(), once(child, 'exit')]);
  return String(Buffer.concat(output as Buffer[])).trim();
}

/** The backup without encryption, which `restoreBackup` reads without settings. */
const plain = join(site.dir, 'plain');

describe('a killed restore', () => {
  let before: Content;
  let writes = 0;
  beforeAll(async () => {
    await site.fill('old');
    backedUp = await site.content('stable');
    expect(await site.run(['backup', plain], { BACKUP_RECIPIENTS: '' })).toMatchObject({ code: 0 });
    name = readdirSync(plain)[0]!;
    await site.fill('new');
    writes = Number(await killAt('never'));
    expect(writes).toBeGreaterThan(200);
  });

  async function prepare(): Promise<void> {
    await site.fill('new');
    before = await site.content();
  }

  async function isStaging(): Promise<boolean> {
    return (await site.db.collection('restore.journal').findOne())?.phase === 'staging';
  }

  const POINTS = ['settingAside', 'placing', 'comparing', 'resuming', 0.3, 0.6];

  test.each(POINTS)('at %s: is rolled back', async (at) => {
    await prepare();
    await killAt(typeof at === 'number' ? String(Math.floor(writes * at)) : at);
    if (!(await isStaging())) {
      const again = await site.run(['restore', plain, '--replace']);
      expect(again).toMatchObject({ code: 1, output: expect.stringContaining('--rollback') });
      expect((await site.run(['backup', place])).output).toContain('is not finished');
    }
    expect(await site.run(['restore', '--rollback'])).toMatchObject({ code: 0 });
    expect(await site.content()).toEqual(before);
  });

  test.each([...POINTS, 'discarding', 0.95])('at %s: is finished', async (at) => {
    await prepare();
    await killAt(typeof at === 'number' ? String(Math.floor(writes * at)) : at);
    const flag = (await isStaging()) ? '--replace' : '--resume';
    expect(await site.run(['restore', plain, flag])).toEqual({
      code: 0,
      output: expect.stringContaining('games go on'),
    });
    expect(await site.content('stable')).toEqual(backedUp);
  });
});

describe('a restore in which something happens', () => {
  let before: Content;
  beforeEach(async () => {
    await site.fill('new');
    before = await site.content();
  });

  async function restoreWith(onPhase: (phase: string) => Promise<void>): Promise<unknown> {
    const stores = await connectStores(site.addresses);
    const options = { replace: true, graceMs: 0, now: Date.now, onPhase };
    return restoreBackup(stores, join(plain, name), options).finally(() => stores.close());
  }

  test('a store that refuses writes: names the next step, which brings back the former content', async () => {
    const failing = restoreWith(async (phase) => {
      if (phase === 'placing') await site.redis.config('SET', 'min-replicas-to-write', 1);
    });
    await expect(failing).rejects.toThrow(/NOREPLICAS.*restore --rollback brings back/s);
    await site.redis.config('SET', 'min-replicas-to-write', 0);
    expect(await site.run(['restore', '--rollback'])).toMatchObject({ code: 0 });
    expect(await site.content()).toEqual(before);
  });

  test('Redis is killed and started again: the content is the former one', async () => {
    const failing = restoreWith(async (phase) => {
      if (phase === 'placing') await site.redisServer.kill();
    });
    await expect(failing).rejects.toThrow('restore --rollback');
    await site.redisServer.restart();
    expect(await site.run(['restore', '--rollback'])).toMatchObject({ code: 0 });
    expect(await site.content()).toEqual(before);
  });

  test('a value is lost: the former content comes back', async () => {
    const failing = restoreWith(async (phase) => {
      if (phase === 'comparing') await site.redis.srem('{ladder}:absent', 'old-7');
    });
    await expect(failing).rejects.toThrow(/differ.*\{ladder\}:absent.*the stores are as they were/s);
    expect(await site.content()).toEqual(before);
  });

  test('a key and a document expire: the restore is complete', async () => {
    await restoreWith(async (phase) => {
      if (phase !== 'comparing') return;
      await site.redis.del('limit:login:soon');
      await site.db.collection('devices').deleteOne({ soon: true });
    });
    expect(await site.redis.exists('restore:former', 'limit:login:soon')).toBe(0);
  });

  test('a service starts: its writes do not replace the former content', async () => {
    const failing = restoreWith(async (phase) => {
      if (phase !== 'placing') return;
      await site.redis.set('limit:login:1.2.3.4', 'service');
      await site.db.collection('users').insertOne({ username: 'service' });
      throw new Error('stopped here');
    });
    await expect(failing).rejects.toThrow('stopped here; the stores are as they were');
    expect(await site.content()).toEqual(before);
  });
});
