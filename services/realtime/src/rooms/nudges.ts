import type { BySide } from '@doushouqi/protocol';
import { type RoomStore, streamOf } from '@doushouqi/room-core';
import type { Side } from '@doushouqi/rules';
import { errorOf, type RedisClient } from '@doushouqi/service-kit';

/** Minimum interval of a user's nudges over all rooms and nodes. Milliseconds. */
const NUDGE_INTERVAL_MS = 5_000;

/** `by`: the user who nudges. */
export interface Nudge {
  nickname: string;
  by: string;
}
interface Published {
  nudge: Nudge;
}

/**
 * Sends nudges through the room's channel to every node that hosts the room. A nudge has no version and is not stored.
 * On the channel it is a JSON object; a commit is a list.
 */
export interface Nudges {
  /**
   * Sends the nudge under the name of the player's account, or that of the side while the account is unknown. Throws
   * RATE_LIMITED, or UNAVAILABLE while Redis is unavailable.
   */
  send(roomId: string, userId: string, side: Side): Promise<void>;
}

/** No account may have these names. */
const SIDE_NAMES: BySide<string> = { red: '红方', blue: '蓝方' };

export function createNudges(redis: RedisClient, store: Pick<RoomStore, 'nameOf'>): Nudges {
  return {
    async send(roomId, userId, side) {
      const first = await redis.set(`{user:${userId}}:nudged`, '1', 'PX', NUDGE_INTERVAL_MS, 'NX');
      if (first === null) throw errorOf('RATE_LIMITED');
      const nickname = (await store.nameOf(roomId, userId)) ?? SIDE_NAMES[side];
      await redis.spublish(
        streamOf(roomId),
        JSON.stringify({ nudge: { nickname, by: userId } } satisfies Published),
      );
    },
  };
}

/** Returns the nudge in a channel message, or null for a commit. */
export function nudgeIn(message: string): Nudge | null {
  return message.startsWith('{') ? (JSON.parse(message) as Published).nudge : null;
}
