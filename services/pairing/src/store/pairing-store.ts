import { PAIRING_GRACE } from '@doushouqi/protocol';
import {
  acceptedKey,
  createPairedGames,
  PAIR_LEASE_MS,
  type PairedGame,
} from '@doushouqi/room-core/paired-games';
import { confirmOf, type RedisClient } from '@doushouqi/service-kit';
import type { KeptChallenge, PlayerNotes, TakenPair, Ticket } from './entries.ts';
import { endedKey, KEYS, SCRIPTS, userKey, waveKey } from './scripts.ts';

/** A connection that has just been there is looked at again after this; one that was not, after that. Milliseconds. */
const LOOK_MS = 5_000;
const LOOK_AWAY_MS = 1_000;
/** A game that runs is looked at this often, in case nobody tells of its end. Milliseconds. */
const GAME_LOOK_MS = 3 * 60_000;
const NOTES_TTL_S = 90 * 24 * 60 * 60;
const ENDED_TTL_S = 24 * 60 * 60;

type Command = (...keysAndArgs: (string | number)[]) => Promise<unknown>;
type Name = keyof typeof SCRIPTS;
type Commands = Record<Name, Command>;

/** What users are told of at once: a failover of Redis must not undo it. */
const CONFIRMED: readonly Name[] = ['pairingJoin', 'pairingChallenge'];

/** The scripts as commands. One of `CONFIRMED` that no replica has is refused as UNAVAILABLE, though it may have been done. */
function define(redis: RedisClient): Commands {
  const confirm = confirmOf(redis);
  const commandOf = (name: Name): Command => {
    redis.defineCommand(name, SCRIPTS[name]);
    const run: Command = (...keysAndArgs) => (redis as unknown as Commands)[name](...keysAndArgs);
    if (confirm === undefined || !CONFIRMED.includes(name)) return run;
    return async (...keysAndArgs) => {
      const result = await run(...keysAndArgs);
      await confirm(KEYS.tickets);
      return result;
    };
  };
  const names = Object.keys(SCRIPTS) as Name[];
  return Object.fromEntries(names.map((name) => [name, commandOf(name)])) as Commands;
}

/** Nobody but this service writes these. */
function parse<T>(text: string | null | undefined): T | null {
  return text ? (JSON.parse(text) as T) : null;
}

