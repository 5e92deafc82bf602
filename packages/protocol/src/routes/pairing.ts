import { HOUSE_BOTS } from '../bots.ts';
import {
  challenge,
  expectedWait,
  gameContext,
  isOffered,
  isRated,
  NOT_OFFERED,
  pairingColor,
  pool,
  publicUser,
  ratingRange,
  roomKind,
  timeControl,
  userId,
  watchableGame,
} from '../entities.ts';
import { roomId } from '../forms.ts';
import { isArranged } from '../game-records.ts';
import { routesOf } from '../http.ts';
import { ASSIGNED_GAMES_PER_CALL, FREE_PLAYERS_PER_CALL, MAX_WATCHABLE_GAMES } from '../limits.ts';
import { POLICIES } from '../room-kinds.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

const inPool = { initial: z.int(), increment: z.int(), rated: z.boolean() };

const params = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{12}$/, '挑战编号有误') });
const at = z.number();
/** Until then (epoch ms) the caller is not paired with the last opponent, who waits in the same pool. */
const heldUntil = at.optional();

/** The queue: one ticket for each user, in one pool. */
const queue = {
  joinPairing: {
    method: 'POST',
    path: '/pairing/join',
    auth: 'seek',
    meaning: 'Joins a pool, leaving another one. `expectedWait` in seconds, null if unknown.',
    body: z.object(inPool).refine(isOffered, NOT_OFFERED),
    reply: z.object({ ticket: z.string(), expectedWait, heldUntil }),
  },
  leavePairing: {
    method: 'POST',
    path: '/pairing/leave',
    auth: 'seek',
    meaning: 'Leaves the pool. Idempotent.',
    reply: done,
  },
  getMyPairing: {
    method: 'GET',
    path: '/pairing/mine',
    auth: 'seek',
    meaning:
      'Returns the queue state: ticket, paired game (for 60 s, or while it runs), pause, open challenge. Without ticket and game, `runningRoom` is a casual room with the caller’s running game with clocks.',
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
          context: gameContext.optional(),
        })
        .nullable(),
      pause: z.object({ until: at }).nullable(),
      challenge: challenge.nullable(),
      runningRoom: roomId.optional(),
    }),
  },
  playBot: {
    method: 'POST',
    path: '/pairing/bot',
    auth: 'seek',
    meaning:
      'Starts a game against a level’s house bot, or returns the running one; the ticket stays. `rated`: for the rating against bots, the colors alternate with each finished game. `UNAVAILABLE` while all places, or those of the address, are taken.',
    body: z
      .object({
        level: z.int().min(1).max(HOUSE_BOTS.length),
        initial: z.int(),
        increment: z.int(),
        color: z.enum(['random', 'red', 'blue']).default('random'),
        rated: z.boolean().default(false),
      })
      .refine(isOffered, NOT_OFFERED),
    reply: z.object({ roomId: z.string(), color: pairingColor }),
  },
  listPools: {
    method: 'GET',
    path: '/pairing/pools',
    auth: 'public',
    meaning:
      'Counts waiting users and players by pool and in total; `bots`: the house bots play; `botsBusy`: all their places are taken. Cached for 1 s.',
    reply: z.object({
      pools: z.array(pool),
      online: z.int(),
      playing: z.int(),
      bots: z.literal(true).optional(),
      botsBusy: z.literal(true).optional(),
    }),
  },
  listWatchableGames: {
    method: 'GET',
    path: '/pairing/games',
    auth: 'public',
    meaning:
      'Lists up to `limit` running rated games, highest ratings first, and their total; without any, an exhibition of two bots. Cached for 2 s.',
    query: z.object({ limit: z.coerce.number().int().min(1).max(MAX_WATCHABLE_GAMES).default(3) }),
    reply: z.object({ games: z.array(watchableGame), total: z.int() }),
  },
  getRunningGame: {
    method: 'GET',
    path: '/pairing/games/:userId',
    auth: 'public',
    meaning: 'Returns the running rated game of a user; null for none.',
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
      'Lists the newest 50 open challenges and those to the caller, without those of blocked or blocking users.',
    reply: z.object({ challenges: z.array(challenge) }),
  },
  createChallenge: {
    method: 'POST',
    path: '/challenges',
    auth: 'seek',
    meaning:
      'Creates a challenge and replaces the caller’s last one: open to all, with `toId` to a friend or a house bot (which accepts at once), or `unlisted` by link.',
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
    meaning: 'Returns a challenge and its state; null if it has expired.',
    params,
    reply: z.object({ challenge: challenge.nullable(), state: z.enum(['open', 'taken', 'gone']) }),
  },
  acceptChallenge: {
    method: 'POST',
    path: '/challenges/:id/accept',
    auth: 'seek',
    meaning: 'Accepts a challenge and creates the room. Removes the caller’s ticket and challenge.',
    params,
    reply: z.object({ roomId: z.string(), color: pairingColor }),
  },
  removeChallenge: {
    method: 'DELETE',
    path: '/challenges/:id',
    auth: 'seek',
    othersGet: 'CHALLENGE_GONE',
    meaning: 'Withdraws a challenge, or declines it as its addressee.',
    params,
    reply: done,
  },
} as const;

