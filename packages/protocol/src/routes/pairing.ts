import { z } from 'zod';
import {
  challenge,
  expectedWait,
  pairingColor,
  pool,
  publicUser,
  ratingRange,
  roomKind,
  userId,
  watchableGame,
} from '../entities.ts';
import { roomId } from '../forms.ts';
import { routesOf } from '../http.ts';
import { MAX_WATCHABLE_GAMES, TIME_CONTROLS, type TimeControl } from '../limits.ts';
import { POLICIES } from '../room-kinds.ts';
import { done } from './done.ts';

const inPool = { initial: z.int(), increment: z.int(), rated: z.boolean() };
function isOffered({ initial, increment }: TimeControl): boolean {
  return TIME_CONTROLS.some((one) => one.initial === initial && one.increment === increment);
}
const NOT_OFFERED = '没有这种用时';

const params = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{12}$/, '挑战编号有误') });
const at = z.number();
/** Until then (epoch ms) the caller is not paired with the last opponent, who waits in the same pool. */
const heldUntil = at.optional();

/** The queue: one ticket for each user, in one pool. */
const queue = {
  joinPairing: {
    method: 'POST',
    path: '/pairing/join',
    auth: 'user',
    meaning:
      'Waits for an opponent in a pool; in another pool before, the ticket moves. It dies 10 s after the last connection of its owner. `expectedWait` in seconds, null while nothing is known.',
    body: z.object(inPool).refine(isOffered, NOT_OFFERED),
    reply: z.object({ ticket: z.string(), expectedWait, heldUntil }),
  },
  leavePairing: {
    method: 'POST',
    path: '/pairing/leave',
    auth: 'user',
    meaning: 'Waits no more; without a ticket nothing happens.',
    reply: done,
  },
  getMyPairing: {
    method: 'GET',
    path: '/pairing/mine',
    auth: 'user',
    meaning:
      'How the caller stands: the ticket, the game that was found (for 60 s, or while it runs), the pause, the own open challenge; each may be null. Without ticket and game: `runningRoom`, a room by number in which the caller plays a running game.',
    reply: z.object({
      ticket: z
        .object({
          id: z.string(),
          initial: z.int(),
          increment: z.int(),
          rated: z.boolean(),
          since: at,
          expectedWait,
          heldUntil,
        })
        .nullable(),
      paired: z
        .object({
          roomId: z.string(),
          opponent: publicUser,
          color: pairingColor,
          at,
          /** The players agreed to it in the room of their last game. */
          isRematch: z.literal(true).optional(),
        })
        .nullable(),
      pause: z.object({ until: at }).nullable(),
      challenge: challenge.nullable(),
      runningRoom: roomId.optional(),
    }),
  },
  listPools: {
    method: 'GET',
    path: '/pairing/pools',
    auth: 'public',
    meaning: 'How many wait and play in each pool, and in all; a second old at most.',
    reply: z.object({ pools: z.array(pool), online: z.int(), playing: z.int() }),
  },
  listWatchableGames: {
    method: 'GET',
    path: '/pairing/games',
    auth: 'public',
    meaning:
      'Rated games that run: the strongest players’ first, `limit` at most, and how many there are in all; two seconds old at most.',
    query: z.object({ limit: z.coerce.number().int().min(1).max(MAX_WATCHABLE_GAMES).default(3) }),
    reply: z.object({ games: z.array(watchableGame), total: z.int() }),
  },
  getRunningGame: {
    method: 'GET',
    path: '/pairing/games/:userId',
    auth: 'public',
    meaning: 'The rated game that a user plays, for whoever wants to watch it; null for none.',
    params: z.object({ userId }),
    reply: z.object({
      game: watchableGame.pick({ roomId: true, initial: true, increment: true }).nullable(),
    }),
  },
} as const;

const challenges = {
  listChallenges: {
    method: 'GET',
    path: '/challenges',
    auth: 'optional',
    meaning:
      'Open challenges, and those to the caller alone: the newest 50, without those of people who blocked each other.',
    reply: z.object({ challenges: z.array(challenge) }),
  },
  createChallenge: {
    method: 'POST',
    path: '/challenges',
    auth: 'user',
    meaning:
      'Takes the place of the caller’s former one. Open to all, or with `toId` to one friend, or with `unlisted` to whoever has the link; the first dies with the last connection of its owner, the others after 15 minutes.',
    body: z
      .object({
        ...inPool,
        color: z.enum(['random', 'red', 'blue']).default('random'),
        range: ratingRange.nullable().default(null),
        toId: userId.optional(),
        unlisted: z.boolean().default(false),
      })
      .refine(isOffered, NOT_OFFERED),
    reply: z.object({ challenge }),
  },
  getChallenge: {
    method: 'GET',
    path: '/challenges/:id',
    auth: 'public',
    meaning: 'A challenge, and whether it can still be accepted; null where it is not known any more.',
    params,
    reply: z.object({ challenge: challenge.nullable(), state: z.enum(['open', 'taken', 'gone']) }),
  },
  acceptChallenge: {
    method: 'POST',
    path: '/challenges/:id/accept',
    auth: 'user',
    meaning: 'Plays it: answers with the room, which is there. A ticket and an own challenge are given up.',
    params,
    reply: z.object({ roomId: z.string(), color: pairingColor }),
  },
  removeChallenge: {
    method: 'DELETE',
    path: '/challenges/:id',
    auth: 'user',
    othersGet: 'CHALLENGE_GONE',
    meaning: 'The owner takes it back; whom it is addressed to declines it.',
    params,
    reply: done,
  },
} as const;

export const pairingRoutes = routesOf('pairing', {
  ...queue,
  ...challenges,
  endPairing: {
    method: 'POST',
    path: '/internal/pairing/ended',
    auth: 'service',
    meaning: 'A game of a paired or rated room is over; the same game again changes nothing.',
    body: z.object({
      gameId: z.string().min(1).max(64),
      roomId: z.string(),
      players: z.tuple([userId, userId]),
      kind: roomKind.refine((kind) => POLICIES[kind].exclusive, '房间类型有误'),
      winner: z.int().min(-1).max(2),
      abortedBy: userId.optional(),
    }),
    reply: done,
  },
});
