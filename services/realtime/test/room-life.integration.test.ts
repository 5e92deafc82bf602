import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type Cluster, startCluster } from './cluster.ts';
import { joinRoom, moveOf, receivedVersions, sendMove, settled, userOf } from './play.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ nodes: 2 });
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
  watcher: Client;
  users: { red: string; blue: string; watcher: string };
}

/** A running game with red on the first node, blue and a spectator on the second. */
async function sitDown(roomId: string): Promise<Table> {
  const users = { red: newUser(), blue: newUser(), watcher: newUser() };
  await cluster.seat(roomId, users.red, users.blue);
  await cluster.commands.execute(roomId, { type: 'join', userId: users.watcher, newGameId: 'unused' });
  const red = await cluster.connect(0, users.red);
  const blue = await cluster.connect(1, users.blue);
  const watcher = await cluster.connect(1, users.watcher);
  for (const client of [red, blue, watcher]) await joinRoom(client, roomId);
  return { roomId, red, blue, watcher, users };
}

/** Resolves to the payload of the client's next event with this name. */
function next(client: Client, event: string): Promise<unknown> {
  return new Promise((resolve) => (client as unknown as NodeJS.EventEmitter).once(event, resolve));
}

function reset(client: Client, event: 'requestReset' | 'acceptReset' | 'rejectReset', roomId: unknown) {
  return client.timeout(30_000).emitWithAck(event, { roomId } as { roomId: string });
}

describe('reset over the socket', () => {
  test('notifies all clients of a request, a rejection and an acceptance, and sets up a new board', async () => {
    const { roomId, red, blue, watcher, users } = await sitDown('reset');
    expect(await sendMove(red, moveOf(roomId, 0))).toMatchObject({ ok: true });
    const everybody = [red, blue, watcher];

    let notified = Promise.all(everybody.map((client) => next(client, 'resetRequested')));
    expect(await reset(red, 'requestReset', roomId)).toMatchObject({ ok: true, v: expect.any(Number) });
    expect(await notified).toEqual(Array(3).fill({ roomId, requesterId: users.red }));

    notified = Promise.all(everybody.map((client) => next(client, 'resetRejected')));
    expect(await reset(blue, 'rejectReset', roomId)).toMatchObject({ ok: true });
    expect(await notified).toEqual(Array(3).fill({ roomId }));

    notified = Promise.all(everybody.map((client) => next(client, 'resetRequested')));
    await reset(blue, 'requestReset', roomId);
    await notified;
    const updates = everybody.map((client) => next(client, 'gameStateUpdate'));
    notified = Promise.all(everybody.map((client) => next(client, 'resetAccepted')));
    expect(await reset(red, 'acceptReset', roomId)).toMatchObject({ ok: true });
    expect(await notified).toEqual(Array(3).fill({ roomId }));
    expect(await updates[0]).toMatchObject({
      ply: 0,
      timeLeft: { player1: 300_000, player2: 300_000 },
      lastAction: { type: 'reset_accepted', by: users.red },
    });
  });

  test.each(['requestReset', 'acceptReset', 'rejectReset'] as const)(
    '%s from a spectator, for an unknown room or malformed is refused in the reply and as an error event',
    async (event) => {
      const { roomId, watcher } = await sitDown(`refused-${event}`);
      for (const [room, code] of [
        [roomId, 'NOT_A_PLAYER'],
        ['nowhere', 'ROOM_NOT_FOUND'],
        [{ $ne: '' }, 'INVALID_INPUT'],
      ] as const) {
        const error = next(watcher, 'resetError');
        expect(await reset(watcher, event, room)).toMatchObject({ ok: false, code });
        expect(await error).toMatchObject({ code, message: expect.stringMatching(/\p{Script=Han}/u) });
      }
    },
  );

  test('a user cannot accept their own request or a request that does not exist', async () => {
    const { roomId, red, blue } = await sitDown('own');
    expect(await reset(blue, 'acceptReset', roomId)).toMatchObject({ code: 'NO_OFFER' });
    await reset(red, 'requestReset', roomId);
    expect(await reset(red, 'acceptReset', roomId)).toMatchObject({ code: 'NO_OFFER' });
  });

  test('an acceptance through two nodes at once starts one new game', async () => {
    const { roomId, red, blue, users } = await sitDown('twice');
    const twin = await cluster.connect(0, users.blue);
    await joinRoom(twin, roomId);
    await reset(red, 'requestReset', roomId);
    const answers = await Promise.all([blue, twin].map((client) => reset(client, 'acceptReset', roomId)));
    expect(answers.map((answer) => (answer.ok ? 'OK' : answer.code)).toSorted()).toEqual(['NO_OFFER', 'OK']);
  });

  test('an unrelated update does not repeat the request', async () => {
    const { roomId, red, blue, watcher, users } = await sitDown('again');
    const said: unknown[] = [];
    blue.on('resetRequested', (reset) => void said.push(reset));
    await reset(red, 'requestReset', roomId);
    const update = next(blue, 'chatMessage');
    await cluster.commands.execute(roomId, { type: 'leaveSpectating', userId: users.watcher });
    await cluster.commands.execute(roomId, { type: 'say', userId: users.red, content: '再来' });
    await update;
    expect(said).toHaveLength(1);
    watcher.disconnect();
  });
});

