import { EventEmitter } from 'node:events';
import { roomOfStream, streamOf } from '@doushouqi/room-core';
import type { ChannelListener, RedisConnection } from '../redis/redis-connection.ts';
import { type Nudge, nudgeIn } from './nudges.ts';

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

  /** Resolves once every later commit will be heard; rejects with UNAVAILABLE at once while Redis is away. */
  subscribe(roomId: string): Promise<void> {
    return this.#connection.subscribe(streamOf(roomId), this.#arrive);
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