export const pairingRoutes = routesOf('pairing', {
  ...queue,
  ...challenges,
  dropSeeks: {
    method: 'POST',
    path: '/internal/pairing/drop',
    auth: 'service',
    meaning: 'Removes ticket and challenge of a user, or only rated ones. Idempotent.',
    body: z.object({ userId, onlyRated: z.boolean() }),
    reply: done,
  },
  countWaiting: {
    method: 'POST',
    path: '/internal/pairing/count',
    auth: 'service',
    meaning: 'Counts users who wait in a pool, and returns the longest wait (ms).',
    reply: z.object({ waiting: z.int(), longest: z.number() }),
  },
  listFreePlayers: {
    method: 'POST',
    path: '/internal/pairing/free',
    auth: 'service',
    meaning:
      'Returns those users who may be paired now: connected, house bots that play, in no paired game, without a pause or sanction. None while the operators let no such game begin.',
    body: z.object({ userIds: z.array(userId).max(FREE_PLAYERS_PER_CALL), rated: z.boolean() }),
    reply: z.object({ userIds: z.array(userId) }),
  },
  beginAssignedGames: {
    method: 'POST',
    path: '/internal/pairing/games',
    auth: 'service',
    meaning:
      'Begins games of which another service chose players and ids, and notifies the players. Idempotent by `gameId`. `busy`: these players play another game. `refused`: there is no room, and none will be made without another call. `unknown`: the room may exist; ask again.',
    body: z.object({
      games: z
        .array(
          z.object({
            gameId: z.string().min(1).max(64),
            roomId,
            kind: roomKind.refine((kind) => POLICIES[kind].exclusive, '房间类型有误'),
            timeControl: timeControl.refine(isOffered, NOT_OFFERED),
            context: gameContext,
            isRated,
            isArranged: isArranged.optional(),
            players: z.tuple([userId, userId]),
          }),
        )
        .max(ASSIGNED_GAMES_PER_CALL),
    }),
    reply: z.object({
      games: z.array(
        z.object({
          gameId: z.string(),
          state: z.enum(['begun', 'busy', 'refused', 'unknown']),
          busy: z.array(userId),
        }),
      ),
    }),
  },
  endPairing: {
    method: 'POST',
    path: '/internal/pairing/ended',
    auth: 'service',
    meaning: 'Reports the end of a paired or rated game. Idempotent by `gameId`.',
    body: z.object({
      gameId: z.string().min(1).max(64),
      roomId: z.string(),
      players: z.tuple([userId, userId]),
      kind: roomKind.refine((kind) => POLICIES[kind].exclusive, '房间类型有误'),
      isRated,
      winner: z.int().min(-1).max(2),
      abortedBy: userId.optional(),
    }),
    reply: done,
  },
});
