import { type ErrorBody, FOR_EVER, type JoinAck, type RoomSnapshot } from '@doushouqi/protocol';
import { ORIGIN_SANCTIONS_KEY } from '@doushouqi/protocol/server';
import { closeRedis, connectRedis, mirrorSanctions, type RedisClient } from '@doushouqi/service-kit';
import { createNotifier, type Notifier } from '@doushouqi/service-kit/socket-cluster';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type Cluster, startCluster } from './cluster.ts';
import { joinRoom, settled, syncRoom, userOf } from './play.ts';

const patience = { timeout: 30_000, interval: 20 };
const HOUR = 3_600_000;

let cluster: Cluster;
let redis: RedisClient;
let notifier: Notifier;
beforeAll(async () => {
  // Too long for the tests: connections end by notices alone.
  cluster = await startCluster({ nodes: 2, sessionSweepMs: 10 * 60_000 });
  redis = connectRedis(cluster.redis.url, { role: 'command' });
  notifier = createNotifier(redis);
});
afterAll(async () => {
  await closeRedis(redis);
  await cluster.stop();
});

let users = 0;
function newUser(): string {
  users += 1;
  return userOf(users);
}

/** Resolves when the server disconnects a client, to what it said before. */
function ended(client: Client): Promise<{ said: ErrorBody | undefined; afterMs: number }> {
  const begun = performance.now();
  let said: ErrorBody | undefined;
  client.once('sessionEnded', (body) => {
    said = body;
  });
  return new Promise((resolve) =>
    client.once('disconnect', () => resolve({ said, afterMs: performance.now() - begun })),
  );
}

describe('the connections of a closed account', () => {
  test('end on every node within 2 s of the notice, and no other does', async () => {
    const [user, other] = [newUser(), newUser()];
    const clients = [await cluster.connect(0, user), await cluster.connect(1, user)];
    const stays = await cluster.connect(0, other);
    const ends = clients.map(ended);
    await mirrorSanctions(redis, user, { close: FOR_EVER }, Date.now());
    await notifier.sanctionsChanged(user);
    for (const { said, afterMs } of await Promise.all(ends)) {
      expect(said).toEqual({ code: 'ACCOUNT_CLOSED', message: '这个账号已被停用，没有期限' });
      expect(afterMs).toBeLessThan(2_000);
    }
    expect(stays.connected).toBe(true);
  });

  test('hear the reason, although the notice that their sessions end comes before that of the closure', async () => {
    const user = newUser();
    const ends = [await cluster.connect(0, user), await cluster.connect(1, user)].map(ended);
    await mirrorSanctions(redis, user, { close: FOR_EVER }, Date.now());
    await notifier.endSessions(user, Date.now() + 60_000);
    for (const { said } of await Promise.all(ends)) expect(said).toMatchObject({ code: 'ACCOUNT_CLOSED' });
  });

  test('end without a notice at a periodic check', async () => {
    const sweeping = await startCluster({ nodes: 2, sessionSweepMs: 50 });
    const client = connectRedis(sweeping.redis.url, { role: 'command' });
    const user = newUser();
    const clients = [await sweeping.connect(0, user), await sweeping.connect(1, user)];
    const ends = clients.map(ended);
    await mirrorSanctions(client, user, { close: Date.now() + HOUR }, Date.now());
    for (const { said } of await Promise.all(ends)) expect(said).toMatchObject({ code: 'ACCOUNT_CLOSED' });
    await closeRedis(client);
    await sweeping.stop();
  });

  test('are refused until the end', async () => {
    const user = newUser();
    await mirrorSanctions(redis, user, { close: Date.now() + HOUR }, Date.now());
    for (const node of [0, 1])
      await expect(cluster.connect(node, user)).rejects.toMatchObject({ data: { code: 'ACCOUNT_CLOSED' } });
    await mirrorSanctions(redis, user, {}, Date.now());
    expect((await cluster.connect(1, user)).connected).toBe(true);
  });

  test('leave a running game to its clock', async () => {
    const [red, blue] = [newUser(), newUser()];
    await cluster.seat('closed', red, blue);
    const clients = [await cluster.connect(0, red), await cluster.connect(1, blue)];
    for (const client of clients) await joinRoom(client, 'closed');
    await settled(cluster.store, 'closed', clients);
    const end = ended(clients[0]!);
    await mirrorSanctions(redis, red, { close: FOR_EVER }, Date.now());
    await notifier.sanctionsChanged(red);
    await end;
    const header = async () => (await cluster.store.load('closed'))!.header;
    await expect.poll(async () => (await header()).offlineSince.red, patience).not.toBeNull();
    expect(await header()).toMatchObject({ status: 'playing', players: [red, blue] });
  });
});

