import { isPlaying, plyOf, type Room, turnOf, userOf } from '@doushouqi/room';
import type { Logger, RedisClient } from '@doushouqi/service-kit';
import { LRUCache } from 'lru-cache';
import { type PushNotifications, turnCallsKey } from './push-notifications.ts';
import type { Commit } from './room-commands.ts';

/** Users whose choice is cached. */
const MOST = 20_000;
/** A user who switches the calls on gets them after this time. Milliseconds. */
const CACHED_MS = 15_000;

export interface TurnNotificationsOptions {
  redis: Pick<RedisClient, 'exists'>;
  pushNotifications: Pick<PushNotifications, 'send'>;
  logger: Pick<Logger, 'warn'>;
}

/** Queues a call to the user whose turn a commit begins. Does not wait, and does nothing for users without such calls. */
export type TurnNotifications = (commit: Pick<Commit, 'before' | 'after'>) => void;

/** Returns whether a commit begins a turn: a move, an undo, or a new game. Pure. */
function beginsTurn(before: Room | null, after: Room): boolean {
  if (before === null || !isPlaying(before)) return true;
  return before.header.gameId !== after.header.gameId || plyOf(before) !== plyOf(after);
}

export function createTurnNotifications({
  redis,
  pushNotifications,
  logger,
}: TurnNotificationsOptions): TurnNotifications {
  const wanted = new LRUCache<string, boolean>({ max: MOST, ttl: CACHED_MS });

  async function wantsNotifications(userId: string): Promise<boolean> {
    const known = wanted.get(userId);
    if (known !== undefined) return known;
    const wants = (await redis.exists(turnCallsKey(userId))) > 0;
    wanted.set(userId, wants);
    return wants;
  }

  return ({ before, after }) => {
    if (!isPlaying(after) || !beginsTurn(before, after)) return;
    const { id: roomId, header } = after;
    const userId = userOf(header, turnOf(after));
    if (userId === null) return;
    const { gameId, moveDeadline, context } = header;
    const ply = plyOf(after);
    const turn = { roomId, gameId, ply, ...(moveDeadline && { until: moveDeadline }) };
    const isAssigned = context !== undefined && ply === 0;
    const job = { kind: 'turn', userId, ...turn, ...(isAssigned && { isAssigned }) } as const;
    wantsNotifications(userId)
      .then((wants) => wants && pushNotifications.send(job))
      .catch((error: unknown) => logger.warn({ err: error, userId }, 'could not call a player to the turn'));
  };
}
