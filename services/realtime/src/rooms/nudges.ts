import { streamOf } from '@doushouqi/room-core';
import { errorOf, type RedisClient } from '@doushouqi/service-kit';

/** A user nudges once in this long, whatever the room and the node. Milliseconds. */
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
 * A nudge goes through the room's own channel to every node that hosts it. It is said and forgotten: no version,
 * nothing stored. On the channel it is a JSON object, where a commit is a list.
 */
export interface Nudges {
  /**
   * `nickname` is what the client says it is called. The room shows the name that it knows for a player anyway, and
   * whoever may nudge may also write in the chat, so asking auth for the name would guard nothing: its schema is that
   * of every nickname. Throws RATE_LIMITED, or that Redis is away.
   */
  send(roomId: string, userId: string, nickname: string): Promise<void>;
}

export function createNudges(redis: RedisClient): Nudges {
  return {
    async send(roomId, userId, nickname) {
      const first = await redis.set(`{user:${userId}}:nudged`, '1', 'PX', NUDGE_INTERVAL_MS, 'NX');
      if (first === null) throw errorOf('RATE_LIMITED');
      await redis.spublish(
        streamOf(roomId),
        JSON.stringify({ nudge: { nickname, by: userId } } satisfies Published),
      );
    },
  };
}

/** The nudge in a message of a room's channel, or null where the message is a commit. */
export function nudgeIn(message: string): Nudge | null {
  return message.startsWith('{') ? (JSON.parse(message) as Published).nudge : null;
}
