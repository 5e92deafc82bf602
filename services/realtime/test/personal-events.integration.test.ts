import { errorBody, type LobbyMessage, ONLINE_LEASE, type ServerToClientEvents } from '@doushouqi/protocol';
import { createOnline } from '@doushouqi/room-core/presence';
import {
  closeRedis,
  connectRedis,
  endedSessionKey,
  passwordUpdatedAtKey,
  type RedisClient,
} from '@doushouqi/service-kit';
import {
  channelOfSocketRoom,
  createNotifier,
  LOBBY_ROOM,
  type Notifier,
  tournamentRoom,
  userRoom,
} from '@doushouqi/service-kit/socket-cluster';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type Cluster, startCluster } from './cluster.ts';
import { joinRoom, userOf } from './play.ts';

const patience = { timeout: 30_000, interval: 20 };
let ahead = 0;
let cluster: Cluster;
let redis: RedisClient;
let notifier: Notifier;
beforeAll(async () => {
  cluster = await startCluster({ nodes: 2, now: () => Date.now() + ahead });
  redis = connectRedis(cluster.redis.url, { role: 'command' });
  notifier = createNotifier(redis);
});
afterAll(async () => {
  await closeRedis(redis);
  await cluster.stop();
});
afterEach(() => {
  ahead = 0;
});

const LOBBY_CHANNEL = channelOfSocketRoom(LOBBY_ROOM);
function userChannel(userId: string): string {
  return channelOfSocketRoom(userRoom(userId));
}
let nextUser = 1;
function newUser(): string {
  return userOf(nextUser++);
}
async function listeners(channel: string): Promise<number> {
  return Number(((await redis.call('PUBSUB', 'SHARDNUMSUB', channel)) as unknown[])[1]);
}
/** Connects and waits until the node receives the user's personal events. */
async function connect(node: number, userId: string, nodesHearing = 1): Promise<Client> {
  const client = await cluster.connect(node, userId);
  await expect.poll(() => listeners(userChannel(userId)), patience).toBe(nodesHearing);
  await expect.poll(() => cluster.nodes[node]!.held().present, patience).toBe(0);
  return client;
}
function receivedEvents(client: Client, event: keyof ServerToClientEvents): unknown[] {
  const received: unknown[] = [];
  client.on(event, (payload: unknown) => void received.push(payload));
  return received;
}
function line(n: number): LobbyMessage {
  return {
    _id: `l${n}`,
    userId: userOf(900),
    nickname: '甲',
    avatar: 'cat.png',
    content: `第 ${n} 句`,
    timestamp: n,
  };
}

describe('a personal event', () => {
  test('reaches all windows of its user on all nodes once, and no other user', async () => {
    const [user, other] = [newUser(), newUser()];
    const windows = [await connect(0, user), await connect(0, user), await connect(1, user, 2)];
    const bystander = await connect(0, other);
    const received = [...windows, bystander].map((client) => receivedEvents(client, 'messagesRead'));
    await notifier.notify([user], { event: 'messagesRead', payload: { userId: other } });
    await notifier.notify([other], { event: 'messagesRead', payload: { userId: user } });
    const once = [{ userId: other }];
    await expect.poll(() => received, patience).toEqual([once, once, once, [{ userId: user }]]);
  });

  test('is subscribed to by a node only while the user has a connection to it', async () => {
    const user = newUser();
    const windows = [await connect(0, user), await connect(0, user)];
    windows[0]!.disconnect();
    const received = receivedEvents(windows[1]!, 'userChanged');
    await notifier.notify([user], { event: 'userChanged', payload: {} });
    await expect.poll(() => received, patience).toEqual([{}]);
    windows[1]!.disconnect();
    await expect.poll(() => listeners(userChannel(user)), patience).toBe(0);
    await connect(0, user);
  });

  test('is ignored when it is malformed', async () => {
    const user = newUser();
    const client = await connect(0, user);
    const received = receivedEvents(client, 'friendsChanged');
    for (const rubbish of [
      '',
      '{',
      '{}',
      '[null]',
      '{"nsp":"/","type":3}',
      '{"nsp":"/","type":8,"data":{}}',
    ]) {
      await redis.spublish(userChannel(user), rubbish);
      await redis.spublish('socket.io#/#', rubbish);
    }
    await notifier.notify([user], { event: 'friendsChanged', payload: {} });
    await expect.poll(() => received, patience).toEqual([{}]);
  });
});

