import { createRoomStore } from '@doushouqi/room-core';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import type { Game } from './game.ts';

/** Acknowledged moves that the stored games lack, and stored moves that were never made. */
export interface Comparison {
  lost: number;
  doubled: number;
}

/** Compares the games with those in Redis. Throws if one is not there. */
export async function compareAll(redisUrl: string, games: readonly Game[]): Promise<Comparison> {
  const redis = connectRedis(redisUrl, { role: 'command' });
  const store = createRoomStore(redis);
  const found = await Promise.all(
    games.map(async (game) => {
      const room = await store.load(game.roomId);
      if (!room) throw new Error(`room ${game.roomId} does not exist any more`);
      return game.compare(room.game);
    }),
  );
  await closeRedis(redis);
  const sum = (key: keyof Comparison) => found.reduce((total, one) => total + one[key], 0);
  return { lost: sum('lost'), doubled: sum('doubled') };
}
