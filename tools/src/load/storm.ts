import { setTimeout as delay } from 'node:timers/promises';
import { SOCKET_RECONNECTION } from '@doushouqi/protocol';
import { ALL_NODES_IN_USE, gameScripts } from '@doushouqi/scripts';
import { percentile, verdict } from '../numbers.ts';
import { RoomClient } from '../room-client.ts';
import { type Extent, openVenue, type Player, seatTables, type Table, type Venue } from './venue.ts';

const NODE = 'realtime-1';
const PATIENCE_MS = 60_000;
const MOST_SECONDS = 15;

/** Returns the delay of Socket.IO's client before its n-th attempt. Milliseconds. */
function waitBefore(attempt: number): number {
  const { reconnectionDelay, reconnectionDelayMax, randomizationFactor } = SOCKET_RECONNECTION;
  const jitter = 1 + randomizationFactor * (2 * Math.random() - 1);
  return Math.min(reconnectionDelayMax, reconnectionDelay * 2 ** attempt * jitter);
}

/** Reconnects as a browser does, then joins the room; resolves to the ms since the death, infinite if it failed. */
async function comeBack(venue: Venue, { roomId }: Table, { userId }: Player, died: number): Promise<number> {
  for (let attempt = 0; performance.now() < died + PATIENCE_MS; attempt += 1) {
    await delay(waitBefore(attempt));
    try {
      const client = await RoomClient.connect(venue.platform.url, venue.tokenOf(userId), { room: roomId });
      await client.join(roomId);
      return performance.now() - died;
    } catch {
      // Repeated.
    }
  }
  return Number.POSITIVE_INFINITY;
}

/** Kills one of two nodes; its clients reconnect by themselves. */
export async function weatherStorm({ clients = 2_000 }: Extent): Promise<boolean> {
  const venue = await openVenue('storm', { env: ALL_NODES_IN_USE });
  try {
    const tables = await seatTables(venue, clients / 2, gameScripts(1, 1));
    const hit = tables
      .flatMap((table) => table.players.map((player) => ({ table, player })))
      .filter(({ player }) => player.client.node === NODE);
    const died = performance.now();
    const returns = hit.map(async ({ table, player }) => {
      await new Promise((resolve) => player.client.once('closed', resolve));
      return comeBack(venue, table, player, died);
    });
    await venue.platform.kill(NODE, 'SIGKILL');
    const back = await Promise.all(returns);
    const [half, all] = [0.5, 1].map((share) => percentile(back, share) / 1_000) as [number, number];
    const times = `${half.toFixed(1)} s (half), ${all.toFixed(1)} s (all, limit ${MOST_SECONDS})`;
    return verdict(
      hit.length > 0 && all <= MOST_SECONDS,
      `${hit.length} of ${clients} clients back after ${times}`,
    );
  } finally {
    await venue.stop();
  }
}
