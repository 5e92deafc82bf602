import { TURN_CALL_AFTER } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { decide, type RoomCommand } from '@doushouqi/room';
import { createPushNotifications, turnCallsKey } from '@doushouqi/room-core/push-notifications';
import { endedSessionKey, passwordUpdatedAtKey, route } from '@doushouqi/service-kit';
import { outcome, startPeer, startPushSink } from '@doushouqi/service-kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { towards } from '../src/models.ts';
import { ALL, testPush } from './push-fixtures.ts';

const HOUR_MS = 3_600_000;
const { sink, social, rooms, ann, bob, mailed, deviceOf, subscribe, show, call, message } = await testPush();

describe('the subscription of a device', () => {
  it('is stored with its kinds, replaced, and removed', async () => {
    const { publicKey, kinds } = await bob.api.getPush();
    expect([publicKey.length, kinds]).toEqual([87, null]);
    await subscribe(bob.api, { message: false });
    expect(await bob.api.getPush()).toEqual({ publicKey, kinds: { ...ALL, message: false } });
    await subscribe(bob.api);
    expect((await bob.api.getPush()).kinds).toEqual(ALL);
    expect(await social.context.subscriptions.countDocuments()).toBe(1);
    await bob.api.removePush();
    await bob.api.removePush();
    expect((await bob.api.getPush()).kinds).toBeNull();
  });

  it('belongs to one session: other devices of the user do not see it', async () => {
    await subscribe(bob.api);
    expect((await deviceOf(bob, 'phone').getPush()).kinds).toBeNull();
    await deviceOf(bob, 'phone').removePush();
    expect((await bob.api.getPush()).kinds).toEqual(ALL);
  });

  it('moves to the user who logs in next in the same browser', async () => {
    const subscription = await subscribe(ann.api);
    await bob.api.setPush({ body: { ...subscription, kinds: ALL } });
    expect((await ann.api.getPush()).kinds).toBeNull();
    expect((await bob.api.getPush()).kinds).toEqual(ALL);
  });

  it('PUSH_SERVICE_UNKNOWN for an address that is no push service', async () => {
    const { keys } = sink.subscribe();
    for (const endpoint of ['http://127.0.0.1:1/x', 'https://redis:6379/', 'https://fcm.googleapis.com/x'])
      expect(await outcome(bob.api.setPush({ body: { endpoint, keys, kinds: ALL } }))).toBe(
        'PUSH_SERVICE_UNKNOWN',
      );
  });

  it('the oldest of eleven devices is removed', async () => {
    for (let n = 0; n <= 10; n += 1) {
      social.clock.now += 1;
      await subscribe(deviceOf(bob, `device-${n}`));
    }
    const kept = await social.context.subscriptions.find({ userId: bob.id }).lean();
    expect(kept.map(({ _id }) => _id)).not.toContain('device-0');
    expect(kept).toHaveLength(10);
  });

  it('guests are called to their turns only', async () => {
    await subscribe(social.asGuest(bob.id));
    const [stored] = await social.context.subscriptions.find().lean();
    expect(Object.entries(stored!.kinds).filter(([, on]) => on)).toEqual([['turn', true]]);
  });

  it('is deleted with the account', async () => {
    await subscribe(bob.api);
    await social.internal.call(ROUTES.forgetPerson, { body: { userId: bob.id } });
    expect(await social.context.subscriptions.countDocuments()).toBe(0);
    expect(await social.context.redis.exists(turnCallsKey(bob.id))).toBe(0);
  });

  it('a turn is mirrored for the nodes, and again after Redis lost it', async () => {
    const mirrored = () => social.context.redis.exists(turnCallsKey(bob.id));
    await subscribe(bob.api, { turn: false, tournament: false });
    expect(await mirrored()).toBe(0);
    await subscribe(bob.api, { turn: false });
    expect(await mirrored()).toBe(1);
    await subscribe(bob.api);
    expect(await mirrored()).toBe(1);
    // It ends with the session.
    expect(await social.context.redis.pttl(turnCallsKey(bob.id))).toBeGreaterThan(0);
    await social.context.redis.del(turnCallsKey(bob.id));
    const next = await social.another();
    await expect.poll(mirrored).toBe(1);
    await next.stop();
    await bob.api.removePush();
    expect(await mirrored()).toBe(0);
  });

  it('the key pair is that of all processes, also of two that start at once', async () => {
    const processes = await Promise.all([social.another(), social.another()]);
    const [one, other] = processes.map(({ context }) => context.vapid);
    expect(one).toEqual(other);
    for (const process of processes) await process.stop();
  });
});