describe('chat', () => {
  test('sends a message posted over HTTP to all clients in the room, with its version', async () => {
    const { roomId, red, blue, watcher, users } = await sitDown('chat');
    const received = Promise.all([red, blue, watcher].map((client) => next(client, 'chatMessage')));
    const content = '说"v":9};<b>';
    const said = await cluster.commands.execute(roomId, { type: 'say', userId: users.red, content });
    const line = { roomId, v: said.ok && said.v, fromId: users.red, content, ply: 0 };
    expect(await received).toEqual(Array(3).fill(expect.objectContaining(line)));
  });
});

describe('nudges', () => {
  const nudge = (client: Client, roomId: string, nickname: string) =>
    client.emit('buttonClick', { roomId, nickname });

  test('reach all clients on every node under the name of the account, and are limited per user', async () => {
    const { roomId, red, blue, watcher, users } = await sitDown('nudge');
    const notified = Promise.all([red, blue, watcher].map((client) => next(client, 'buttonClicked')));
    await cluster.store.noteName(roomId, users.red, '小象');
    nudge(red, roomId, '系统管理员');
    expect(await notified).toEqual(Array(3).fill({ roomId, nickname: '小象' }));
    const names: string[] = [];
    blue.on('buttonClicked', ({ nickname }) => void names.push(nickname));
    nudge(red, roomId, '加群 123456');
    nudge(blue, roomId, '加群 123456');
    await expect.poll(() => names).toEqual(['蓝方']);
  });

  test('from spectators or from outside the room reach no client', async () => {
    const { roomId, red, watcher, users } = await sitDown('quiet');
    const outside = await cluster.connect(0, users.blue);
    const names: string[] = [];
    red.on('buttonClicked', ({ nickname }) => void names.push(nickname));
    nudge(watcher, roomId, '看客');
    nudge(outside, roomId, '门外');
    expect(await outside.timeout(30_000).emitWithAck('leaveRoom', { roomId })).toEqual({ ok: true });
    expect(await watcher.timeout(30_000).emitWithAck('leaveRoom', { roomId: 'other' })).toEqual({ ok: true });
    const last = next(red, 'buttonClicked');
    nudge(red, roomId, '红方');
    await last;
    expect(names).toEqual(['红方']);
  });
});

describe('lag', () => {
  test('is measured by the server, and compensates the mover for network delay', async () => {
    const { roomId, red, blue } = await sitDown('lag');
    const LATE = 120;
    let longest = 0;
    for (let ply = 0; ply < 4; ply++) {
      const arrived = next(red, 'moveMade') as Promise<{ v: number }>;
      const begun = performance.now();
      expect(await sendMove([red, blue][ply % 2]!, moveOf(roomId, ply))).toMatchObject({ ok: true });
      const { v } = await arrived;
      await new Promise((resolve) => setTimeout(resolve, LATE));
      red.emit('moveReceived', { roomId, v });
      // The reply means that the node has read the earlier messages.
      await red.timeout(30_000).emitWithAck('leaveRoom', { roomId: 'other' });
      longest = Math.max(longest, performance.now() - begun);
    }
    const moved = next(blue, 'moveMade') as Promise<{ lag: number }>;
    await sendMove(red, { ...moveOf(roomId, 4), lag: 999 });
    const { lag } = await moved;
    // A timer may fire up to 1 ms early.
    expect(lag).toBeGreaterThanOrEqual(LATE - 1);
    expect(lag).toBeLessThanOrEqual(Math.ceil(longest));
    const answered = next(red, 'moveMade') as Promise<{ lag: number }>;
    await sendMove(blue, moveOf(roomId, 5));
    expect((await answered).lag).toBe(0);
  });
});

