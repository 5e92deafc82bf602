import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { joinRoom, syncRoom, userOf } from './play.ts';

const [RED, BLUE, WATCHER] = [userOf(1), userOf(2), userOf(3)];

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ nodes: 1 });
});
afterAll(() => cluster.stop());

function makeRoom(roomId: string, kind: 'paired' | 'rated') {
  return cluster.commands.execute(roomId, {
    type: 'pair',
    kind,
    players: [RED, BLUE],
    timeControl: { initial: 5, increment: 3 },
    gameId: `game-${roomId}`,
  });
}

test('counts focus losses of players in a rated game, several at once as one, and of no other user', async () => {
  await makeRoom('rated', 'rated');
  await makeRoom('friendly', 'paired');
  const [red, blue, watcher] = await Promise.all(
    [RED, BLUE, WATCHER].map((userId) => cluster.connect(0, userId)),
  );
  for (const client of [red!, watcher!])
    for (const roomId of ['rated', 'friendly']) await joinRoom(client, roomId);
  for (const client of [red!, watcher!, blue!]) {
    for (const roomId of ['rated', 'friendly', 'nowhere']) client.emit('focusLost', { roomId });
  }
  for (let n = 0; n < 200; n++) red!.emit('focusLost', { roomId: 'rated' });
  // A connection handles its messages in order, so this reply means that the earlier ones are handled.
  for (const client of [red!, watcher!, blue!]) await syncRoom(client, 'rated', 0);
  await cluster.commands.execute('rated', { type: 'surrender', userId: BLUE });
  await cluster.commands.execute('friendly', { type: 'surrender', userId: BLUE });
  const [game] = await cluster.store.undelivered('rated');
  expect(game).toMatchObject({ gameId: 'game-rated', abortedBy: BLUE });
  expect(game!.focusLosses.player1).toBeGreaterThan(0);
  // The limit is one per second: even on a slow machine, only a few of the 200 count.
  expect(game!.focusLosses.player1).toBeLessThan(100);
  // Blue did not join the room with this connection.
  expect(game!.focusLosses.player2).toBe(0);
  expect((await cluster.store.undelivered('friendly'))[0]!.focusLosses).toEqual({ player1: 0, player2: 0 });
});

test('the first-move clock starts only when a player’s client reports the table as shown', async () => {
  await makeRoom('shown', 'rated');
  const [red, watcher] = await Promise.all([RED, WATCHER].map((userId) => cluster.connect(0, userId)));
  for (const client of [red!, watcher!]) await joinRoom(client, 'shown');
  watcher!.emit('tableShown', { roomId: 'shown' });
  await syncRoom(watcher!, 'shown', 0);
  expect((await cluster.store.load('shown'))?.header.awaited).toEqual(['red', 'blue']);
  for (let n = 0; n < 2; n++) red!.emit('tableShown', { roomId: 'shown' });
  await expect.poll(async () => (await cluster.store.load('shown'))?.header.awaited).toEqual(['blue']);
  const { header } = (await cluster.store.load('shown'))!;
  expect(header.lastMoveTime).toBeLessThanOrEqual(Date.now());
});
