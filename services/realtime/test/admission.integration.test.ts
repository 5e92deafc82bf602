import { makeTestKeys, signTestToken } from '@doushouqi/service-kit/testing';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { joinRoom, moveOf, sendMove, userOf } from './play.ts';

const PER_USER = 3;
let ahead = 0;
let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({
    nodes: 1,
    socketsPerUser: PER_USER,
    messages: { perSecond: 5, burst: 20 },
    now: () => Date.now() + ahead,
  });
});
afterAll(() => cluster.stop());

function refusalOf(auth: Record<string, unknown>): Promise<unknown> {
  return new Promise((resolve) => {
    const client = io(cluster.nodes[0]!.url, {
      auth,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    client.once('connect', () => {
      client.close();
      resolve('connected');
    });
    client.once('connect_error', (error) => {
      client.close();
      resolve((error as Error & { data?: unknown }).data);
    });
  });
}

describe('connecting', () => {
  test.each([
    ['no token', {}],
    ['an empty token', { token: '' }],
    ['a token that is no text', { token: { $ne: null } }],
    ['a token longer than any', { token: 'x'.repeat(10_000) }],
    ['a token of somebody else', { token: signTestToken(userOf(1), makeTestKeys().privateKey) }],
  ])('refuses %s', async (_, auth) => {
    expect(await refusalOf(auth)).toEqual({ code: 'UNAUTHORIZED', message: '请先登录' });
  });

  test('refuses a token that is not for playing', async () => {
    const token = cluster.tokenOf(userOf(4), { scope: 'self' });
    expect(await refusalOf({ token })).toMatchObject({ code: 'SCOPE_MISSING' });
  });

  test('starts the Engine.IO session id with the node’s name, which the gateway routes by', async () => {
    const client = await cluster.connect(0, userOf(2));
    expect(client.io.engine.id).toMatch(/^rt-1\.[\w-]{20}$/);
  });

  test('limits the sockets of a user, and frees the slots on disconnect', async () => {
    const open = [];
    for (let n = 0; n < PER_USER; n++) open.push(await cluster.connect(0, userOf(3)));
    await expect(cluster.connect(0, userOf(3))).rejects.toMatchObject({ data: { code: 'RATE_LIMITED' } });
    const users = cluster.nodes[0]!.held().users;
    for (const client of open) client.disconnect();
    await expect.poll(() => cluster.nodes[0]!.held().users).toBe(users - 1);
    await cluster.connect(0, userOf(3));
  });
});

describe('malformed messages', () => {
  const hostile: [string, unknown[]][] = [
    ['nothing', []],
    ['null', [null]],
    ['a number', [7]],
    ['a list', [[1, 2]]],
    ['text where an object is due', ['R1']],
    ['an acknowledgement where the message is due', [() => undefined]],
    ['wrong types', [{ roomId: { $gt: '' }, from: 'a', to: [], player: '1' }]],
    ['a room number with a colon', [{ roomId: 'a:b', from: { x: 0, y: 0 }, to: { x: 0, y: 1 }, player: 1 }]],
    ['numbers that are none', [{ roomId: 'R1', from: { x: 1e99, y: -1 }, to: { x: 0.5, y: 0 }, player: 3 }]],
    [
      'a polluting key',
      [
        JSON.parse(
          '{"roomId":"R1","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}',
        ),
      ],
    ],
    ['deep nesting', [JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`)]],
    ['too many arguments', [{ roomId: 'R1' }, 'not an acknowledgement', 3, {}]],
  ];

  test.each(hostile)('%s: refuses or ignores it, and the node stays available', async (_, args) => {
    const client = await cluster.connect(0, userOf(4));
    const raw = client as unknown as { emit(event: string, ...args: unknown[]): void };
    for (const event of ['joinRoom', 'move', 'leaveRoom', 'moveReceived', 'watchLobby', 'noSuchEvent'])
      raw.emit(event, ...args);
    expect(await joinRoom(client, 'no-such-room')).toMatchObject({ ok: false, code: 'ROOM_NOT_FOUND' });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    client.disconnect();
    expect(cluster.nodes[0]!.held().rooms).toBe(0);
  });

  test('reports an invalid move in the acknowledgement and as moveError', async () => {
    const client = await cluster.connect(0, userOf(5));
    const error = new Promise((resolve) => client.once('moveError', resolve));
    expect(await sendMove(client, { roomId: 'R1' })).toEqual({
      ok: false,
      code: 'INVALID_INPUT',
      message: '输入内容有误',
    });
    expect(await error).toEqual({ code: 'INVALID_INPUT', message: '输入内容有误', roomId: 'R1' });
  });

  test('a message over the size limit disconnects only its sender', async () => {
    const bystander = await cluster.connect(0, userOf(6));
    const client = await cluster.connect(0, userOf(7));
    const closed = new Promise((resolve) => client.once('disconnect', resolve));
    client.emit('joinRoom', { roomId: 'x'.repeat(20_000) });
    expect(await closed).toMatch(/transport/);
    expect(await joinRoom(bystander, 'no-such-room')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
  });

  test('logged no error in the tests above', () => {
    expect(cluster.nodes[0]!.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('too many messages', () => {
  test('are refused with the right code, and the socket recovers', async () => {
    const client = await cluster.connect(0, userOf(8));
    const answers = await Promise.all(Array.from({ length: 25 }, () => joinRoom(client, 'no-such-room')));
    expect(answers.filter((answer) => !answer.ok && answer.code === 'RATE_LIMITED').length).toBeGreaterThan(
      0,
    );
    ahead += 5_000;
    expect(await joinRoom(client, 'no-such-room')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
  });

  test('disconnect a client that continues', async () => {
    const client = await cluster.connect(0, userOf(9));
    const closed = new Promise((resolve) => client.once('disconnect', resolve));
    for (let n = 0; n < 80; n++) client.emit('move', moveOf('R1', 0));
    expect(await closed).toBe('io server disconnect');
  });
});