describe('a room without spectators', () => {
  const table = { color: 'red', undo: true, spectators: false, start: null } as const;

  test('admits players at once and no other connection', async () => {
    const [redId, blueId, watcherId] = [newUser(), newUser(), newUser()];
    const sit = (userId: string) =>
      cluster.commands.execute('closed', { type: 'join', userId, newGameId: 'g', choices: { table } });
    await sit(redId);
    const red = await cluster.connect(0, redId);
    expect(await joinRoom(red, 'closed')).toMatchObject({ ok: true });
    const watcher = await cluster.connect(0, watcherId);
    expect(await joinRoom(watcher, 'closed')).toMatchObject({ ok: false, code: 'SPECTATORS_CLOSED' });
    const blue = await cluster.connect(0, blueId);
    await sit(blueId);
    expect(await joinRoom(blue, 'closed')).toMatchObject({ ok: true });
    expect(await joinRoom(watcher, 'closed')).toMatchObject({ ok: false, code: 'SPECTATORS_CLOSED' });
    const received = receivedVersions(watcher);
    expect(await sendMove(red, moveOf('closed', 0))).toMatchObject({ ok: true });
    expect(received).toEqual([]);
  });

  test('moves out users who were in the number before, on every node, and hides what they missed', async () => {
    const [first, second, redId, blueId] = [newUser(), newUser(), newUser(), newUser()];
    await cluster.seat('reopened', first, second);
    const before = [await cluster.connect(0, first), await cluster.connect(1, second)];
    for (const client of before) await joinRoom(client, 'reopened');
    await settled(cluster.store, 'reopened', before);
    for (const userId of [first, second])
      await cluster.commands.execute('reopened', { type: 'leave', userId });
    const { v } = await cluster.store.load('reopened').then((room) => room!);
    const received = before.map(receivedVersions);
    const closed = Promise.all(before.map((client) => next(client, 'roomClosed')));
    const sit = (userId: string, newGameId: string) =>
      cluster.commands.execute('reopened', { type: 'join', userId, newGameId, choices: { table } });
    await sit(redId, 'h');
    expect(await closed).toEqual(
      Array(2).fill(expect.objectContaining({ roomId: 'reopened', code: 'SPECTATORS_CLOSED' })),
    );
    await sit(blueId, 'h');
    const players = [await cluster.connect(0, redId), await cluster.connect(1, blueId)] as const;
    for (const client of players) await joinRoom(client, 'reopened');
    await settled(cluster.store, 'reopened', players);
    const heard = receivedVersions(players[1]);
    await sendMove(players[0], moveOf('reopened', 0));
    await cluster.commands.execute('reopened', { type: 'say', userId: redId, content: '好棋！' });
    const last = (await cluster.store.load('reopened'))!.v;
    await expect.poll(() => heard).toContain(last);
    for (const client of before) {
      expect(await joinRoom(client, 'reopened')).toMatchObject({ code: 'SPECTATORS_CLOSED' });
    }
    expect(received.flat().filter((version) => version > v)).toEqual([]);

    // The number opens for spectators again: the hidden game is not in the catch-up.
    for (const userId of [redId, blueId])
      await cluster.commands.execute('reopened', { type: 'leave', userId });
    await cluster.commands.execute('reopened', { type: 'join', userId: newUser(), newGameId: 'i' });
    const again = await joinRoom(before[0]!, 'reopened', v);
    expect(again).toMatchObject({ ok: true, catchUp: { kind: 'snapshot', room: { chatMessages: [] } } });
  });
});