describe('a call', () => {
  it('of a message, a friend request and an invitation reaches a device that shows no page', async () => {
    const { endpoint } = await subscribe(bob.api);
    await ann.api.requestFriend({ body: { toUserId: bob.id } });
    await expect.poll(() => sink.received).toHaveLength(1);
    await bob.api.handleRequest({ body: { fromUserId: ann.id, accept: true } });
    await ann.api.sendMessage({ body: { toId: bob.id, content: '来一盘？' } });
    await expect.poll(() => sink.received).toHaveLength(2);
    await show(bob.api, false);
    await ann.api.inviteFriend({ body: { friendId: bob.id, roomId: 'abcdef' } });
    await expect.poll(() => sink.received).toHaveLength(3);
    expect(sink.received.map(({ call }) => call)).toEqual([
      { kind: 'friendRequest', name: '棋手1', id: ann.id },
      { kind: 'message', name: '棋手1', id: ann.id },
      { kind: 'invitation', name: '棋手1', id: 'abcdef' },
    ]);
    expect(sink.received.every((one) => one.endpoint === endpoint && one.ttl > 0)).toBe(true);
    expect(sink.received[0]!.authorization).toContain(`k=${social.context.vapid.publicKey}`);
  });

  it('is not sent while the user looks at the page on any device, nor for a kind that is switched off', async () => {
    const { endpoint } = await subscribe(bob.api);
    await subscribe(deviceOf(bob, 'quiet'), { message: false });
    await show(deviceOf(bob, 'desktop'), true);
    const again = await call(message);
    expect([again.length, sink.received]).toEqual([1, []]);
    // A hidden window says nothing about others.
    await show(bob.api, false);
    expect(await call({ ...message, only: again })).toEqual(again);
    // As if the last heartbeat of the visible window had been a lease ago.
    await social.context.redis.del(`{user:${bob.id}}:visible`);
    expect(await call({ ...message, only: again })).toEqual([]);
    expect(sink.received.map((one) => one.endpoint)).toEqual([endpoint]);
  });

  it('of a challenge is not repeated, since it may be answered meanwhile', async () => {
    await subscribe(bob.api);
    await show(bob.api, true);
    const [userId, fromId] = [bob.id, ann.id];
    expect(await call({ kind: 'challenge', userId, fromId, challengeId: 'c' })).toEqual([]);
    expect(sink.received).toEqual([]);
  });

  it.each([
    ['logged out', (id: string) => social.context.redis.set(endedSessionKey(id, 'phone'), '1')],
    [
      'of an old password',
      (id: string) => social.context.redis.set(passwordUpdatedAtKey(id), Date.now() + 60_000),
    ],
  ])('is not sent to a device %s, which is removed', async (_, end) => {
    await subscribe(deviceOf(bob, 'phone'));
    await end(bob.id);
    expect([await call(message), sink.received]).toEqual([[], []]);
    expect(await social.context.subscriptions.countDocuments()).toBe(0);
  });

  it.each([
    [404, 0],
    [410, 0],
    [400, 1],
    [413, 1],
  ])('%i: is not repeated, and %i devices remain', async (status, remaining) => {
    await subscribe(bob.api);
    sink.reply.status = status;
    expect(await call(message)).toEqual([]);
    expect(await social.context.subscriptions.countDocuments()).toBe(remaining);
  });

  it.each([429, 500, 503])('%i: is repeated to the devices that failed', async (status) => {
    await subscribe(deviceOf(bob, 'phone'));
    sink.reply.status = status;
    expect(await call(message)).toEqual(['phone']);
    await subscribe(bob.api);
    sink.reply.status = 201;
    sink.received.length = 0;
    expect(await call({ ...message, only: ['phone'] })).toEqual([]);
    expect(sink.received).toHaveLength(1);
  });

  it('reaches the other devices of a user, one of which has keys that are no point of the curve', async () => {
    const { endpoint } = await subscribe(bob.api);
    const keys = { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) };
    const body = { endpoint: sink.subscribe().endpoint, keys, kinds: ALL };
    await deviceOf(bob, 'broken').setPush({ body });
    expect(await call(message)).toEqual([]);
    expect(sink.received.map((one) => one.endpoint)).toEqual([endpoint]);
  });

  it('follows no redirect', async () => {
    const inside = await startPushSink();
    await subscribe(bob.api);
    Object.assign(sink.reply, { status: 307, location: inside.subscribe().endpoint });
    expect(await call(message)).toEqual([]);
    expect([sink.received.length, inside.received]).toEqual([1, []]);
    await inside.stop();
  });

  it('is repeated by the queue until the push service answers', async () => {
    await subscribe(bob.api);
    await social.befriend(ann, bob);
    sink.reply.status = 503;
    await ann.api.sendMessage({ body: { toId: bob.id, content: '在吗？' } });
    await expect.poll(() => sink.received.length).toBeGreaterThan(0);
    sink.reply.status = 201;
    const sent = async () =>
      (await social.context.pushMetrics.calls.get()).values.find(
        ({ labels }) => labels.kind === 'message' && labels.outcome === 'failed',
      )?.value;
    expect(await sent()).toBeGreaterThan(0);
    await expect.poll(() => sink.received.length, { timeout: 15_000 }).toBe(2);
  });

  it('is dropped once it is too old, was seen, or its author is gone', async () => {
    await subscribe(bob.api);
    const { now } = social.clock;
    const gone = '0'.repeat(24);
    await social.context.unread.create({ _id: towards(bob.id, gone), other: gone, count: 1 });
    expect(await call({ ...message, fromId: gone })).toEqual([]);
    const [userId, fromId] = [bob.id, ann.id];
    expect(await call({ kind: 'friendRequest', userId, fromId })).toEqual([]);
    expect(await call({ kind: 'invitation', userId, fromId, roomId: 'abcdef' })).toEqual([]);
    await bob.api.readMessages({ params: { userId: ann.id } });
    expect(await call(message)).toEqual([]);
    await social.context.unread.create({ _id: towards(bob.id, ann.id), other: ann.id, count: 1 });
    expect(await call(message, { at: now - 24 * 60 * 60_000 })).toEqual([]);
    expect(sink.received).toEqual([]);
  });
});

