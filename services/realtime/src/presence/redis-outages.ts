import { isPlaying } from '@doushouqi/room';
import { type RoomDoor, streamOf } from '@doushouqi/room-core';
import pMap from 'p-map';
import type { Gap, RedisConnection } from '../redis/redis-connection.ts';
import type { RoomHub } from '../rooms/room-hub.ts';

/** Rooms given time back at once. */
const ROOMS_AT_ONCE = 16;

export interface RedisOutagesOptions {
  connection: Pick<RedisConnection, 'on'>;
  hub: Pick<RoomHub, 'hosted'>;
  execute: RoomDoor['execute'];
  onFailed: (error: unknown) => void;
}

/**
 * Gives back to every hosted game what its Redis was away for, when another process of it answers (docs/clocks.md); the
 * core does so once for each outage.
 */
export function giveBackOutages({ connection, hub, execute, onFailed }: RedisOutagesOptions): void {
  const giveBack = async (gaps: ReadonlyMap<string, Gap>): Promise<void> => {
    const give = async ({ id }: { id: string }): Promise<void> => {
      const { outage = null, ms = 0 } = gaps.get(streamOf(id)) ?? {};
      if (outage !== null) await execute(id, { type: 'giveBack', outage, ms });
    };
    await pMap(hub.hosted().filter(isPlaying), (room) => give(room).catch(onFailed), {
      concurrency: ROOMS_AT_ONCE,
    });
  };
  connection.on('restored', (gaps) => void giveBack(gaps));
}
