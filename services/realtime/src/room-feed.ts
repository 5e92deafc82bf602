import { roomOfStream, streamOf } from '@doushouqi/room-core';
import { errorOf } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import { nudgeIn } from './nudges.ts';

export interface RoomFeedOptions {
  /** A connection of its own: it is in subscriber mode. It subscribes again by itself after an outage. */
  subscriber: Redis;
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
  const { subscriber, onCommit, onNudge, onRestored, onError } = options;
  let lost = false;
  subscriber.on('smessage', (channel: string, message: string) => {
    if (!channel.startsWith(OF_ROOM)) return;
    const roomId = roomOfStream(channel);
    try {
      const nickname = nudgeIn(message);
      if (nickname === null) onCommit(roomId, message);
      else onNudge(roomId, nickname);
    } catch (error) {
      onError(error, roomId);
    }
  });
  subscriber.on('close', () => {
    lost = true;
  });
  subscriber.on('ready', () => {
    if (!lost) return;
    lost = false;
    onRestored();
  });
  return {
    async subscribe(roomId) {
      // An offline queue would keep the caller waiting for as long as the outage lasts.
      if (subscriber.status !== 'ready') throw errorOf('UNAVAILABLE');
      await subscriber.ssubscribe(streamOf(roomId));
    },
    unsubscribe(roomId) {
      subscriber.sunsubscribe(streamOf(roomId)).catch((error: unknown) => onError(error, roomId));
    },
  };
};
