import { type Challenge, PAIRING_GRACE, type PairingColor } from '@doushouqi/protocol';
import {
  acceptedKey,
  createPairedGames,
  PAIR_LEASE_MS,
  type PairedGame,
} from '@doushouqi/room-core/paired-games';
import { confirmOf, type RedisClient } from '@doushouqi/service-kit';
import * as scripts from './scripts.ts';
import { endedKey, KEYS, userKey, waveKey } from './scripts.ts';

/** Tickets, challenges and pairs as stored in Redis (JSON). Times in epoch ms. */

/** A user's place in a pool. */
export interface Ticket {
  id: string;
  userId: string;
  pool: string;
  since: number;
  rating: number;
  provisional: boolean;
  colorBalance: number;
  recentOpponents: readonly string[];
  blocked: readonly string[];
  /** The address (of IPv6 the /64) that joined; absent in tickets of older replicas. */
  network?: string;
}

/** A challenge without its owner's name and face. `network`: the address (of IPv6 the /64) that made it; no client gets it. */
export type KeptChallenge = Omit<Challenge, 'from'> & { fromId: string; network: string };

/** A pair whose room is not known to be there, and what is put back if it cannot be made. */
export interface TakenPair {
  pair: PairedGame;
  tickets: readonly Ticket[];
  challenge: KeptChallenge | null;
}

/** Stored of a user between games. */
export interface PlayerNotes {
  colorBalance: number;
  recentOpponents: readonly string[];
}

export function colorOf({ players }: PairedGame, userId: string): PairingColor {
  return players[0] === userId ? 'red' : 'blue';
}
export function opponentOf({ players }: PairedGame, userId: string): string {
  return players[0] === userId ? players[1] : players[0];
}

/** A connection that has just been there is looked at again after this; one that was not, after that. Milliseconds. */
const LOOK_MS = 5_000;
const LOOK_AWAY_MS = 1_000;
/** A game that runs is looked at this often, in case nobody tells of its end. Milliseconds. */
const GAME_LOOK_MS = 3 * 60_000;
const NOTES_TTL_S = 90 * 24 * 60 * 60;
const ENDED_TTL_S = 24 * 60 * 60;

/** Only this service writes these. */
function parse<T>(text: string | null | undefined): T | null {
  return text ? (JSON.parse(text) as T) : null;
}

/** At most one of them exists. */
export interface QueueState {
  ticket: Ticket | null;
  taken: TakenPair | null;
  game: PairedGame | null;
}

/** What one replica takes upon itself. Others are not given it before its lease ends. */
interface Work {
  /** How many wait or challenge. */
  watched: number;
  /** Two or more wait, and the last wave was a while ago. */
  isWaveDue: boolean;
  /** Users who wait or challenge and whose connections are to be looked at. */
  users: readonly string[];
  /** Games to look at. */
  games: readonly string[];
}
/** How often there is a wave (ms), and how many users and games are taken at most. */
type WorkLimits = Record<'waveMs' | 'users' | 'games', number>;

/** The queue, the pairs and the challenges in Redis. Every method rejects while Redis is away. */
export type PairingStore = ReturnType<typeof createPairingStore>;

