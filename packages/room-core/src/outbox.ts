import { type FinishedGame, OPEN_ROOM_KIND, POLICIES, toWirePair } from '@doushouqi/protocol';
import { type Receiver, receiversOf } from '@doushouqi/protocol/server';
import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/** Keys of a room that concern its finished games: see `keysOf` in `room-store.ts`. */
type OutboxKeys = Readonly<Record<'outbox' | 'delivered' | 'focus' | 'arranged', string>>;

function focusFields(gameId: string) {
  return [`${gameId}:1`, `${gameId}:2`] as const;
}

/** Marks a receiver of a finished game; after the last of `receivers` removes the game and what belongs to it. */
const NOTE_DELIVERED = defineScript<{
  gameId: string;
  receiver: Receiver;
  receivers: readonly Receiver[];
  focusFields: readonly string[];
}>()({
  name: 'noteDelivered',
  keys: ['outbox', 'delivered', 'focus'],
  lua: `
    if redis.call('HEXISTS', outbox, arg.gameId) == 0 then return end
    redis.call('HSET', delivered, arg.gameId .. ':' .. arg.receiver, 1)
    local marks = {}
    for n, receiver in ipairs(arg.receivers) do marks[n] = arg.gameId .. ':' .. receiver end
    for _, mark in ipairs(redis.call('HMGET', delivered, unpack(marks))) do
      if not mark then return end
    end
    redis.call('HDEL', delivered, unpack(marks))
    redis.call('HDEL', outbox, arg.gameId)
    redis.call('HDEL', focus, unpack(arg.focusFields))
  `,
  reply: z.null(),
});

/** Defaults for fields that old finished games lack. */
const LATER_FIELDS = {
  kind: OPEN_ROOM_KIND,
  lags: [],
  focusLosses: toWirePair({ red: 0, blue: 0 }),
} as const satisfies Partial<FinishedGame>;

/** A finished game with the services that have not confirmed it. */
export interface UndeliveredGame extends FinishedGame {
  receivers: readonly Receiver[];
}

function finishedOf(text: string): FinishedGame {
  return { ...LATER_FIELDS, ...(JSON.parse(text) as FinishedGame) };
}

/** Adds what only the rating service needs: focus losses, and whether the game was arranged. */
async function withRatingNotes(
  redis: RedisClient,
  { focus, arranged }: OutboxKeys,
  game: FinishedGame,
): Promise<FinishedGame> {
  if (!POLICIES[game.kind].rated) return game;
  const [[red, blue], isArranged] = await Promise.all([
    redis.hmget(focus, ...focusFields(game.gameId)),
    redis.exists(arranged),
  ]);
  const focusLosses = toWirePair({ red: Number(red ?? 0), blue: Number(blue ?? 0) });
  return { ...game, focusLosses, ...(isArranged === 1 && { isArranged: true }) };
}

/** Returns the finished games of an outbox that not all receivers have. */
export async function readUndelivered(redis: RedisClient, keys: OutboxKeys): Promise<UndeliveredGame[]> {
  const [games, delivered] = await Promise.all([redis.hvals(keys.outbox), redis.hkeys(keys.delivered)]);
  const read = async (text: string): Promise<UndeliveredGame> => {
    const game = await withRatingNotes(redis, keys, finishedOf(text));
    const isMissing = (receiver: Receiver) => !delivered.includes(`${game.gameId}:${receiver}`);
    return { ...game, receivers: receiversOf(game).filter(isMissing) };
  };
  return Promise.all(games.map(read));
}

/** Notes that a receiver has the game, and forgets the game once all have it. */
export async function noteDelivered(
  redis: RedisClient,
  keys: OutboxKeys,
  game: FinishedGame,
  receiver: Receiver,
): Promise<void> {
  const { gameId } = game;
  const fields = focusFields(gameId);
  await NOTE_DELIVERED(redis, keys, {
    gameId,
    receiver,
    receivers: receiversOf(game),
    focusFields: [...fields, ...fields.map((field) => `${field}:at`)],
  });
}
