import { checkLog, endedSessionKey, invitationHash, type StoredLogEntry } from '@doushouqi/service-kit';
import { startTestRedis, startTestStore } from '@doushouqi/service-kit/testing';
import { MongoClient, ObjectId } from 'mongodb';
import { afterAll, expect, it, vi } from 'vitest';
import { connectStores } from '../src/backup/stores.ts';
import { runCommand } from '../src/command.ts';

const [store, server] = await Promise.all([startTestStore(), startTestRedis()]);
const client = await MongoClient.connect(store.url);
const db = client.db();
const addresses = { redisUrl: server.url, mongodbUrl: store.url };
const stores = await connectStores(addresses);
afterAll(async () => {
  await stores.close();
  await client.close();
  await Promise.all([store.stop(), server.stop()]);
});

const NOW = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;

/** Runs `admin …`. Returns its exit code and what it printed. */
async function admin(...args: string[]) {
  const lines: string[] = [];
  const errors = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  const code = await runCommand(['admin', ...args], {
    addresses: () => addresses,
    env: {},
    print: (line) => void lines.push(line),
    now: () => NOW,
  });
  errors.mockRestore();
  return { code, lines };
}

async function newUser(username: string, more: object = {}): Promise<string> {
  const { insertedId } = await db.collection('users').insertOne({
    username,
    usernameLower: username.toLowerCase(),
    nickname: '阿山',
    passwordHash: 'x',
    ...more,
  });
  return insertedId.toString();
}

it('makes an operator with an invitation, ends the console sessions and logs it', async () => {
  const userId = await newUser('ShanJun');
  const session = { userId, name: '后台', expiresAt: new Date(NOW + HOUR) };
  const devices = db.collection<{ _id: string; office?: string }>('devices');
  await devices.insertMany([
    { _id: 'console', ...session, office: 'moderator' },
    { _id: 'site', ...session },
  ]);
  const first = await admin('operator', 'shanjun');
  const second = await admin('operator', 'shanjun');
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(second.lines.slice(0, 2)).toEqual([
    'ShanJun (阿山) is an operator.',
    expect.stringContaining('/admin'),
  ]);
  const invitation = second.lines[2]!;
  expect(Buffer.from(invitation, 'base64url')).toHaveLength(24);
  expect(await db.collection('users').findOne({ _id: new ObjectId(userId) })).toMatchObject({
    role: 'operator',
  });
  expect(await db.collection<{ _id: string }>('factors').findOne({ _id: userId })).toEqual({
    _id: userId,
    invitation: { hash: invitationHash(invitation), expiresAt: new Date(NOW + 48 * HOUR) },
    step: 0,
    failures: 0,
  });
  expect(await devices.find().toArray()).toMatchObject([{ _id: 'site' }]);
  expect(await stores.redis.get(endedSessionKey(userId, 'console'))).toBe('1');
  const log = db.collection<StoredLogEntry>('operatorlog').find().sort({ _id: 1 });
  expect(await checkLog(log.clone())).toMatchObject({ entries: 2, faults: [] });
  expect(await log.toArray()).toMatchObject(
    [1, 2].map((n) => ({ _id: n, by: '命令行', byId: null, what: '任命管理员', person: { id: userId } })),
  );
});

it.each([
  ['no account', 'unknown', {}],
  ['a bot', 'robot_x', { role: 'bot', passwordHash: undefined }],
  ['an account that leaves', 'leaving', { deletesAt: new Date(NOW) }],
])('refuses %s, and changes nothing', async (_case, username, more) => {
  if (username !== 'unknown') await newUser(username, more);
  const { code, lines } = await admin('operator', username);
  expect([code, lines]).toEqual([1, [`no member has the username "${username}"`]]);
  expect(await db.collection('users').countDocuments({ usernameLower: username, role: 'operator' })).toBe(0);
});
