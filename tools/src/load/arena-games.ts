import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectStores } from '@doushouqi/operations';
import { type ApiClient, ASSIGNED_GAMES_PER_CALL, type GameStateUpdate } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { Move } from '@doushouqi/rules';
import { gameScripts } from '@doushouqi/scripts';
import { createInternalClient } from '@doushouqi/service-kit';
import { apiFrom } from '@doushouqi/service-kit/testing';
import { ObjectId } from 'mongodb';
import { times } from '../numbers.ts';
import { RawSocket } from '../raw-socket.ts';
import type { Venue } from './venue.ts';

const AT_ONCE = 32;
/** As the waves of an arena. Milliseconds. */
const WAVE_MS = 3_000;
/** Half-moves of a game, on average, and the time of each. */
export const PLIES = 40;
const PLY_MS = 2_000;
const ANSWER_MS = 30_000;
const MOST_PLIES = 6 * PLIES;
/** Fewer would be an offence of the player who resigns. */
const LEAST_PLIES = 14;
const SCRIPTS = gameScripts(64, MOST_PLIES);

/** Without memory, so that games end evenly from the first second on. */
function randomLength(): number {
  const rest = -Math.log(1 - Math.random()) * (PLIES - LEAST_PLIES);
  return Math.min(MOST_PLIES, LEAST_PLIES + Math.round(rest));
}

interface Contestant {
  userId: string;
  api: ApiClient;
  socket: RawSocket;
  /** Games that this player has begun. */
  begun: Set<string>;
  isPlaying: boolean;
}

interface Seat {
  gameId: string;
  roomId: string;
  color: 'red' | 'blue';
}

/** Stores accounts as registration does, without the cost of a password. */
async function storeAccounts({ platform }: Venue, userIds: readonly string[]): Promise<void> {
  const { redisUrl, mongodbUrl } = platform;
  const { mongo, close } = await connectStores({ redisUrl, mongodbUrl });
  const now = new Date();
  await mongo
    .db()
    .collection('users')
    .insertMany(
      userIds.map((id, n) => ({
        ...{ _id: new ObjectId(id), username: `u${n}`, usernameLower: `u${n}`, nickname: `棋手${n}` },
        ...{ nicknameLower: `棋手${n}`, nameParts: [], avatar: 'lion', settings: { theme: 'classic' } },
        ...{ passwordUpdatedAt: new Date(0), createdAt: now },
      })),
    );
  await close();
}

function received<T>(socket: RawSocket, event: string, isIt: (payload: T) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const overdue = setTimeout(() => {
      socket.off(event, receive);
      reject(new Error(`no ${event}`));
    }, ANSWER_MS);
    const receive = (payload: T): void => {
      if (!isIt(payload)) return;
      clearTimeout(overdue);
      socket.off(event, receive);
      resolve();
    };
    socket.on(event, receive);
  });
}

/** Players who play one game after the other, paired by this process or by an arena, and idle spectators. */
export class Contestants {
  readonly players: readonly Contestant[];
  readonly spectators: readonly RawSocket[];
  /** Spectators whose updates are parsed. */
  readonly timed: readonly RawSocket[];
  /** Games with the time at which a player received their end, of `performance.now`. */
  readonly ended = new Map<string, number>();
  readonly failed: string[] = [];
  moves = 0;
  readonly #venue: Venue;
  readonly #tables = new Map<string, Partial<Record<Seat['color'], Contestant>>>();
  #pairing: Promise<void> | null = null;
  #isFree = false;
  #arena: string | null = null;

