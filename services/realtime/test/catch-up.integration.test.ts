import { fromWireSide } from '@doushouqi/protocol';
import { formatRecord, gameMoves } from '@doushouqi/rules';
import { connectRedis } from '@doushouqi/service-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { joinRoom, moveOf, received, receivedVersions, sendMove, settled, syncRoom, userOf } from './play.ts';

const [RED, BLUE] = [userOf(1), userOf(2)];
let nextWatcher = 1_000;
/** Returns a user who only watches, which causes no events in the room. */
function watcher(): string {
  return userOf(nextWatcher++);
}
let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ nodes: 2 });
});
afterAll(() => cluster.stop());

/** Plays half-moves without the nodes. Their caches are updated by the feed only. */
async function playElsewhere(roomId: string, from: number, to: number): Promise<void> {
  for (let ply = from; ply < to; ply++) {
    const { player, ...move } = moveOf(roomId, ply);
    const userId = ply % 2 === 0 ? RED : BLUE;
    const command = { type: 'move', userId, side: fromWireSide(player), ...move } as const;
    expect(await cluster.commands.execute(roomId, command)).toMatchObject({ ok: true });
  }
}

describe('joinRoom', () => {
  beforeAll(async () => {
    await cluster.seat('join', RED, BLUE);
    await playElsewhere('join', 0, 3);
  });

  test('sends a snapshot without a version', async () => {
    const client = await cluster.connect(0, watcher());
    const answer = await joinRoom(client, 'join');
    expect(answer).toMatchObject({
      ok: true,
      v: 5,
      catchUp: { kind: 'snapshot', room: { v: 5, record: expect.stringMatching(/^.{6}\d{9}$/) } },
    });
  });

  test('sends the tail for an older version', async () => {
    const client = await cluster.connect(1, watcher());
    const answer = await joinRoom(client, 'join', 3);
    expect(answer).toMatchObject({ ok: true, v: 5, catchUp: { kind: 'tail', events: [{ v: 4 }, { v: 5 }] } });
  });

  test('reports up to date for the current version', async () => {
    const client = await cluster.connect(0, watcher());
    expect(await joinRoom(client, 'join', 5)).toMatchObject({
      ok: true,
      v: 5,
      catchUp: { kind: 'upToDate' },
    });
  });

  test('sends a snapshot for a version from the future', async () => {
    const client = await cluster.connect(0, watcher());
    expect(await joinRoom(client, 'join', 50)).toMatchObject({ v: 5, catchUp: { kind: 'snapshot' } });
  });

  test('refuses a room that does not exist, and keeps no state', async () => {
    const client = await cluster.connect(0, watcher());
    expect(await joinRoom(client, 'nowhere')).toMatchObject({ ok: false, code: 'ROOM_NOT_FOUND' });
  });

  test('leaves no gap between the reply and the events when clients join during moves', async () => {
    await cluster.seat('racing', RED, BLUE);
    const playing = playElsewhere('racing', 0, 28);
    const joined = Array.from({ length: 12 }, async (_, n) => {
      const client = await cluster.connect(n % 2, userOf(100 + n));
      const versions = receivedVersions(client);
      const answer = await joinRoom(client, 'racing', 2);
      if (!answer.ok) throw new Error(answer.code);
      return { versions, v: answer.v };
    });
    const clients = await Promise.all(joined);
    await playing;
    for (const { versions, v } of clients) {
      const missing = Array.from({ length: 30 - v }, (_, index) => v + 1 + index);
      await expect.poll(() => versions).toEqual(missing);
    }
  });

  test('counts a second join once, and ends with one leave', async () => {
    await cluster.seat('twice', RED, BLUE);
    const client = await cluster.connect(0, watcher());
    await Promise.all([joinRoom(client, 'twice'), joinRoom(client, 'twice')]);
    const versions = receivedVersions(client);
    const arrived = received(client, 3);
    await playElsewhere('twice', 0, 1);
    await arrived;
    expect(await client.emitWithAck('leaveRoom', { roomId: 'twice' })).toEqual({ ok: true });
    const second = await cluster.connect(0, watcher());
    await joinRoom(second, 'twice');
    const secondArrived = received(second, 4);
    await playElsewhere('twice', 1, 2);
    await secondArrived;
    expect(versions).toEqual([3]);
  });

  test('a fifth room makes the client leave the first', async () => {
    const names = ['r1', 'r2', 'r3', 'r4', 'r5'];
    const client = await cluster.connect(0, watcher());
    for (const name of names) {
      await cluster.seat(name, RED, BLUE);
      await joinRoom(client, name);
    }
    const versions = receivedVersions(client);
    const arrived = received(client, 3);
    await playElsewhere('r1', 0, 1);
    await playElsewhere('r5', 0, 1);
    await arrived;
    expect(versions).toEqual([3]);
  });
});

