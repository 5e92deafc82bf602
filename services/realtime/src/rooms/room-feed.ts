import { EventEmitter } from 'node:events';
import type { BySide } from '@doushouqi/protocol';
import { type RoomStore, roomOfStream, streamOf } from '@doushouqi/room-core';
import type { Side } from '@doushouqi/rules';
import { errorOf, type RedisClient } from '@doushouqi/service-kit';
import type { ChannelListener, RedisConnection } from '../redis/redis-connection.ts';

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

export interface RoomFeedEvents {
  /** A commit of any node, as published: a JSON list of events. */
  commit: [roomId: string, batch: string];
  /** A user nudges the room. */
  nudge: [roomId: string, nudge: Nudge];
}

/** Messages of the sharded channels of the rooms that this node hosts. */
export class RoomFeed extends EventEmitter<RoomFeedEvents> {
  readonly #connection: Pick<RedisConnection, 'subscribe' | 'unsubscribe'>;
  readonly #onError: (error: unknown, roomId: string) => void;
  #arrived: [channel: string, message: Buffer][] = [];

  /** `onError` receives errors of listeners; they do not propagate. */
  constructor(
    connection: Pick<RedisConnection, 'subscribe' | 'unsubscribe'>,
    onError: (error: unknown, roomId: string) => void,
  ) {
    super();
    this.#connection = connection;
    this.#onError = onError;
  }

  /**
   * Subscribes and reads the room in one round trip: every later commit is received. Rejects with UNAVAILABLE while
   * Redis is unavailable.
   */
  subscribe<T>(roomId: string, read: () => Promise<T>): Promise<T> {
    return this.#connection.subscribe(streamOf(roomId), this.#arrive, read);
  }

  unsubscribe(roomId: string): void {
    this.#connection.unsubscribe(streamOf(roomId));
  }

  /**
   * Redis publishes a commit before it replies to the committing node. Deferred until after the reply, an own commit is
   * only an echo.
   */
  readonly #arrive: ChannelListener = (message, channel) => {
    if (this.#arrived.push([channel, message]) === 1) setImmediate(this.#hearAll);
  };

  readonly #hearAll = (): void => {
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const [channel, message] of arrived) this.#receive(roomOfStream(channel), message.toString());
  };

  #receive(roomId: string, message: string): void {
    try {
      const nudge = nudgeIn(message);
      if (nudge === null) this.emit('commit', roomId, message);
      else this.emit('nudge', roomId, nudge);
    } catch (error) {
      this.#onError(error, roomId);
    }
  }
}