describe('a call to the turn', () => {
  const job = { kind: 'turn', userId: bob.id, roomId: 'K2F', gameId: 'one', ply: 0 } as const;
  const leopard = { from: { x: 4, y: 6 }, to: { x: 3, y: 6 } };
  const move = { type: 'move', userId: bob.id, side: 'red', ...leopard } as const;
  const pair = {
    type: 'pair',
    kind: 'paired',
    players: [bob.id, ann.id],
    timeControl: { initial: 10, increment: 5 },
    gameId: 'one',
  } as const;
  async function execute(roomId: string, command: RoomCommand): Promise<void> {
    const before = await rooms.load(roomId);
    const decided = decide(before, roomId, command, social.clock.now);
    if (!decided.ok) throw new Error(decided.error);
    await rooms.commit(before, decided.value.room, decided.value.events);
  }
  beforeEach(() => execute('K2F', pair));

  it('reaches the player who has not moved', async () => {
    await subscribe(bob.api);
    await call(job);
    expect(sink.received.map(({ call: it }) => it)).toEqual([{ kind: 'turn', name: null, id: 'K2F' }]);
  });

  it.each<[string, string, RoomCommand]>([
    ['after the move', 'K2F', move],
    ['after the end of the game', 'K2F', { type: 'surrender', userId: bob.id }],
    ['in another game', 'other', { ...pair, gameId: 'two' }],
  ])('is dropped %s', async (_, roomId, command) => {
    await subscribe(bob.api);
    await execute(roomId, command);
    expect(await call({ ...job, roomId })).toEqual([]);
    expect(sink.received).toEqual([]);
  });

  it('is dropped without a room, and repeated if the room cannot be read', async () => {
    await subscribe(bob.api);
    expect(await call({ ...job, roomId: 'none' })).toEqual([]);
    await social.context.redis.hset('{room:K2F}:state:2', 'room', 'damaged');
    await expect(call(job)).rejects.toThrow('JSON');
    expect(sink.received).toEqual([]);
  });

  it('waits in the queue, once for each turn', async () => {
    await subscribe(bob.api);
    const calls = createPushNotifications(social.context.redis, social.context.logger);
    for (let n = 0; n < 3; n += 1) calls.send(job);
    expect(sink.received).toEqual([]);
    await expect.poll(() => sink.received.length, { timeout: TURN_CALL_AFTER + 10_000 }).toBe(1);
    await calls.close();
    expect(sink.received).toHaveLength(1);
  }, 30_000);

  it('of a correspondence game is delivered until the deadline, to closed pages too', async () => {
    await subscribe(bob.api);
    const { now } = social.clock;
    const until = now + 20 * HOUR_MS;
    await call({ ...job, until }, { at: now - 4 * HOUR_MS });
    expect(sink.received).toMatchObject([{ call: { kind: 'turn', id: 'K2F' }, ttl: 20 * 3_600 }]);
    await call({ ...job, until: now - 1 }, { at: now - 1_000 });
    expect(sink.received).toHaveLength(1);
    expect(mailed).toEqual([]);
  });

  it('reminds by push and mail, once, and only who wants calls to the turn', async () => {
    const reminder = { ...job, until: social.clock.now + 4 * HOUR_MS, isReminder: true } as const;
    await call(reminder);
    await subscribe(bob.api, { turn: false });
    await call(reminder);
    expect([sink.received, mailed]).toEqual([[], []]);
    await subscribe(bob.api);
    sink.reply.status = 503;
    const again = await call(reminder);
    expect(again).toHaveLength(1);
    sink.reply.status = 201;
    sink.received.length = 0;
    expect(await call({ ...reminder, only: again })).toEqual([]);
    expect(sink.received.map(({ call: it }) => it)).toEqual([
      { kind: 'turn', name: null, id: 'K2F', hoursLeft: 4 },
    ]);
    expect(mailed).toEqual([{ userId: bob.id, roomId: 'K2F', hoursLeft: 4 }]);
    await execute('K2F', move);
    await call(reminder);
    expect([sink.received.length, mailed.length]).toEqual([1, 1]);
  });

  it('asks auth for the mail, and does not fail without it', async () => {
    const asked: object[] = [];
    const reminder = { userId: bob.id, roomId: 'K2F', hoursLeft: 4 };
    await social.context.mailReminder(reminder, 'test');
    expect(social.logged).toContainEqual(expect.objectContaining({ msg: 'a reminder was not mailed' }));
    const auth = await startPeer((app) =>
      route(app, ROUTES.mailReminder, {
        handler: ({ body }) => {
          asked.push(body);
          return { success: true } as const;
        },
      }),
    );
    const other = await social.another({ peers: { auth } });
    await other.context.mailReminder(reminder, 'test');
    expect(asked).toEqual([reminder]);
    await other.stop();
    await auth.stop();
  });
});

describe('a changed list of correspondence games', () => {
  it('is notified to the queued users', async () => {
    const calls = createPushNotifications(social.context.redis, social.context.logger);
    calls.gamesChanged([ann.id, bob.id]);
    for (const { id } of [ann, bob])
      expect(await social.notices.wait(id, 1)).toEqual([{ event: 'gamesChanged', payload: {} }]);
    await calls.close();
  });
});
