import { toWireEvent } from '@doushouqi/protocol';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type Cluster, startCluster } from './cluster.ts';
import { DEN_GAME, joinRoom, moveOf, received, receivedVersions, sendMove, settled, userOf } from './play.ts';

let clock = 1_700_000_000_000;
let cluster: Cluster;
beforeAll(async () => {
  // No check of sessions comes between the counted commands.
  cluster = await startCluster({ nodes: 2, now: () => clock, sessionSweepMs: 10 * 60_000 });
});
afterAll(() => cluster.stop());

let nextUser = 1;
function newUser(): string {
  return userOf(nextUser++);
}

interface Table {
  roomId: string;
  red: Client;
  blue: Client;
  players: [string, string];
  /** The version before the first move. */
  v: number;
}

/** A running game with red on the first node and blue on the second. */
async function sitDown(roomId: string): Promise<Table> {
  const players: [string, string] = [newUser(), newUser()];
  await cluster.seat(roomId, ...players);
  const red = await cluster.connect(0, players[0]);
  const blue = await cluster.connect(1, players[1]);
  await joinRoom(red, roomId);
  await joinRoom(blue, roomId);
  const v = await settled(cluster.store, roomId, [red, blue]);
  return { roomId, red, blue, players, v };
}

describe('a complete game with the players on different nodes', () => {
  test('delivers every move to both players once and in order, up to the den', async () => {
    const { roomId, red, blue, v } = await sitDown('whole');
    const sides = [red, blue];
    const seen = sides.map(receivedVersions);
    const over = Promise.all(
      sides.map((side) => new Promise((resolve) => side.once('gameStateUpdate', resolve))),
    );
    for (const ply of DEN_GAME.keys()) {
      const arrived = received(sides[(ply + 1) % 2]!, v + ply + 1);
      expect(await sendMove(sides[ply % 2]!, moveOf(roomId, ply))).toEqual({ ok: true, v: v + ply + 1 });
      await arrived;
    }
    const end = { status: 'player1_win', winner: 1, endReason: 'DEN_CAPTURED', lastMoveTime: null };
    expect(await over).toEqual([expect.objectContaining(end), expect.objectContaining(end)]);
    const versions = Array.from({ length: DEN_GAME.length + 1 }, (_, index) => v + index + 1);
    expect(seen).toEqual([versions, versions]);
    expect(await cluster.store.undelivered(roomId)).toHaveLength(1);
    expect(await sendMove(blue, moveOf(roomId, 1))).toMatchObject({ ok: false, code: 'GAME_OVER' });
  });

  test('accepts a client that sends only the spec’s fields and requests no acknowledgement', async () => {
    const { roomId, red, blue, v } = await sitDown('spec-only');
    const { from, to, player } = moveOf(roomId, 0);
    const arrived = new Promise((resolve) => blue.once('moveMade', resolve));
    red.emit('move', { roomId, from, to, player });
    expect(await arrived).toMatchObject({ roomId, v: v + 1, ply: 1, id: null, player: 1, from, to });
    red.emit('moveReceived', { roomId, v: v + 1 });
  });

  test('sends the event as stored from the committing node, from the other node and to a polling client', async () => {
    const { roomId, red, blue, v } = await sitDown('notified');
    const polling = await cluster.connect(0, newUser(), { transports: ['polling'] });
    await joinRoom(polling, roomId);
    const notified = [red, blue, polling].map(
      (client) => new Promise((resolve) => client.once('moveMade', resolve)),
    );
    expect(await sendMove(red, moveOf(roomId, 0))).toEqual({ ok: true, v: v + 1 });
    const [stored] = (await cluster.store.eventsAfter(roomId, v))!.map(toWireEvent);
    expect(await Promise.all(notified)).toEqual([stored, stored, stored]);
  });

  test('accepts a move from a player who never sent joinRoom, and notifies the room', async () => {
    const { roomId, blue, players, v } = await sitDown('not-joined');
    const second = await cluster.connect(1, players[0]);
    const arrived = received(blue, v + 1);
    expect(await sendMove(second, moveOf(roomId, 0))).toEqual({ ok: true, v: v + 1 });
    await arrived;
  });
});

