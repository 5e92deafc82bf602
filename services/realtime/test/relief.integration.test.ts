import { placeSession } from '@doushouqi/protocol/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type Cluster, startCluster } from './cluster.ts';
import { joinRoom, moveOf, sendMove } from './play.ts';

const TABLES = 70;
const RELIEF_MS = 400;
const PATIENCE = { timeout: 60_000, interval: 50 };

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ nodes: 3, reliefMs: RELIEF_MS });
});
afterAll(() => cluster.stop());

function sessions(): number[] {
  return cluster.nodes.map(({ io }) => io.engine.clientsCount);
}

/** Returns the node that a gateway chooses. */
function placeOf(room: string): number {
  const nodes = sessions().map((connections, index) => ({ id: `rt-${index + 1}`, connections }));
  const { id } = placeSession(nodes, { room, sessionsPerNode: 0 })!;
  return Number(id.slice(3)) - 1;
}

/** Enters the room, and again on the node that a gateway chooses whenever the server asks for it. */
async function follow(node: number, userId: string, roomId: string, seat: { client?: Client }) {
  const client = await cluster.connect(node, userId);
  client.once('goingAway', () => {
    client.disconnect();
    void follow(placeOf(roomId), userId, roomId, seat);
  });
  try {
    await joinRoom(client, roomId);
    seat.client = client;
  } catch (error) {
    // Asked to leave before it was in the room: the next connection takes the seat.
    if (client.connected) throw error;
  }
}

test('two loaded nodes move sessions to an added node; no move is lost or doubled, no player counts as absent', async () => {
  const tables = Array.from({ length: TABLES }, (_, index) => ({
    roomId: `relief-${index}`,
    users: [`${index}`.padStart(24, 'a'), `${index}`.padStart(24, 'b')] as const,
    seats: [{}, {}] as { client?: Client }[],
  }));
  for (const [index, { roomId, users, seats }] of tables.entries()) {
    await cluster.seat(roomId, ...users);
    await Promise.all(users.map((userId, side) => follow(index % 2, userId, roomId, seats[side]!)));
  }
  await expect.poll(() => sessions()[2], PATIENCE).toBeGreaterThanOrEqual((TABLES * 2) / 3 / 2);
  for (const { roomId, seats } of tables) {
    const [red] = seats as [{ client: Client }];
    await expect
      .poll(async () => {
        const before = await cluster.store.load(roomId);
        if (before?.game.history.length === 1) return true;
        return red.client.connected && (await sendMove(red.client, moveOf(roomId, 0))).ok;
      }, PATIENCE)
      .toBe(true);
  }
  const rooms = await Promise.all(tables.map(({ roomId }) => cluster.store.load(roomId)));
  expect(rooms.map((room) => room?.game.history.length)).toEqual(tables.map(() => 1));
  expect(rooms.map((room) => room?.header.offlineSince)).toEqual(
    tables.map(() => ({ red: null, blue: null })),
  );
  const moved = await Promise.all(
    cluster.nodes.map(({ url }) => fetch(`${url}/metrics`).then((answer) => answer.text())),
  );
  const counts = moved.map((text) => Number(/^realtime_relief_moved_total\S* (\d+)$/m.exec(text)?.[1] ?? 0));
  expect(counts[0]! + counts[1]!).toBeGreaterThanOrEqual(TABLES / 3);
  expect(counts[2]).toBe(0);
}, 120_000);
