import type { GameStateUpdate } from '@doushouqi/protocol';
import type { Room } from '@doushouqi/room';
import { createPresence } from '@doushouqi/room-core/presence';
import { SIDES, type Side } from '@doushouqi/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askToGo, type Client, type Cluster, startCluster } from './cluster.ts';
import { joinRoom, moveOf, sendMove, settled, syncRoom, userOf } from './play.ts';

const patience = { timeout: 30_000, interval: 20 };
let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ nodes: 2 });
});
afterAll(() => cluster.stop());

let nextUser = 1;
function newUser(): string {
  return userOf(nextUser++);
}
async function roomOf(roomId: string): Promise<Room> {
  return (await cluster.store.load(roomId))!;
}

/** `gateway`: the gateway that both connect through. */
async function sitDown(roomId: string, gateway = 'gate') {
  const [redId, blueId] = [newUser(), newUser()] as const;
  await cluster.seat(roomId, redId, blueId);
  const red = await cluster.connect(0, redId, { gateway });
  const blue = await cluster.connect(1, blueId, { gateway });
  for (const client of [red, blue]) await joinRoom(client, roomId);
  await settled(cluster.store, roomId, [red, blue]);
  return { roomId, red, blue, redId, blueId };
}

/** Resolves to the next update in which these sides are offline or online. */
function nextPresence(client: Client, away: Partial<Record<Side, boolean>>): Promise<GameStateUpdate> {
  return new Promise((resolve) => {
    const look = (update: GameStateUpdate): void => {
      const { player1, player2 } = update.offlineSince;
      const now = { red: player1 !== null, blue: player2 !== null };
      if (SIDES.some((side) => (away[side] ?? now[side]) !== now[side])) return;
      client.off('gameStateUpdate', look);
      resolve(update);
    };
    client.on('gameStateUpdate', look);
  });
}

/** Number of leases of the room. */
async function leases(roomId: string): Promise<number> {
  return cluster.nodes[0]!.redis.scard(`{room:${roomId}}:presence`);
}

describe('players', () => {
  test('reports a lost connection and a return at once, and counts the minute from the loss', async () => {
    const { roomId, red, blue, redId } = await sitDown('drop');
    const gone = nextPresence(blue, { red: true, blue: false });
    const before = Date.now();
    red.disconnect();
    const { offlineSince } = await gone;
    expect(offlineSince.player1).toBeGreaterThanOrEqual(before);
    const back = nextPresence(blue, { red: false });
    await joinRoom(await cluster.connect(1, redId), roomId);
    expect((await back).offlineSince).toEqual({ player1: null, player2: null });
  });

  test('a second tab on the same or another node keeps the player online', async () => {
    const { roomId, red, redId } = await sitDown('tabs');
    const tabs = [await cluster.connect(0, redId), await cluster.connect(1, redId)];
    for (const tab of tabs) await joinRoom(tab, roomId);
    await expect.poll(() => leases(roomId), patience).toBe(3);
    const { v } = await roomOf(roomId);
    red.disconnect();
    tabs[0]!.disconnect();
    await expect.poll(() => leases(roomId), patience).toBe(2);
    await expect.poll(() => cluster.nodes[0]!.held().present, patience).toBe(cluster.nodes[0]!.held().rooms);
    expect(await roomOf(roomId)).toMatchObject({
      v,
      header: { offlineSince: { red: null, blue: null } },
    });
    tabs[1]!.disconnect();
    await expect.poll(async () => (await roomOf(roomId)).header.offlineSince.red, patience).not.toBeNull();
  });

  test('handles both players offline and their return in any order', async () => {
    const { roomId, red, blue, redId, blueId } = await sitDown('both');
    red.disconnect();
    blue.disconnect();
    await expect
      .poll(async () => (await roomOf(roomId)).header.offlineSince, patience)
      .toEqual({ red: expect.any(Number), blue: expect.any(Number) });
    expect(await leases(roomId)).toBe(0);
    const again = [await cluster.connect(1, redId), await cluster.connect(0, blueId)];
    await Promise.all(again.map((client) => joinRoom(client, roomId)));
    await settled(cluster.store, roomId, again);
  });

  test('ends in the final state after many concurrent disconnects and joins', async () => {
    const { roomId, redId, red } = await sitDown('flicker');
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await cluster.connect(0, redId), await cluster.connect(1, redId)];
      await Promise.all([joinRoom(one, roomId), joinRoom(two, roomId)]);
      red.emit('leaveRoom', { roomId });
      one.disconnect();
      red.emit('joinRoom', { roomId });
      two.disconnect();
    }
    await expect.poll(() => leases(roomId), patience).toBe(2);
    await expect
      .poll(async () => (await roomOf(roomId)).header.offlineSince, patience)
      .toEqual({ red: null, blue: null });
    red.emit('leaveRoom', { roomId });
    await expect.poll(async () => (await roomOf(roomId)).header.offlineSince.red, patience).not.toBeNull();
  });

  test('a player who leaves during a join is offline, and can lose by absence', async () => {
    const { roomId, red } = await sitDown('hasty');
    expect(await red.emitWithAck('leaveRoom', { roomId })).toEqual({ ok: true });
    await expect.poll(async () => (await roomOf(roomId)).header.offlineSince.red, patience).not.toBeNull();
    const { rooms } = cluster.nodes[0]!.held();
    const answers = Promise.all([
      joinRoom(red, roomId),
      syncRoom(red, roomId, 1),
      red.emitWithAck('leaveRoom', { roomId }),
    ]);
    expect((await answers).map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(cluster.nodes[0]!.held().rooms).toBe(rooms);
    await expect.poll(() => leases(roomId), patience).toBe(1);
    expect((await roomOf(roomId)).header.offlineSince.red).not.toBeNull();
    await joinRoom(red, roomId);
    await expect.poll(() => leases(roomId), patience).toBe(2);
  });

  test('the node of a connected player corrects a wrong absence', async () => {
    const { roomId, redId, blue } = await sitDown('wronged');
    const corrected = nextPresence(blue, { red: true }).then(() => nextPresence(blue, { red: false }));
    await cluster.commands.execute(roomId, { type: 'presence', userId: redId, here: false });
    expect((await corrected).offlineSince.player1).toBeNull();
  });

  test('a redundant join commits nothing', async () => {
    const { roomId, redId } = await sitDown('needless');
    const { v } = await roomOf(roomId);
    const second = await cluster.connect(1, redId);
    await joinRoom(second, roomId);
    await expect.poll(() => leases(roomId), patience).toBe(3);
    expect((await roomOf(roomId)).v).toBe(v);
  });
});

