import { roomOfStream, streamOf } from '@doushouqi/room-core';
import { errorOf } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import { nudgeIn } from './nudges.ts';

export interface RoomFeedOptions {
  /** It does not subscribe again by itself after an outage: that is up to `onRestored`. */
  redis: Redis;
  /** A commit of any node, as published: a JSON list of events. What it throws is told and goes no further. */
  onCommit: (roomId: string, batch: string) => void;
  /** Somebody nudges the room. */
  onNudge: (roomId: string, nickname: string) => void;
  /** The connection was lost and is back: commits may have been missed in every room. */
  onRestored: () => void;
  onError: (error: unknown, roomId: string) => void;
}

/** What the channel of every room begins with: the connection hears other channels as well. */
const [OF_ROOM = ''] = streamOf('').split('}');

/** The commits of the rooms that this node hosts, from their sharded channels. */
export interface RoomFeed {
  /** Resolves once every later commit will be heard; rejects with UNAVAILABLE at once while Redis is away. */
  subscribe(roomId: string): Promise<void>;
  unsubscribe(roomId: string): void;
}

export const createRoomFeed = (options: RoomFeedOptions): RoomFeed => {
  const { redis, onCommit, onNudge, onRestored, onError } = options;
  let lost = false;
  const hear = (channel: string, message: string): void => {
    const roomId = roomOfStream(channel);
    try {
      const nickname = nudgeIn(message);
      if (nickname === null) onCommit(roomId, message);
      else onNudge(roomId, nickname);
    } catch (error) {
      onError(error, roomId);
    }
  };
  const arrived: [channel: string, message: string][] = [];
  const hearAll = (): void => {
    for (const [channel, message] of arrived.splice(0)) hear(channel, message);
  };
  redis.on('smessage', (channel: string, message: string) => {
    if (!channel.startsWith(OF_ROOM)) return;
    // Redis says a commit to its channel before it answers: heard after the answer, an own commit is only an echo.
    if (arrived.push([channel, message]) === 1) setImmediate(hearAll);
  });
  redis.on('close', () => {
    lost = true;
  });
  redis.on('ready', () => {
    if (!lost) return;
    lost = false;
    onRestored();
  });
  return {
    async subscribe(roomId) {
      // An offline queue would keep the caller waiting for as long as the outage lasts.
      if (redis.status !== 'ready') throw errorOf('UNAVAILABLE');
      await redis.ssubscribe(streamOf(roomId));
    },
    unsubscribe(roomId) {
      // A connection that is away has lost its subscriptions already.
      if (redis.status !== 'ready') return;
      redis.sunsubscribe(streamOf(roomId)).catch((error: unknown) => onError(error, roomId));
    },
  };
};
