import { EventEmitter } from 'node:events';
import { roomOfStream, streamOf } from '@doushouqi/room-core';
import { errorOf, type RedisClient } from '@doushouqi/service-kit';
import type { ChannelListener, RedisConnection } from '../redis/redis-connection.ts';

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

export interface RoomFeedEvents {
  /** A commit of any node, as published: a JSON list of events. */
  commit: [roomId: string, batch: string];
  /** Somebody nudges the room. */
  nudge: [roomId: string, nudge: Nudge];
}

/** What is published about the rooms that this node hosts, from their sharded channels. */
export class RoomFeed extends EventEmitter<RoomFeedEvents> {
  readonly #connection: Pick<RedisConnection, 'subscribe' | 'unsubscribe'>;
  readonly #onError: (error: unknown, roomId: string) => void;
  #arrived: [channel: string, message: Buffer][] = [];

  /** `onError` hears what a listener threw; it goes no further. */
  constructor(
    connection: Pick<RedisConnection, 'subscribe' | 'unsubscribe'>,
    onError: (error: unknown, roomId: string) => void,
  ) {
    super();
    this.#connection = connection;
    this.#onError = onError;
  }

  /** Subscribes and reads the room, in one round trip: every later commit is heard. Rejects with UNAVAILABLE while Redis is away. */
  subscribe<T>(roomId: string, read: () => Promise<T>): Promise<T> {
    return this.#connection.subscribe(streamOf(roomId), this.#arrive, read);
  }

  unsubscribe(roomId: string): void {
    this.#connection.unsubscribe(streamOf(roomId));
  }

  /**
   * Redis publishes a commit before it answers the node that made it. Heard a moment later, after the answer, an own
   * commit is only an echo.
   */
  readonly #arrive: ChannelListener = (message, channel) => {
    if (this.#arrived.push([channel, message]) === 1) setImmediate(this.#hearAll);
  };

  readonly #hearAll = (): void => {
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const [channel, message] of arrived) this.#hear(roomOfStream(channel), message.toString());
  };

  #hear(roomId: string, message: string): void {
    try {
      const nudge = nudgeIn(message);
      if (nudge === null) this.emit('commit', roomId, message);
      else this.emit('nudge', roomId, nudge);
    } catch (error) {
      this.#onError(error, roomId);
    }
  }
}