describe('spectators', () => {
  test('spectators cause no presence events; listed ones leave in one event unless they return', async () => {
    const { roomId, red } = await sitDown('spectators');
    const users = Array.from({ length: 12 }, newUser);
    await cluster.commands.execute(roomId, { type: 'spectators', joined: users, left: [] });
    const stranger = await cluster.connect(0, newUser());
    const clients = await Promise.all(users.map((userId, n) => cluster.connect(n % 2, userId)));
    await Promise.all([stranger, ...clients].map((client) => joinRoom(client, roomId)));
    await expect.poll(() => leases(roomId), patience).toBe(15);
    const updates: string[][] = [];
    red.on('gameStateUpdate', ({ spectators }) => void updates.push(spectators));
    stranger.disconnect();
    for (const client of clients) client.disconnect();
    const back = await cluster.connect(1, users[0]!);
    await joinRoom(back, roomId);
    await expect.poll(async () => (await roomOf(roomId)).header.spectators, patience).toEqual([users[0]]);
    await expect.poll(() => leases(roomId), patience).toBe(3);
    expect(updates.length).toBeLessThanOrEqual(4);
  });
});

describe('a node that dies without notice', () => {
  test('compensates its player once for the time until the reconnect elsewhere', async () => {
    const { roomId, redId, blueId, red } = await sitDown('death');
    const admin = createPresence(cluster.nodes[0]!.redis);
    const { attendees } = admin;
    const boot = (await attendees(roomId)).find(({ userId }) => userId === redId)!.boot;
    const dead = 'dead-node';
    await admin.beat(dead);
    await admin.arrive(dead, roomId, blueId);
    await admin.arrive(dead, roomId, redId);
    await cluster.nodes[0]!.redis.zincrby('{nodes}:beats', -4_000, dead);
    expect(await sendMove(red, moveOf(roomId, 0))).toMatchObject({ ok: true });
    const { header } = await roomOf(roomId);
    const blue = await cluster.connect(0, blueId);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await joinRoom(blue, roomId);
    await expect.poll(async () => (await roomOf(roomId)).outages, patience).toEqual([`${dead}:${blueId}`]);
    const after = await roomOf(roomId);
    expect(after.header.lastMoveTime).toBeGreaterThan(header.lastMoveTime!);
    expect(after.header.timeLeft).toEqual(header.timeLeft);
    blue.disconnect();
    await joinRoom(await cluster.connect(0, blueId), roomId);
    await joinRoom(await cluster.connect(1, redId), roomId);
    expect(boot).toMatch(/^rt-1-/);
    await admin.removeFromRoom(dead, roomId);
    expect((await roomOf(roomId)).outages).toEqual([`${dead}:${blueId}`]);
  });

  test('a node that lost its lease reports its users again', async () => {
    const { roomId, redId } = await sitDown('frozen');
    const { redis } = cluster.nodes[0]!;
    const presence = createPresence(redis);
    const { boot } = (await presence.attendees(roomId)).find(({ userId }) => userId === redId)!;
    await redis.zrem('{nodes}:beats', boot);
    await presence.removeFromRoom(boot, roomId);
    expect(await presence.here(roomId, redId)).toBe(false);
    await expect.poll(() => presence.here(roomId, redId), patience).toBe(true);
  });
});

