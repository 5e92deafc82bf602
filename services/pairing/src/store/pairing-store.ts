import { type Challenge, isRatedGame, PAIRING_GRACE, type PairingColor } from '@doushouqi/protocol';
import {
  acceptedKey,
  completeGame,
  createPairedGames,
  formatGame,
  PAIR_LEASE_MS,
  type PairedGame,
  parseGame,
} from '@doushouqi/room-core/paired-games';
import { confirmOf, type RedisClient } from '@doushouqi/service-kit';
import * as scripts from './scripts.ts';
import { endedKey, KEYS, userKey, waveKey } from './scripts.ts';

/** Tickets, challenges and pairs as stored in Redis (JSON). Times in epoch ms. */

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

/**
 * A challenge without its owner's profile. `network`: the address (of IPv6 the /64) that made it; never sent to
 * clients.
 */
export type StoredChallenge = Omit<Challenge, 'from'> & { fromId: string; network: string };

/** A pair whose room may not exist yet, with the tickets or challenge to restore if it cannot be made. */
export interface TakenPair {
  pair: PairedGame;
  tickets: readonly Ticket[];
  challenge: StoredChallenge | null;
}

/** Data of a user that outlives a game. */
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

/** Interval of connection checks: for connected and for offline users. Milliseconds. */
const LOOK_MS = 5_000;
const LOOK_AWAY_MS = 1_000;
/** Interval of checks of a running game, in case its end is not reported. Milliseconds. */
const GAME_LOOK_MS = 3 * 60_000;
const NOTES_TTL_S = 90 * 24 * 60 * 60;
const ENDED_TTL_S = 24 * 60 * 60;

function balanceField(rated: boolean): string {
  return rated ? 'ratedBalance' : 'balance';
}

/** Only this service writes these values. */
function parse<T>(text: string | null | undefined): T | null {
  return text ? (JSON.parse(text) as T) : null;
}
function parseTaken(text: string | null): TakenPair | null {
  const taken = parse<TakenPair & { pair: { pool: string } }>(text);
  return taken && { ...taken, pair: completeGame(taken.pair) };
}

/** At most one of the fields is set. */
export interface QueueState {
  ticket: Ticket | null;
  taken: TakenPair | null;
  game: PairedGame | null;
}

/** Work leased by one replica; other replicas get it after the lease ends. */
interface Work {
  /** Number of users who wait or challenge. */
  watched: number;
  /** Two or more users wait, and the last wave is older than the interval. */
  isWaveDue: boolean;
  /** Waiting or challenging users whose connections are due for a check. */
  users: readonly string[];
  /** Games due for a check. */
  games: readonly string[];
}
/** Interval of waves (ms), and maximum numbers of users and games. */
type WorkLimits = Record<'waveMs' | 'users' | 'games', number>;

/** The queue, pairs and challenges in Redis. Every method rejects while Redis is away. */
export type PairingStore = ReturnType<typeof createPairingStore>;

