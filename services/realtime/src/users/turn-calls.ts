import { houseBotOf } from '@doushouqi/protocol';
import { isPlaying, plyOf, type Room, turnOf, userOf } from '@doushouqi/room';
import { type PushCalls, turnCallsKey } from '@doushouqi/room-core';
import type { RedisClient } from '@doushouqi/service-kit';
import { LRUCache } from 'lru-cache';

/** Users whose choice is cached. */
const MOST = 20_000;
/** A user who switches the calls on gets them after this time. Milliseconds. */
const CACHED_MS = 60_000;

export interface TurnCallsOptions {
  redis: Pick<RedisClient, 'exists'>;
  calls: Pick<PushCalls, 'call'>;
  onFailed: (error: unknown, userId: string) => void;
}

/** Queues a call to the user whose turn begins. */
export interface TurnCalls {
  /** Does not wait, and does nothing for users without such calls. `room`: after a move. */
  moved(room: Room): void;
}

export function createTurnCalls({ redis, calls, onFailed }: TurnCallsOptions): TurnCalls {
  const wanted = new LRUCache<string, boolean>({ max: MOST, ttl: CACHED_MS });

  async function wantsCalls(userId: string): Promise<boolean> {
    const known = wanted.get(userId);
    if (known !== undefined) return known;
    const wants = (await redis.exists(turnCallsKey(userId))) > 0;
    wanted.set(userId, wants);
    return wants;
  }

  return {
    moved(room) {
      if (!isPlaying(room)) return;
      const { id: roomId, header } = room;
      const userId = userOf(header, turnOf(room));
      if (userId === null || houseBotOf(userId) !== null) return;
      const job = { kind: 'turn', userId, roomId, gameId: header.gameId, ply: plyOf(room) } as const;
      wantsCalls(userId)
        .then((wants) => wants && calls.call(job))
        .catch((error: unknown) => onFailed(error, userId));
    },
  };
}
