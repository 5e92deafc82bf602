import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { RoomClient } from '@doushouqi/room-client';
import { openSocket } from '@doushouqi/room-client/socket';
import { ALL_NODES_IN_USE } from '@doushouqi/scripts';
import { apiFrom } from '@doushouqi/service-kit/testing';
import { percentile, times, verdict } from '../numbers.ts';
import { type Extent, openVenue, type Venue } from './venue.ts';

const NODE = 'realtime-1';
const PATIENCE_MS = 60_000;
const MOST_SECONDS = 15;
const AT_ONCE = 16;

/** A player who reconnects as a browser does. */
interface Player {
  client: RoomClient;
  node: string;
  close: () => void;
}

async function sit({ platform: { url }, tokenOf }: Venue, roomId: string): Promise<Player> {
  const userId = randomBytes(12).toString('hex');
  const token = tokenOf(userId);
  await apiFrom(url, undefined, token).joinRoom({ body: { roomId } });
  const { socket, close } = openSocket({ url, roomId, token: () => token, random: Math.random });
  const now = () => performance.now();
  const client = new RoomClient({ roomId, userId, connect: async () => socket, now, randomId: randomUUID });
  await client.open();
  await client.until(({ connection }) => connection === 'up');
  return { client, node: String(socket.io.engine.id).split('.')[0]!, close };
}

/** Resolves to the ms from the death of the node until the room is up to date again, infinite if it failed. */
async function comeBack({ client }: Player, died: number): Promise<number> {
  const back = client
    .until(({ connection }) => connection === 'down')
    .then(() => client.until(({ connection }) => connection === 'up'))
    .then(() => performance.now() - died);
  return Promise.race([back, delay(PATIENCE_MS, Number.POSITIVE_INFINITY)]);
}

/** Kills one of two nodes; its clients reconnect by themselves. */
export async function weatherStorm({ clients = 2_000 }: Extent): Promise<boolean> {
  const venue = await openVenue('storm', { env: ALL_NODES_IN_USE });
  const players: Player[] = [];
  try {
    const rooms = await times(
      clients / 2,
      async () => {
        const roomId = randomBytes(8).toString('hex');
        return [await sit(venue, roomId), await sit(venue, roomId)];
      },
      AT_ONCE,
    );
    players.push(...rooms.flat());
    const hit = players.filter(({ node }) => node === NODE);
    const died = performance.now();
    const returns = hit.map((player) => comeBack(player, died));
    await venue.platform.kill(NODE, 'SIGKILL');
    const back = await Promise.all(returns);
    const [half, all] = [0.5, 1].map((share) => percentile(back, share) / 1_000) as [number, number];
    const after = `${half.toFixed(1)} s (half), ${all.toFixed(1)} s (all, limit ${MOST_SECONDS})`;
    return verdict(
      hit.length > 0 && all <= MOST_SECONDS,
      `${hit.length} of ${clients} clients back after ${after}`,
    );
  } finally {
    for (const { client, close } of players) {
      close();
      client.stop();
    }
    await venue.stop();
  }
}