describe('a gateway that stops', () => {
  /** Disconnects on `goingAway`, as the web client does. Resolves after that. */
  async function leaves(client: Client): Promise<void> {
    await new Promise((resolve) => client.once('goingAway', resolve));
    client.disconnect();
  }
  async function stopGateway(gateway: string): Promise<void> {
    const answers = await Promise.all(cluster.nodes.map((node) => askToGo(node, gateway)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  }

  test('a reconnect costs the player to move no time once, and reports no absence', async () => {
    const { roomId, red, blue, redId, blueId } = await sitDown('sent-on', 'gate-1');
    const before = await roomOf(roomId);
    await Promise.all([stopGateway('gate-1'), leaves(red), leaves(blue)]);
    // Red returns to its previous node, blue to the other one.
    const again = [await cluster.connect(0, redId), await cluster.connect(0, blueId)];
    const back = Date.now();
    for (const client of again) await joinRoom(client, roomId);
    expect(await sendMove(again[0]!, moveOf(roomId, 0))).toMatchObject({ ok: true });
    const after = await roomOf(roomId);
    const left = after.header.timeLeft.red - after.header.timeControl!.increment * 1_000;
    const stopped = Number(await cluster.nodes[0]!.redis.zscore('{nodes}:beats', 'gate-1'));
    const own = stopped - before.header.lastMoveTime! + Date.now() - back;
    expect(before.header.timeLeft.red - left).toBeLessThanOrEqual(own);
    expect(after.outages).toEqual([`gate-1:${redId}`]);
    // Only the compensation and the move; no presence event.
    expect(after.v).toBe(before.v + 2);
    again[0]!.disconnect();
    again[1]!.disconnect();
    const third = await cluster.connect(1, blueId);
    await joinRoom(third, roomId);
    expect(await sendMove(third, moveOf(roomId, 1))).toMatchObject({ ok: true });
    const last = await cluster.connect(1, redId);
    await joinRoom(last, roomId);
    expect(await sendMove(last, moveOf(roomId, 2))).toMatchObject({ ok: true });
    // Blue was to move in the end and came through that gateway too. Red was already compensated.
    expect((await roomOf(roomId)).outages).toEqual([`gate-1:${redId}`, `gate-1:${blueId}`]);
  });

  test('moves its clients only by its own token', async () => {
    const { red } = await sitDown('imitated', 'gate-4');
    const moved: unknown[] = [];
    red.on('goingAway', () => moved.push('red'));
    for (const [token, status] of [
      [null, 401],
      ['', 401],
      ['a guess', 204],
      ['token of gate-5', 204],
    ] as const)
      for (const node of cluster.nodes) expect((await askToGo(node, 'gate-4', token)).status).toBe(status);
    expect(moved).toEqual([]);
    await Promise.all([stopGateway('gate-4'), leaves(red)]);
    expect(moved).toEqual(['red']);
  });

  test('does not compensate a player who disconnects voluntarily or used another gateway', async () => {
    const { roomId, red, redId } = await sitDown('own-accord', 'gate-2');
    const before = (await roomOf(roomId)).header;
    await stopGateway('gate-3');
    red.disconnect();
    const again = await cluster.connect(0, redId, { gateway: 'gate-3' });
    await joinRoom(again, roomId);
    expect(await sendMove(again, moveOf(roomId, 0))).toMatchObject({ ok: true });
    const { header, outages } = await roomOf(roomId);
    expect(outages).toEqual([]);
    expect(header.timeLeft.red - header.timeControl!.increment * 1_000).toBeLessThan(before.timeLeft.red);
    expect(await cluster.nodes[0]!.redis.zscore('{nodes}:beats', 'gate-3')).toBeNull();
  });
});

describe('an outage of Redis', () => {
  test('costs no player any time, and missed reports are sent afterwards', async () => {
    const { roomId, red, blue, redId } = await sitDown('away');
    const before = (await roomOf(roomId)).header;
    await cluster.redis.kill();
    blue.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 600));
    await cluster.redis.restart();
    await expect.poll(async () => (await roomOf(roomId).catch(() => null))?.outages.length, patience).toBe(1);
    await expect.poll(async () => (await roomOf(roomId)).header.offlineSince.blue, patience).not.toBeNull();
    const { header } = await roomOf(roomId);
    expect(header.timeLeft).toEqual(before.timeLeft);
    expect(header.lastMoveTime! - before.lastMoveTime!).toBeGreaterThanOrEqual(600);
    expect((await roomOf(roomId)).outages[0]).toMatch(/^[0-9a-f]{12}-[0-9a-f]{12}$/);
    expect(await sendMove(red, moveOf(roomId, 0))).toMatchObject({ ok: true });
    expect(redId).toBe((await roomOf(roomId)).header.players[0]);
  });
});

test('keeps no state after all clients have left', async () => {
  for (const { io } of cluster.nodes) io.disconnectSockets(true);
  for (const node of cluster.nodes) {
    await expect.poll(() => node.held(), patience).toEqual({ rooms: 0, users: 0, present: 0 });
  }
  const { redis } = cluster.nodes[0]!;
  const presence = createPresence(redis);
  for (const gateway of ['gate-1', 'gate-4'])
    for (const roomId of await presence.rooms(gateway)) await presence.removeFromRoom(gateway, roomId);
  expect(await redis.keys('*:presence')).toEqual([]);
  expect(await redis.keys('{node:*')).toEqual([]);
});