export function createPairingStore(redis: RedisClient) {
  const confirm = confirmOf(redis);
  return {
    ...queueOf(redis, confirm),
    ...createPairedGames(redis, confirm),
    ...pairsOf(redis),
    ...gamesOf(redis),
    ...challengesOf(redis, confirm),
    /** Whether a full pool may be paired now: true for one asker in `leaseMs`. */
    async leaseFullWave(leaseMs: number): Promise<boolean> {
      return (await redis.set(waveKey('full'), 1, 'PX', leaseMs, 'NX')) === 'OK';
    },
    /** What is to be done at `now`. One command, as every replica asks again and again. */
    async takeWork(now: number, { waveMs, users, games }: WorkLimits): Promise<Work> {
      const [watched, isWaveDue, dueUsers, dueGames] = await scripts.TAKE_WORK(
        redis,
        { ...KEYS, wave: waveKey('all') },
        {
          now,
          waveMs,
          users: { dueAgain: now + LOOK_AWAY_MS, limit: users },
          games: { dueAgain: now + PAIR_LEASE_MS, limit: games },
        },
      );
      return { watched, isWaveDue, users: dueUsers, games: dueGames };
    },
    /** Notes whether a waiting user is connected, and removes what they waited with after they were offline too long. */
    async tend(userId: string, isConnected: boolean, now: number): Promise<void> {
      const checkAt = now + (isConnected ? LOOK_MS : LOOK_AWAY_MS);
      await scripts.TEND(redis, KEYS, { userId, now, isConnected, graceMs: PAIRING_GRACE, checkAt });
    },
    counts: (): Promise<Record<string, string>> => redis.hgetall(KEYS.counts),
    waits: (): Promise<Record<string, string>> => redis.hgetall(KEYS.waits),
    async noteWaits(averages: Readonly<Record<string, string>>): Promise<void> {
      await redis.hset(KEYS.waits, averages);
    },
  };
}

/** Users are notified of what these store at once, so a failover of Redis must not undo it: UNAVAILABLE where it could. */
type MaybeConfirm = ReturnType<typeof confirmOf>;

function queueOf(redis: RedisClient, confirm: MaybeConfirm) {
  return {
    /** The user's ticket, new or the one of this pool that is there, and how many wait; null while playing. */
    async join(ticket: Ticket, now: number): Promise<{ ticket: Ticket; waiting: number } | null> {
      const { userId, pool } = ticket;
      const json = JSON.stringify(ticket);
      const joined = await scripts.JOIN(redis, KEYS, { userId, pool, json, checkAt: now + LOOK_AWAY_MS });
      await confirm?.(KEYS.tickets);
      return joined && { ticket: JSON.parse(joined[0]) as Ticket, waiting: joined[1] };
    },
    async leave(userId: string): Promise<void> {
      await scripts.LEAVE(redis, KEYS, { userId });
    },
    /** Everybody who waits and is connected, by user, as stored. */
    async waiting(): Promise<Map<string, string>> {
      const [tickets, away] = await Promise.all([redis.hgetall(KEYS.tickets), redis.hkeys(KEYS.away)]);
      const waiting = new Map(Object.entries(tickets));
      for (const userId of away) waiting.delete(userId);
      return waiting;
    },
    /** Replaces a ticket that is still as it was read. */
    async replaceTicket(userId: string, read: string, ticket: Ticket): Promise<void> {
      await scripts.REPLACE_TICKET(redis, KEYS, { userId, read, json: JSON.stringify(ticket) });
    },
  };
}

function pairsOf(redis: RedisClient) {
  return {
    /** The game runs in its room. `strength`: by which a rated game is listed, null for any other. */
    async begin(pair: PairedGame, strength: number | null, now: number): Promise<void> {
      await scripts.BEGIN(redis, KEYS, {
        gameId: pair.gameId,
        json: JSON.stringify(pair),
        pool: pair.pool,
        strength: strength ?? undefined,
        checkAt: now + GAME_LOOK_MS,
      });
    },
    /** The game did not begin. */
    async putBack({ pair, tickets, challenge }: TakenPair, now: number): Promise<void> {
      await scripts.PUT_BACK(
        redis,
        { ...KEYS, accepted: acceptedKey(challenge?.id ?? '') },
        {
          gameId: pair.gameId,
          players: pair.players,
          challenge: challenge
            ? { id: challenge.id, ownerId: challenge.fromId, json: JSON.stringify(challenge) }
            : undefined,
          tickets: tickets.map((one) => ({ userId: one.userId, pool: one.pool, json: JSON.stringify(one) })),
          now,
        },
      );
    },
    takenPair: async (gameId: string) => parse<TakenPair>(await redis.hget(KEYS.pairs, gameId)),
  };
}