  private constructor(venue: Venue, players: Contestant[], spectators: RawSocket[], timed: number) {
    this.#venue = venue;
    this.players = players;
    this.spectators = spectators;
    this.timed = spectators.slice(0, timed);
    for (const player of players) {
      player.socket.setMaxListeners(0);
      player.socket.on('tournamentPaired', (seat: Seat) => this.#seat(player, seat));
    }
  }

  static async enter(
    venue: Venue,
    count: number,
    { spectators, timed }: { spectators: number; timed: number },
  ): Promise<Contestants> {
    const { platform, tokenOf } = venue;
    const ids = Array.from({ length: count }, () => randomBytes(12).toString('hex'));
    await storeAccounts(venue, ids);
    const open = async (userId: string, isDeaf: boolean): Promise<RawSocket> => {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await RawSocket.connect(platform.url, tokenOf(userId), { isDeaf });
        } catch (error) {
          if (attempt === 20) throw error;
          await delay(500);
        }
      }
    };
    const newId = () => randomBytes(12).toString('hex');
    const players = await times(
      count,
      async (n): Promise<Contestant> => {
        const userId = ids[n]!;
        const api = apiFrom(platform.url, undefined, tokenOf(userId));
        return { userId, api, socket: await open(userId, false), begun: new Set(), isPlaying: false };
      },
      AT_ONCE,
    );
    const others = await times(spectators, (n) => open(newId(), n >= timed), AT_ONCE);
    return new Contestants(venue, players, others, timed);
  }

  /** Pairs all free players at random every few seconds, until they join an arena. */
  pairFreely(): void {
    this.#isFree = true;
    const token = readFileSync(join(this.#venue.platform.keysDir, 'service-token'), 'utf8').trim();
    const { port } = this.#venue.platform.processes.get('pairing')!;
    const pairing = createInternalClient({ baseUrl: `http://127.0.0.1:${port}`, token, timeoutMs: 20_000 });
    const wave = async () => {
      const free = this.players.filter(({ isPlaying }) => !isPlaying).sort(() => Math.random() - 0.5);
      const games = Array.from({ length: Math.floor(free.length / 2) }, (_, n) => {
        const gameId = randomBytes(9).toString('base64url');
        const pair = [free[2 * n]!, free[2 * n + 1]!] as const;
        return { gameId, pair };
      });
      for (let n = 0; n < games.length; n += ASSIGNED_GAMES_PER_CALL) {
        const some = games.slice(n, n + ASSIGNED_GAMES_PER_CALL);
        const body = {
          games: some.map(({ gameId, pair }) => ({
            ...{ gameId, roomId: gameId, kind: 'rated' as const, context: 'load' },
            timeControl: { initial: 5, increment: 3 },
            players: pair.map(({ userId }) => userId) as [string, string],
          })),
        };
        const reply = await pairing.call(ROUTES.beginAssignedGames, { body });
        for (const { gameId, state } of reply.games) {
          const { pair } = some.find((one) => one.gameId === gameId)!;
          if (state !== 'begun') continue;
          this.#seat(pair[0], { gameId, roomId: gameId, color: 'red' });
          this.#seat(pair[1], { gameId, roomId: gameId, color: 'blue' });
        }
      }
    };
    const run = async (): Promise<void> => {
      while (this.#isFree) {
        await wave().catch((error: Error) => this.failed.push(`wave: ${error.message}`));
        await delay(WAVE_MS);
      }
    };
    this.#pairing = run();
  }

  async joinArena(id: string): Promise<void> {
    this.#isFree = false;
    await this.#pairing;
    this.#arena = id;
    await times(
      this.players.length,
      async (n) => {
        await this.players[n]!.api.joinTournament({ params: { id } });
      },
      AT_ONCE,
    );
  }

  async leaveArena(): Promise<void> {
    const id = this.#arena!;
    await times(
      this.players.length,
      async (n) => {
        await this.players[n]!.api.leaveTournament({ params: { id } });
      },
      AT_ONCE,
    );
  }

  watch(id: string, on: boolean): void {
    for (const socket of this.spectators) socket.tell('watchTournament', { id, on });
  }

  close(): void {
    this.#isFree = false;
    for (const { socket } of this.players) socket.close();
    for (const socket of this.spectators) socket.close();
  }

  #seat(player: Contestant, { gameId, roomId, color }: Seat): void {
    if (player.begun.has(gameId)) return;
    player.begun.add(gameId);
    player.isPlaying = true;
    const table = this.#tables.get(gameId) ?? {};
    table[color] = player;
    this.#tables.set(gameId, table);
    const { red, blue } = table;
    if (red === undefined || blue === undefined) return;
    this.#tables.delete(gameId);
    this.#play(gameId, roomId, [red, blue])
      .catch((error: Error) => this.failed.push(error.message))
      .finally(() => {
        red.isPlaying = false;
        blue.isPlaying = false;
      });
  }

  /** Plays a part of a game; then red or blue resigns, and both leave. */
  async #play(gameId: string, roomId: string, both: readonly [Contestant, Contestant]): Promise<void> {
    for (const { socket } of both) {
      await socket.join(roomId);
      socket.tell('tableShown', { roomId });
    }
    const script = SCRIPTS[Math.floor(Math.random() * SCRIPTS.length)]!;
    const plies = randomLength();
    for (let ply = 0; ply < plies; ply += 1) {
      const [mover, other] = ply % 2 === 0 ? both : ([both[1], both[0]] as const);
      await delay(PLY_MS * (0.5 + Math.random()));
      await this.#move(mover, other, { roomId, ply, move: script[ply]! });
    }
    const ends = both.map(({ socket }) =>
      received<GameStateUpdate>(
        socket,
        'gameStateUpdate',
        (one) => one.roomId === roomId && one.status !== 'playing',
      ),
    );
    await both[Math.random() < 0.5 ? 0 : 1].api.surrender({ params: { roomId } });
    await Promise.race(ends);
    this.ended.set(gameId, performance.now());
    await Promise.all(ends);
    for (const { socket } of both) socket.tell('leaveRoom', { roomId });
  }

  async #move(
    mover: Contestant,
    other: Contestant,
    { roomId, ply, move }: { roomId: string; ply: number; move: Move },
  ): Promise<void> {
    const arrived = received<{ roomId: string; ply: number }>(
      other.socket,
      'moveMade',
      (one) => one.roomId === roomId && one.ply === ply + 1,
    );
    const message = { roomId, ...move, player: (ply % 2) + 1, ply, id: `${ply}` };
    const { ok, code } = await mover.socket.ask('move', message);
    if (!ok) throw new Error(`move ${ply}: ${code}`);
    await arrived;
    this.moves += 1;
  }
}