describe('syncRoom', () => {
  test('replies with the stored events', async () => {
    await cluster.seat('sync', RED, BLUE);
    const client = await cluster.connect(0, watcher());
    await joinRoom(client, 'sync');
    await playElsewhere('sync', 0, 2);
    expect(await syncRoom(client, 'sync', 2)).toMatchObject({ v: 4, catchUp: { kind: 'tail' } });
    expect(await syncRoom(client, 'sync', 4)).toMatchObject({ v: 4, catchUp: { kind: 'upToDate' } });
  });

  test('replies with syncRequested when no acknowledgement is requested', async () => {
    const client = await cluster.connect(0, watcher());
    const asked = new Promise((resolve) => client.once('syncRequested', resolve));
    client.emit('syncRoom', { roomId: 'sync' });
    expect(await asked).toEqual({ roomId: 'sync' });
  });
});

describe('after an interruption of the feed', () => {
  test('delivers the missed events in order', async () => {
    await cluster.seat('cut', RED, BLUE);
    const client = await cluster.connect(0, watcher());
    await joinRoom(client, 'cut');
    const versions = receivedVersions(client);
    const admin = connectRedis(cluster.redis.url, { role: 'command' });
    await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await playElsewhere('cut', 0, 3);
    await expect.poll(() => versions).toEqual([3, 4, 5]);
    const arrived = received(client, 6);
    await playElsewhere('cut', 3, 4);
    await arrived;
    expect(versions).toEqual([3, 4, 5, 6]);
    admin.disconnect();
  });
});

test('ignores invalid messages of the feed and delivers later events', async () => {
  await cluster.seat('rubbish', RED, BLUE);
  const client = await cluster.connect(0, watcher());
  await joinRoom(client, 'rubbish');
  const versions = receivedVersions(client);
  const admin = connectRedis(cluster.redis.url, { role: 'command' });
  for (const rubbish of ['', 'no JSON', '[null]', '[{"type":"moveMade","v":3}]', '[{"v":99}]']) {
    await admin.spublish('{room:rubbish}:stream', rubbish);
  }
  const arrived = received(client, 4);
  await playElsewhere('rubbish', 0, 2);
  await arrived;
  expect(versions).toEqual([3, 4]);
  expect((await cluster.store.load('rubbish'))?.v).toBe(4);
  admin.disconnect();
});

test('replaces a commit that a failover undid with another one of the same version', async () => {
  const roomId = 'undone';
  await cluster.seat(roomId, RED, BLUE);
  const players = [await cluster.connect(0, RED), await cluster.connect(1, BLUE)] as const;
  for (const player of players) await joinRoom(player, roomId);
  const v = await settled(cluster.store, roomId, players);
  const admin = connectRedis(cluster.redis.url, { role: 'command' });
  const keys = await admin.keys(`{room:${roomId}}:*:*`);
  const dumps = await Promise.all(keys.map((key) => admin.dumpBuffer(key)));
  const seen = received(players[1], v + 1);
  expect(await sendMove(players[0], moveOf(roomId, 0))).toEqual({ ok: true, v: v + 1 });
  await seen;
  // Simulates a replica that lacked the move when it became the master.
  await Promise.all(keys.map((key, n) => admin.restore(key, 0, dumps[n]!, 'REPLACE')));
  const [red, blue] = players.map((each) => new Promise((done) => each.once('syncRequested', done)));
  const { player, ...move } = moveOf(roomId, 2);
  const other = { ...move, side: fromWireSide(player), ply: 0, id: 'other' };
  expect(await cluster.commands.execute(roomId, { type: 'move', userId: RED, ...other })).toMatchObject({
    ok: true,
    v: v + 1,
  });
  expect(await sendMove(players[1], moveOf(roomId, 1))).toEqual({ ok: true, v: v + 2 });
  await blue;
  // Red's node took both events for successors of its cached state. It reloads the room when its connection is back.
  await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  await red;
  const { game } = (await cluster.store.load(roomId))!;
  expect(gameMoves(game)[0]).toMatchObject({ from: other.from, to: other.to });
  for (const player of players) {
    expect(await joinRoom(player, roomId)).toMatchObject({
      v: v + 2,
      catchUp: { room: { record: formatRecord(game) } },
    });
  }
  admin.disconnect();
});

test('hosts no room after the last socket has disconnected', async () => {
  await cluster.seat('last', RED, BLUE);
  const client = await cluster.connect(0, RED);
  await joinRoom(client, 'last');
  expect(await sendMove(client, moveOf('last', 0))).toMatchObject({ ok: true });
  for (const { io } of cluster.nodes) io.disconnectSockets(true);
  for (const node of cluster.nodes) {
    await expect.poll(() => node.held()).toEqual({ rooms: 0, users: 0, present: 0 });
  }
  const admin = connectRedis(cluster.redis.url, { role: 'command' });
  await expect.poll(() => admin.call('PUBSUB', 'SHARDCHANNELS', '*room:*')).toEqual([]);
  await expect.poll(() => admin.call('PUBSUB', 'SHARDCHANNELS', '*user:*')).toEqual([]);
  admin.disconnect();
});
