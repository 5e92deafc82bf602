import { setTimeout as delay } from 'node:timers/promises';
import type { RealtimeServer } from './realtime-socket.ts';

const WAVES = 10;
const WAVE_INTERVAL_MS = 200;

/** Deals `items` into at most `count` waves, in the order given. Pure. */
export const wavesOf = <T>(items: readonly T[], count: number): T[][] => {
  const size = Math.ceil(items.length / count);
  return Array.from({ length: size && Math.ceil(items.length / size) }, (_, wave) =>
    items.slice(wave * size, (wave + 1) * size),
  );
};

/**
 * Closes every connection in small waves, so that the other nodes are not met by all clients at once. The
 * connection is closed, not the socket: a client told to disconnect does not come back by itself.
 */
export const closeInWaves = async (io: RealtimeServer): Promise<void> => {
  const waves = wavesOf([...io.sockets.sockets.values()], WAVES);
  for (const [index, wave] of waves.entries()) {
    if (index > 0) await delay(WAVE_INTERVAL_MS);
    for (const socket of wave) socket.conn.close();
  }
};