test('a mute or a pause of rated games ends no connection', async () => {
  const user = newUser();
  const client = await cluster.connect(0, user);
  await mirrorSanctions(redis, user, { mute: FOR_EVER, shadow: FOR_EVER, unrated: FOR_EVER }, Date.now());
  await notifier.sanctionsChanged(user);
  expect(await joinRoom(client, 'no-such-room')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
  expect((await cluster.connect(1, user)).connected).toBe(true);
});

test('a rematch of a rated game by the socket is refused to an unrated player, and to the opponent', async () => {
  const [red, blue] = [newUser(), newUser()];
  const roomId = 'rated-again';
  const timeControl = { initial: 5, increment: 3 };
  const players = [red, blue] as const;
  await cluster.commands.execute(roomId, { type: 'pair', kind: 'rated', players, timeControl, gameId: 'g1' });
  await cluster.commands.execute(roomId, { type: 'surrender', userId: red });
  const clients = [await cluster.connect(0, red), await cluster.connect(1, blue)] as const;
  for (const client of clients) await joinRoom(client, roomId);
  expect(await clients[0].emitWithAck('requestReset', { roomId })).toMatchObject({ ok: true });
  await mirrorSanctions(redis, red, { unrated: FOR_EVER }, Date.now());
  expect(await clients[1].emitWithAck('acceptReset', { roomId })).toMatchObject({ code: 'OPPONENT_PAUSED' });
  await mirrorSanctions(redis, blue, { unrated: FOR_EVER }, Date.now());
  expect(await clients[1].emitWithAck('acceptReset', { roomId })).toMatchObject({ code: 'RATED_PAUSED' });
});

describe('a line of a shadow-muted player', () => {
  function hearing(client: Client) {
    const received: unknown[] = [];
    client.on('chatMessage', ({ content, ...line }) => {
      received.push('isShadowed' in line ? 'marked' : content);
    });
    client.on('unseen', ({ v }) => void received.push(v));
    return received;
  }
  async function say(roomId: string, userId: string, content: string, isShadowed = false): Promise<number> {
    const result = await cluster.commands.execute(roomId, { type: 'say', userId, content, isShadowed });
    if (!result.ok) throw new Error(result.code);
    return result.v;
  }
  function snapshotIn(ack: JoinAck): RoomSnapshot {
    if (!ack.ok || ack.catchUp.kind !== 'snapshot') throw new Error('no snapshot');
    return ack.catchUp.room;
  }

  test('reaches the own windows alone; others get its version, live and in catch-up', async () => {
    const [red, blue, watcher] = [newUser(), newUser(), newUser()];
    await cluster.seat('shadow', red, blue);
    const clients = [
      await cluster.connect(0, red),
      await cluster.connect(1, red),
      await cluster.connect(1, blue),
      await cluster.connect(0, watcher),
    ];
    for (const client of clients) await joinRoom(client, 'shadow');
    await settled(cluster.store, 'shadow', clients);
    const received = clients.map(hearing);
    const v = await say('shadow', red, '没人看见', true);
    await say('shadow', blue, '你好');
    await expect
      .poll(() => received, patience)
      .toEqual([
        ['没人看见', '你好'],
        ['没人看见', '你好'],
        [v, '你好'],
        [v, '你好'],
      ]);

    const [own, , opponent, spectator] = clients as [Client, Client, Client, Client];
    for (const reader of [opponent, spectator]) {
      expect(await syncRoom(reader, 'shadow', v - 1)).toMatchObject({
        v: v + 1,
        catchUp: {
          kind: 'tail',
          events: [
            { type: 'unseen', v },
            { type: 'chatMessage', content: '你好' },
          ],
        },
      });
      const { chatMessages } = snapshotIn(await joinRoom(reader, 'shadow'));
      expect(chatMessages.map(({ content }) => content)).toEqual(['你好']);
    }
    const tail = await syncRoom(own, 'shadow', v - 1);
    expect(tail).toMatchObject({ catchUp: { events: [{ content: '没人看见' }, { content: '你好' }] } });
    const { chatMessages } = snapshotIn(await joinRoom(own, 'shadow'));
    expect(chatMessages.map(({ content }) => content)).toEqual(['没人看见', '你好']);
    expect(JSON.stringify([tail, chatMessages])).not.toContain('isShadowed');
  });
});

describe('the connections from a closed network or device', () => {
  const DEVICE = 'd'.repeat(16);
  const [NEAR, FAR] = ['203.0.113.7', '198.51.100.7'];
  const close = async (...origins: { of: 'network' | 'device'; value: string }[]) => {
    const each = { kind: 'close', from: Date.now(), end: Date.now() + HOUR, coversMembers: false, text: '' };
    await redis.set(ORIGIN_SANCTIONS_KEY, JSON.stringify(origins.map((one) => ({ ...one, ...each }))));
    await notifier.originsChanged();
  };
  afterEach(async () => {
    await redis.del(ORIGIN_SANCTIONS_KEY);
    await notifier.originsChanged();
  });

  test('of guests and new accounts end within 2 s, and no other does', async () => {
    const range = { of: 'network' as const, value: '203.0.113.0/24' };
    const guest = { role: 'guest' as const };
    const fresh = { role: 'player' as const, memberSince: Date.now() + HOUR };
    const [near, onDevice, member, far, old] = await Promise.all([
      cluster.connect(0, newUser(), { ...guest, address: NEAR }),
      cluster.connect(1, newUser(), { ...guest, address: FAR, device: DEVICE }),
      cluster.connect(1, newUser(), { ...fresh, address: NEAR }),
      cluster.connect(0, newUser(), { ...guest, address: FAR }),
      cluster.connect(1, newUser(), { role: 'player', memberSince: 1, address: NEAR }),
    ]);
    const ends = [near!, onDevice!, member!].map(ended);
    await close(range, { of: 'device', value: DEVICE });
    const said = (await Promise.all(ends)).map((one) => {
      expect(one.afterMs).toBeLessThan(2_000);
      return one.said?.code;
    });
    expect(said).toEqual(['NETWORK_CLOSED', 'DEVICE_CLOSED', 'NETWORK_CLOSED']);
    expect([far!.connected, old!.connected]).toEqual([true, true]);
  });

  test('are not admitted, and are admitted elsewhere', async () => {
    await close({ of: 'network', value: '203.0.113.0/24' });
    const user = newUser();
    for (const node of [0, 1]) {
      const refused = cluster.connect(node, user, { role: 'guest', address: NEAR });
      await expect(refused).rejects.toMatchObject({ data: { code: 'NETWORK_CLOSED' } });
    }
    const elsewhere = await cluster.connect(0, user, { role: 'guest', address: FAR });
    expect(elsewhere.connected).toBe(true);
  });
});