/** One of them at most is there. */
export interface Standing {
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
type TakenWork = [watched: number, wave: number, users: string[], games: string[]];

/** The queue, the pairs and the challenges in Redis. Every method rejects while Redis is away. */
export type PairingStore = ReturnType<typeof createPairingStore>;

export function createPairingStore(redis: RedisClient) {
  const run = define(redis);
  return {
    ...queueOf(redis, run),
    ...createPairedGames(redis, confirmOf(redis)),
    ...pairsOf(redis, run),
    ...gamesOf(redis, run),
    ...challengesOf(redis, run),
    /** Whether a full pool may be paired now: true for one asker in `leaseMs`. */
    async leaseFullWave(leaseMs: number): Promise<boolean> {
      return (await redis.set(waveKey('full'), 1, 'PX', leaseMs, 'NX')) === 'OK';
    },
    /** What is to be done at `now`. One command, as every replica asks again and again. */
    async takeWork(now: number, { waveMs, users, games }: WorkLimits): Promise<Work> {
      const keys = [KEYS.tickets, waveKey('all'), KEYS.watched, KEYS.due];
      const args = [now, waveMs, now + LOOK_AWAY_MS, users, now + PAIR_LEASE_MS, games];
      const [watched, wave, dueUsers, dueGames] = (await run.pairingTakeWork(...keys, ...args)) as TakenWork;
      return { watched, isWaveDue: wave === 1, users: dueUsers, games: dueGames };
    },
    /** Notes whether a waiting user is connected, and lets go what they waited with where they are gone for good. */
    async tend(userId: string, isConnected: boolean, now: number): Promise<void> {
      const { tickets, counts, challenges, challengers, watched, away } = KEYS;
      const keys = [tickets, counts, challenges, challengers, watched, away];
      const looks = [now + LOOK_MS, now + LOOK_AWAY_MS];
      await run.pairingTend(...keys, userId, now, isConnected ? 1 : 0, PAIRING_GRACE, ...looks);
    },
    counts: (): Promise<Record<string, string>> => redis.hgetall(KEYS.counts),
    waits: (): Promise<Record<string, string>> => redis.hgetall(KEYS.waits),
    async noteWaits(averages: Readonly<Record<string, string>>): Promise<void> {
      await redis.hset(KEYS.waits, averages);
    },
  };
}

function queueOf(redis: RedisClient, run: Commands) {
  return {
    /** The user's ticket, new or the one of this pool that is there, and how many wait; null while playing. */
    async join(ticket: Ticket, now: number): Promise<{ ticket: Ticket; waiting: number } | null> {
      const keys = [KEYS.tickets, KEYS.counts, KEYS.playing, KEYS.watched];
      const args = [ticket.userId, JSON.stringify(ticket), ticket.pool, now + LOOK_AWAY_MS];
      const joined = (await run.pairingJoin(...keys, ...args)) as [string, number] | null;
      return joined && { ticket: JSON.parse(joined[0]) as Ticket, waiting: joined[1] };
    },
    async leave(userId: string): Promise<void> {
      await run.pairingLeave(KEYS.tickets, KEYS.counts, userId);
    },
    /** Everybody who waits, by user, as it is kept; without those who have no connection just now. */
    async waiting(): Promise<Map<string, string>> {
      const [tickets, away] = await Promise.all([redis.hgetall(KEYS.tickets), redis.hkeys(KEYS.away)]);
      const waiting = new Map(Object.entries(tickets));
      for (const userId of away) waiting.delete(userId);
      return waiting;
    },
    /** Replaces a ticket that is still as it was read. */
    async replaceTicket(userId: string, read: string, ticket: Ticket): Promise<void> {
      await run.pairingReplaceTicket(KEYS.tickets, userId, read, JSON.stringify(ticket));
    },
  };
}

function pairsOf(redis: RedisClient, run: Commands) {
  return {
    /** The game runs in its room. `strength`: by which a rated game is listed, null for any other. */
    async begin(pair: PairedGame, strength: number | null, now: number): Promise<void> {
      const { gameId, pool } = pair;
      const keys = [KEYS.pairs, KEYS.games, KEYS.due, KEYS.counts, KEYS.watchable];
      const args = [gameId, JSON.stringify(pair), now + GAME_LOOK_MS, pool, strength ?? ''];
      await run.pairingBegin(...keys, ...args);
    },
    /** The game did not begin. */
    async putBack({ pair, tickets: waited, challenge }: TakenPair, now: number): Promise<void> {
      const { pairs, due, playing, tickets, counts, watched, challenges, challengers } = KEYS;
      const keys = [pairs, due, playing, tickets, counts, watched, challenges, challengers];
      const kept = challenge ? [challenge.id, challenge.fromId, JSON.stringify(challenge)] : ['', '', ''];
      const back = waited.flatMap((one) => [one.userId, JSON.stringify(one), one.pool]);
      const accepted = acceptedKey(challenge?.id ?? '');
      await run.pairingPutBack(...keys, accepted, pair.gameId, now, ...pair.players, ...kept, ...back);
    },
    takenPair: async (gameId: string) => parse<TakenPair>(await redis.hget(KEYS.pairs, gameId)),
  };
}

function gamesOf(redis: RedisClient, run: Commands) {
  return {
    /** The game is over; `counts`: for the colours. False where that was known. */
    async end(
      { gameId, players }: Pick<PairedGame, 'gameId' | 'players'>,
      counts: boolean,
    ): Promise<boolean> {
      const keys = [KEYS.games, KEYS.pairs, KEYS.due, KEYS.playing, KEYS.counts, endedKey(gameId)];
      const args = [gameId, ...players, counts ? 1 : 0, NOTES_TTL_S, ENDED_TTL_S];
      return (await run.pairingEnd(...keys, ...players.map(userKey), KEYS.watchable, ...args)) === 1;
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
    async standingOf(userId: string): Promise<Standing> {
      const keys = [KEYS.tickets, KEYS.playing, KEYS.pairs, KEYS.games];
      const [ticket, taken, game] = (await run.pairingStanding(...keys, userId)) as string[];
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

function challengesOf(redis: RedisClient, run: Commands) {
  return {
    /** False while the owner plays. */
    async challenge(challenge: KeptChallenge, now: number): Promise<boolean> {
      const keys = [KEYS.challenges, KEYS.challengers, KEYS.playing, KEYS.watched];
      const args = [challenge.fromId, challenge.id, JSON.stringify(challenge), now + LOOK_AWAY_MS];
      return (await run.pairingChallenge(...keys, ...args)) === 1;
    },
    /** False where it is gone already. */
    async withdraw({ id, fromId }: KeptChallenge): Promise<boolean> {
      return (await run.pairingWithdraw(KEYS.challenges, KEYS.challengers, fromId, id)) === 1;
    },
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