describe('refused moves', () => {
  let table: Table;
  let stranger: Client;
  let watcher: Client;
  beforeAll(async () => {
    table = await sitDown('refusals');
    const [strangerId, watcherId] = [newUser(), newUser()];
    await cluster.seat('elsewhere', strangerId, newUser());
    await cluster.commands.execute('refusals', { type: 'join', userId: watcherId, newGameId: 'unused' });
    stranger = await cluster.connect(0, strangerId);
    watcher = await cluster.connect(1, watcherId);
    await joinRoom(watcher, 'refusals');
    const arrived = [table.red, table.blue, watcher].map((client) => received(client, table.v + 2));
    expect(await sendMove(table.red, moveOf('refusals', 0))).toMatchObject({ ok: true });
    await Promise.all(arrived);
  });

  const blueMove = () => ({ ...moveOf('refusals', 1), id: 'other' });
  const cases: [string, () => Client, () => object, string][] = [
    ['illegal', () => table.blue, () => ({ ...blueMove(), to: { x: 4, y: 4 } }), 'ILLEGAL_MOVE'],
    ['of an empty square', () => table.blue, () => ({ ...blueMove(), from: { x: 3, y: 4 } }), 'NO_PIECE'],
    [
      'of the opponent’s piece',
      () => table.blue,
      () => ({ ...blueMove(), from: { x: 0, y: 6 } }),
      'NOT_YOUR_PIECE',
    ],
    ['stale', () => table.blue, () => ({ ...blueMove(), ply: 0 }), 'STALE_MOVE'],
    ['ahead of the game', () => table.blue, () => ({ ...blueMove(), ply: 9 }), 'STALE_MOVE'],
    ['out of turn', () => table.red, () => ({ ...moveOf('refusals', 2), ply: 1 }), 'NOT_YOUR_TURN'],
    ['with the opponent’s color', () => table.red, () => ({ ...blueMove(), id: 'x' }), 'WRONG_PLAYER'],
    ['with a forged color', () => table.blue, () => ({ ...blueMove(), player: 1 }), 'WRONG_PLAYER'],
    ['by a player of another room', () => stranger, blueMove, 'NOT_A_PLAYER'],
    ['by a spectator', () => watcher, blueMove, 'NOT_A_PLAYER'],
    [
      'in a room that does not exist',
      () => table.blue,
      () => ({ ...blueMove(), roomId: 'nowhere' }),
      'ROOM_NOT_FOUND',
    ],
    ['in a room of others', () => table.blue, () => ({ ...blueMove(), roomId: 'elsewhere' }), 'NOT_A_PLAYER'],
  ];

  test.each(cases)('refuses a move that is %s, and changes nothing', async (_, client, message, code) => {
    const before = await cluster.store.load('refusals');
    const notified = new Promise((resolve) => client().once('moveError', resolve));
    const bystanders = [table.red, table.blue, watcher].filter((other) => other !== client());
    const receivedByOthers: unknown[] = [];
    for (const other of bystanders) other.onAny((event) => receivedByOthers.push(event));
    expect(await sendMove(client(), message())).toMatchObject({ ok: false, code });
    expect(await notified).toMatchObject({ code });
    expect(await cluster.store.load('refusals')).toEqual(before);
    for (const other of bystanders) other.offAny();
    expect(receivedByOthers).toEqual([]);
  });

  test('sends the room with the refusal of a stale move', async () => {
    const answer = await sendMove(table.blue, { ...blueMove(), ply: 0 });
    expect(answer).toMatchObject({
      room: { roomId: 'refusals', v: (await cluster.store.load('refusals'))?.v, status: 'playing' },
    });
  });

  test('ends the game instead when a move arrives after the flag', async () => {
    const { roomId, red, blue } = await sitDown('late');
    const over = new Promise((resolve) => blue.once('gameStateUpdate', resolve));
    clock += 5 * 60_000;
    expect(await sendMove(red, moveOf(roomId, 0))).toMatchObject({ ok: false, code: 'TIME_UP' });
    expect(await over).toMatchObject({ status: 'player2_win', endReason: 'TIME_UP' });
  });
});