function gamesOf(redis: RedisClient) {
  return {
    /** The game is over; `isPlayed`: it counts for the colors. False where that was known. */
    end({ gameId, players }: Pick<PairedGame, 'gameId' | 'players'>, isPlayed: boolean): Promise<boolean> {
      const [red, blue] = players;
      const keys = {
        ...KEYS,
        ended: endedKey(gameId),
        redNotes: userKey(red),
        blueNotes: userKey(blue),
      };
      return scripts.END(redis, keys, {
        gameId,
        red,
        blue,
        isPlayed,
        notesTtl: NOTES_TTL_S,
        endedTtl: ENDED_TTL_S,
      });
    },
    async lookAgain(gameId: string, now: number): Promise<void> {
      await redis.zadd(KEYS.due, 'XX', now + GAME_LOOK_MS, gameId);
    },
    async forget(gameId: string): Promise<void> {
      await redis.zrem(KEYS.due, gameId);
    },
    /** The strongest rated games that run, as far as is known, and how many there are. */
    async watchable(limit: number): Promise<{ games: PairedGame[]; total: number }> {
      const [ids, total] = await Promise.all([
        redis.zrevrange(KEYS.watchable, 0, limit - 1),
        redis.zcard(KEYS.watchable),
      ]);
      const kept = ids.length > 0 ? await redis.hmget(KEYS.games, ...ids) : [];
      // A replica of before this list ends games without taking them out of it.
      const ended = ids.filter((_, i) => kept[i] === null);
      if (ended.length > 0) await redis.zrem(KEYS.watchable, ...ended);
      return { games: kept.flatMap((text) => parse<PairedGame>(text) ?? []), total };
    },
    runningGame: async (gameId: string) => parse<PairedGame>(await redis.hget(KEYS.games, gameId)),
    /** What a user waits with, or the pair or the game that the user is in, as far as is known; of one moment. */
    async queueStateOf(userId: string): Promise<QueueState> {
      const [ticket, taken, game] = await scripts.QUEUE_STATE(redis, KEYS, { userId });
      return { ticket: parse(ticket), taken: parse(taken), game: parse(game) };
    },
    async notesOf(userId: string): Promise<PlayerNotes> {
      const { balance = '0', recent = '' } = await redis.hgetall(userKey(userId));
      return {
        colorBalance: Number(balance),
        recentOpponents: recent === '' ? [] : recent.split(','),
      };
    },
  };
}

function challengesOf(redis: RedisClient, confirm: MaybeConfirm) {
  return {
    /** False while the owner plays. */
    async challenge(challenge: KeptChallenge, now: number): Promise<boolean> {
      const { fromId: userId, id } = challenge;
      const json = JSON.stringify(challenge);
      const isOpen = await scripts.CHALLENGE(redis, KEYS, { userId, id, json, checkAt: now + LOOK_AWAY_MS });
      await confirm?.(KEYS.tickets);
      return isOpen;
    },
    /** False where it is gone already. */
    withdraw: ({ id, fromId }: KeptChallenge): Promise<boolean> =>
      scripts.WITHDRAW(redis, KEYS, { userId: fromId, id }),
    challengeOf: async (id: string) => parse<KeptChallenge>(await redis.hget(KEYS.challenges, id)),
    async ownChallenge(userId: string): Promise<KeptChallenge | null> {
      const id = await redis.hget(KEYS.challengers, userId);
      return id === null ? null : parse<KeptChallenge>(await redis.hget(KEYS.challenges, id));
    },
    wasAccepted: async (id: string): Promise<boolean> => (await redis.exists(acceptedKey(id))) === 1,
    async challenges(): Promise<KeptChallenge[]> {
      return (await redis.hvals(KEYS.challenges)).map((one) => JSON.parse(one) as KeptChallenge);
    },
  };
}