export function createPairingStore(redis: RedisClient) {
  const confirm = confirmOf(redis);
  return {
    ...queueOf(redis, confirm),
    ...createPairedGames(redis, confirm),
    ...pairsOf(redis),
    ...gamesOf(redis),
    ...challengesOf(redis, confirm),
    /** Returns whether a full pool may be paired now: true for one caller per `leaseMs`. */
    async leaseFullWave(leaseMs: number): Promise<boolean> {
      return (await redis.set(waveKey('full'), 1, 'PX', leaseMs, 'NX')) === 'OK';
    },
    /** Leases the work that is due at `now`. One command, because every replica polls. */
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
    /** Records whether a waiting user is connected; removes ticket and open challenge after the grace. */
    async maintain(userId: string, isConnected: boolean, now: number): Promise<void> {
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

/** Users are notified of these writes at once, so a Redis failover must not lose them: UNAVAILABLE if it could. */
type MaybeConfirm = ReturnType<typeof confirmOf>;

function queueOf(redis: RedisClient, confirm: MaybeConfirm) {
  return {
    /** Returns the new ticket or the existing one of this pool, and how many users wait; null while playing. */
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
    /** Returns the stored tickets of connected users who wait, by user. */
    async waiting(): Promise<Map<string, string>> {
      const [tickets, away] = await Promise.all([redis.hgetall(KEYS.tickets), redis.hkeys(KEYS.away)]);
      const waiting = new Map(Object.entries(tickets));
      for (const userId of away) waiting.delete(userId);
      return waiting;
    },
    /** Replaces a ticket if it is unchanged since `read`. */
    async replaceTicket(userId: string, read: string, ticket: Ticket): Promise<void> {
      await scripts.REPLACE_TICKET(redis, KEYS, { userId, read, json: JSON.stringify(ticket) });
    },
  };
}

function pairsOf(redis: RedisClient) {
  return {
    /**
     * Marks the game as running in its room. `strength`: the rating by which a rated game is listed, null for other
     * games.
     */
    async begin(pair: PairedGame, strength: number | null, now: number): Promise<void> {
      await scripts.BEGIN(redis, KEYS, {
        gameId: pair.gameId,
        json: formatGame(pair),
        strength: strength ?? undefined,
        checkAt: now + GAME_LOOK_MS,
      });
    },
    /** Restores the tickets or the challenge of a game that did not begin. */
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
    takenPair: async (gameId: string) => parseTaken(await redis.hget(KEYS.pairs, gameId)),
  };
}

function gamesOf(redis: RedisClient) {
  return {
    /**
     * Ends a game; `isPlayed`: it counts for the colors, of rated games apart from those of others, whose colors may be
     * chosen. Returns false if it had already ended.
     */
    end(
      { gameId, players, kind, isRated }: Pick<PairedGame, 'gameId' | 'players' | 'kind' | 'isRated'>,
      { isPlayed }: { isPlayed: boolean },
    ): Promise<boolean> {
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
        balance: isPlayed ? balanceField(isRatedGame({ kind, isRated })) : undefined,
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
    /** Returns the running rated games with the highest ratings, and their total number. */
    async watchable(limit: number): Promise<{ games: PairedGame[]; total: number }> {
      const [ids, total] = await Promise.all([
        redis.zrevrange(KEYS.watchable, 0, limit - 1),
        redis.zcard(KEYS.watchable),
      ]);
      const stored = ids.length > 0 ? await redis.hmget(KEYS.games, ...ids) : [];
      // Replicas of older versions end games without removing them from this list.
      const ended = ids.filter((_, i) => stored[i] === null);
      if (ended.length > 0) await redis.zrem(KEYS.watchable, ...ended);
      return { games: stored.flatMap((text) => parseGame(text) ?? []), total };
    },
    /** Returns whether the end of a game was reported, within a day. */
    hasEnded: async (gameId: string): Promise<boolean> => (await redis.exists(endedKey(gameId))) === 1,
    /** Returns those users who have a pair or a game. */
    async playing(userIds: readonly string[]): Promise<Set<string>> {
      const games = userIds.length > 0 ? await redis.hmget(KEYS.playing, ...userIds) : [];
      return new Set(userIds.filter((_, n) => games[n] !== null));
    },
    runningGame: async (gameId: string) => parseGame(await redis.hget(KEYS.games, gameId)),
    /** Returns the ticket, challenge, pair or game of a user, read at one moment. */
    async queueStateOf(userId: string): Promise<QueueState> {
      const [ticket, taken, game] = await scripts.QUEUE_STATE(redis, KEYS, { userId });
      return { ticket: parse(ticket), taken: parseTaken(taken), game: parseGame(game) };
    },
    async notesOf(userId: string, rated: boolean): Promise<PlayerNotes> {
      const { recent = '', ...balances } = await redis.hgetall(userKey(userId));
      return {
        colorBalance: Number(balances[balanceField(rated)] ?? 0),
        recentOpponents: recent === '' ? [] : recent.split(','),
      };
    },
  };
}

function challengesOf(redis: RedisClient, confirm: MaybeConfirm) {
  return {
    /** Returns false while the owner plays. */
    async challenge(challenge: StoredChallenge, now: number): Promise<boolean> {
      const { fromId: userId, id } = challenge;
      const json = JSON.stringify(challenge);
      const isOpen = await scripts.CHALLENGE(redis, KEYS, { userId, id, json, checkAt: now + LOOK_AWAY_MS });
      await confirm?.(KEYS.tickets);
      return isOpen;
    },
    /** Returns false if it is gone already. */
    withdraw: ({ id, fromId }: StoredChallenge): Promise<boolean> =>
      scripts.WITHDRAW(redis, KEYS, { userId: fromId, id }),
    challengeOf: async (id: string) => parse<StoredChallenge>(await redis.hget(KEYS.challenges, id)),
    async ownChallenge(userId: string): Promise<StoredChallenge | null> {
      const id = await redis.hget(KEYS.challengers, userId);
      return id === null ? null : parse<StoredChallenge>(await redis.hget(KEYS.challenges, id));
    },
    wasAccepted: async (id: string): Promise<boolean> => (await redis.exists(acceptedKey(id))) === 1,
    async challenges(): Promise<StoredChallenge[]> {
      return (await redis.hvals(KEYS.challenges)).map((one) => JSON.parse(one) as StoredChallenge);
    },
  };
}