describe('the same move sent twice', () => {
  test('is one move with the same reply, sequentially and concurrently', async () => {
    const { roomId, red, blue, v } = await sitDown('doubled');
    const seen = receivedVersions(blue);
    const move = moveOf(roomId, 0);
    expect(await sendMove(red, move)).toEqual({ ok: true, v: v + 1 });
    expect(await sendMove(red, move)).toEqual({ ok: true, v: v + 1 });
    const second = await cluster.connect(0, userOf(0xff));
    expect(await sendMove(second, move)).toMatchObject({ ok: false });
    const reply = moveOf(roomId, 1);
    const both = await Promise.all([sendMove(blue, reply), sendMove(blue, reply)]);
    expect(both).toEqual([
      { ok: true, v: v + 2 },
      { ok: true, v: v + 2 },
    ]);
    await sendMove(red, moveOf(roomId, 2));
    await expect.poll(() => seen).toEqual([v + 1, v + 2, v + 3]);
  });

  test('is one move when it is sent to both nodes at once', async () => {
    const { roomId, red, players, v } = await sitDown('twin');
    const twin = await cluster.connect(1, players[0]);
    await joinRoom(twin, roomId);
    const move = moveOf(roomId, 0);
    const answers = await Promise.all([sendMove(red, move), sendMove(twin, move)]);
    expect(answers).toEqual([
      { ok: true, v: v + 1 },
      { ok: true, v: v + 1 },
    ]);
    expect((await cluster.store.load(roomId))?.v).toBe(v + 1);
  });
});

describe('cost', () => {
  test('entering a room sends a subscription, one script and one read of blocks before the first reply', async () => {
    const roomId = 'entry';
    await cluster.seat(roomId, newUser(), newUser());
    const guest = await cluster.connect(0, newUser());
    const monitor = await (cluster.nodes[0]!.redis as Redis).monitor();
    const commands: string[] = [];
    monitor.on('monitor', (_time: string, args: string[], source: string) => {
      const isOfJoin = args.some((arg) => arg.includes(roomId) || arg.endsWith(':blocked'));
      if (source !== 'lua' && isOfJoin) commands.push(args[0]!.toLowerCase());
    });
    expect(await joinRoom(guest, roomId, 1)).toMatchObject({ ok: true, catchUp: { kind: 'tail' } });
    await expect.poll(() => commands.includes('sadd')).toBe(true);
    monitor.disconnect();
    expect(commands.slice(0, commands.indexOf('sadd'))).toEqual([
      'ssubscribe',
      expect.stringMatching(/^eval(sha)?_ro$/),
      'smembers',
    ]);
  });

  test('a move is one Redis command from its node and none from the other, apart from heartbeats', async () => {
    const { roomId, red, blue, v } = await sitDown('cost');
    // Each node remembers for a while whether the other player is called to a turn.
    await sendMove(red, moveOf(roomId, 0));
    await sendMove(blue, moveOf(roomId, 1));
    const monitor = await (cluster.nodes[0]!.redis as Redis).monitor();
    const commands: string[] = [];
    monitor.on('monitor', (_time: string, args: string[], source: string) => {
      const beat = args.includes('{nodes}:beats');
      if (source !== 'lua' && !beat) commands.push(args[0]!.toLowerCase());
    });
    for (let ply = 2; ply < 12; ply++) {
      const side = ply % 2 === 0 ? red : blue;
      const arrived = received(ply % 2 === 0 ? blue : red, v + ply + 1);
      expect(await sendMove(side, moveOf(roomId, ply))).toMatchObject({ ok: true });
      await arrived;
    }
    await cluster.nodes[1]!.redis.echo('end');
    await expect.poll(() => commands.includes('echo')).toBe(true);
    monitor.disconnect();
    const ours = commands.filter((name) => !['bzpopmin', 'ping', 'info', 'echo'].includes(name));
    expect(ours).toEqual(Array(10).fill('evalsha'));
  });
});