describe('lobby lines', () => {
  const watching = () => listeners(LOBBY_CHANNEL);

  test('reach a client from watchLobby until it stops watching or disconnects', async () => {
    const [watcher, leaver, other] = [
      await connect(0, newUser()),
      await connect(1, newUser()),
      await connect(0, newUser()),
    ];
    expect(await watching()).toBe(0);
    const received = [watcher, leaver, other].map((client) => receivedEvents(client, 'lobbyMessage'));
    for (const client of [watcher, leaver]) client.emit('watchLobby', { on: true });
    await expect.poll(watching, patience).toBe(2);
    await notifier.notifyLobby({ event: 'lobbyMessage', payload: line(1) });
    await expect.poll(() => received, patience).toEqual([[line(1)], [line(1)], []]);
    leaver.emit('watchLobby', { on: false });
    await expect.poll(watching, patience).toBe(1);
    await notifier.notifyLobby({ event: 'lobbyMessage', payload: line(2) });
    await expect.poll(() => received, patience).toEqual([[line(1), line(2)], [line(1)], []]);
    watcher.disconnect();
    await expect.poll(watching, patience).toBe(0);
  });

  test('refuses malformed watchLobby messages', async () => {
    const client = await connect(0, newUser());
    const raw = client as unknown as { emit(event: string, message?: unknown): void };
    for (const message of [undefined, null, { on: 'yes' }, [true], 7]) raw.emit('watchLobby', message);
    expect(await joinRoom(client, 'no-such-room')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
    expect(await watching()).toBe(0);
  });
});

describe('a tournament', () => {
  test('sends its updates to the connections that watch it, which watch one at a time', async () => {
    const client = await connect(0, newUser());
    const received = receivedEvents(client, 'tournamentUpdate');
    const update = (id: string) => ({
      ...{ id, v: 1, phase: 'running' as const, round: 0, players: 0, games: 0, nextAt: null, top: [] },
    });
    const watching = (id: string) => listeners(channelOfSocketRoom(tournamentRoom(id)));
    client.emit('watchTournament', { id: 'one', on: true });
    await expect.poll(() => watching('one'), patience).toBe(1);
    client.emit('watchTournament', { id: 'two', on: true });
    await expect.poll(() => watching('two'), patience).toBe(1);
    await expect.poll(() => watching('one'), patience).toBe(0);
    for (const id of ['one', 'two'])
      await notifier.notifyTournament(id, { event: 'tournamentUpdate', payload: update(id) });
    await expect.poll(() => received, patience).toEqual([update('two')]);
    client.emit('watchTournament', { id: 'two', on: false });
    await expect.poll(() => watching('two'), patience).toBe(0);
  });
});

describe('a connection', () => {
  const ended = (client: Client): Promise<unknown[]> => {
    const said = receivedEvents(client, 'sessionEnded');
    return new Promise((resolve) => client.once('disconnect', (reason) => resolve([reason, ...said])));
  };
  const OVER = ['io server disconnect', errorBody('TOKEN_EXPIRED')];

  test('ends with the sessions that a password change ends, on every node; a later session stays', async () => {
    const user = newUser();
    const old = [await connect(0, user), await connect(1, user, 2)];
    const before = Date.now() + 60_000;
    const late = await cluster.connect(0, user, { issuedAt: before });
    const ends = old.map(ended);
    const other = await connect(0, newUser());
    await notifier.endSessions(user, before);
    expect(await Promise.all(ends)).toEqual([OVER, OVER]);
    expect(await joinRoom(late, 'no-such-room')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
    expect(other.connected).toBe(true);
  });

  test('of a guest ends with the registration, whatever its time of issue', async () => {
    const user = newUser();
    const client = await cluster.connect(0, user, { issuedAt: Date.now() + 60_000, role: 'guest' });
    const end = ended(client);
    await notifier.endSessions(user, Date.now());
    expect(await end).toEqual(OVER);
  });

  test('ends after a missed notification, because the node checks the session when it subscribes', async () => {
    const user = newUser();
    // Simulates a password change right after the token check.
    const { promise: looked, resolve } = Promise.withResolvers<void>();
    const { redis: nodeRedis } = cluster.nodes[0]!;
    const mget = nodeRedis.mget.bind(nodeRedis);
    Object.assign(nodeRedis, {
      async mget(...keys: string[]) {
        const values = await mget(...keys);
        if (keys[0] === passwordUpdatedAtKey(user)) {
          await redis.set(keys[0], Date.now() + 60_000);
          resolve();
        }
        return values;
      },
    });
    const client = await cluster.connect(0, user);
    const end = ended(client);
    await looked;
    expect(await end).toEqual(OVER);
    Object.assign(nodeRedis, { mget });
  });

  test('ends with its own session only, on every node', async () => {
    const user = newUser();
    const [mine, others] = ['mine', 'others'];
    const own = [
      await cluster.connect(0, user, { sessionId: mine }),
      await cluster.connect(1, user, { sessionId: mine }),
    ];
    const other = await cluster.connect(0, user, { sessionId: others });
    const ends = own.map(ended);
    await notifier.endSession(user, mine);
    expect(await Promise.all(ends)).toEqual([OVER, OVER]);
    expect(await joinRoom(other, 'no-such-room')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
  });

  test('ends when its token expires', async () => {
    const [short, long] = [
      await cluster.connect(0, newUser(), { lifetimeSeconds: 600 }),
      await connect(0, newUser()),
    ];
    const end = ended(short);
    ahead = 599_000;
    expect(await joinRoom(short, 'no-such-room')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
    ahead = 601_000;
    expect(await end).toEqual(OVER);
    expect(long.connected).toBe(true);
  });
});

describe('online status', () => {
  const online = async (userId: string) =>
    (await createOnline(redis, { leaseMs: ONLINE_LEASE }).of([userId])).get(userId)?.online;
  const becomes = (userId: string, is: boolean) => expect.poll(() => online(userId), patience).toBe(is);

  test('starts with the first connection of a user to a node and ends with the last', async () => {
    const user = newUser();
    expect(await online(user)).toBe(false);
    const windows = [await connect(0, user), await connect(0, user), await connect(1, user, 2)];
    await becomes(user, true);
    windows[0]!.disconnect();
    windows[2]!.disconnect();
    await expect.poll(() => redis.zcard(`{user:${user}}:nodes`), patience).toBe(1);
    expect(await online(user)).toBe(true);
    windows[1]!.disconnect();
    await becomes(user, false);
  });

  test('is reported again after the node’s lease was lost', async () => {
    const user = newUser();
    await connect(0, user);
    await becomes(user, true);
    await redis.del(`{user:${user}}:nodes`, '{nodes}:beats');
    await becomes(user, true);
  });
});

describe('after an outage of Redis', () => {
  test('reports users who connected or disconnected during the outage, and ends expired sessions', async () => {
    const [user, gone, changed] = [newUser(), newUser(), newUser()];
    const client = await cluster.connect(0, user, { sessionId: 'goes-on' });
    const goner = await connect(0, gone);
    const ending = await connect(0, changed);
    const left = await cluster.connect(0, user, { sessionId: 'logged-out' });
    client.emit('watchLobby', { on: true });
    await expect.poll(() => listeners(LOBBY_CHANNEL), patience).toBe(1);
    await redis.set(passwordUpdatedAtKey(changed), Date.now() + 60_000);
    await redis.set(endedSessionKey(user, 'logged-out'), '1');
    const ends = [ending, left].map((one) => new Promise((resolve) => one.once('disconnect', resolve)));
    const received = [receivedEvents(client, 'userChanged'), receivedEvents(client, 'lobbyMessage')];
    await cluster.redis.kill();
    goner.disconnect();
    await cluster.redis.restart();
    expect(await Promise.all(ends)).toEqual(Array(2).fill('io server disconnect'));
    await expect.poll(() => listeners(userChannel(user)), patience).toBe(1);
    await expect.poll(() => listeners(LOBBY_CHANNEL), patience).toBe(1);
    await expect.poll(() => listeners(userChannel(gone)), patience).toBe(0);
    await notifier.notify([user], { event: 'userChanged', payload: {} });
    await notifier.notifyLobby({ event: 'lobbyMessage', payload: line(3) });
    await expect.poll(() => received, patience).toEqual([[{}], [line(3)]]);
    await expect.poll(() => redis.zcard(`{user:${gone}}:nodes`), patience).toBe(0);
  });

  test('keeps no state after all clients have disconnected', async () => {
    for (const { io } of cluster.nodes) io.disconnectSockets(true);
    const nothing = { rooms: 0, users: 0, present: 0 };
    await expect.poll(() => cluster.nodes.map(({ held }) => held()), patience).toEqual([nothing, nothing]);
    const channels = async () => [
      ...((await redis.call('PUBSUB', 'SHARDCHANNELS', '*user:*')) as string[]),
      ...((await redis.call('PUBSUB', 'SHARDCHANNELS', '*lobby*')) as string[]),
    ];
    await expect.poll(channels, patience).toEqual([]);
  });
});
