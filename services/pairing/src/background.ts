import { randomUUID } from 'node:crypto';
import { gameIn, type PairedGame, poolOf } from '@doushouqi/room-core/paired-games';
import { gameRefusal, type RedisClient, type Repeated, repeat } from '@doushouqi/service-kit';
import { removeForbidden } from './commands/challenges.ts';
import { checkGame, finishPair, isBarred } from './commands/games.ts';
import type { PairingContext } from './context.ts';
import { newRoomId } from './new-id.ts';
import {
  averageWait,
  fieldOf,
  formatAverage,
  type Pair,
  pair,
  parseAverage,
  type Waiting,
} from './opponents/index.ts';
import type { Ticket } from './store/pairing-store.ts';

/** Number of pairs processed in parallel. */
const AT_A_TIME = 32;

/** Tickets of a wave: parsed, and as stored. */
interface Queue {
  tickets: ReadonlyMap<string, Ticket>;
  read: ReadonlyMap<string, string>;
}

function waitingOf({ blocked, ...ticket }: Ticket): Waiting {
  return { ...ticket, blocked: new Set(blocked) };
}

/**
 * Checks connection, pause, sanctions and blocks again, as they may have changed since the user joined. True if the user
 * may be paired.
 */
async function isReady(
  context: PairingContext,
  { tickets, read }: Queue,
  userId: string,
  opponentId: string,
  connected: ReadonlySet<string>,
): Promise<boolean> {
  const { store, blocks, pauseOf, sanctionsOf, site, now } = context;
  if (!connected.has(userId)) {
    await store.maintain(userId, false, now());
    return false;
  }
  const { rated } = poolOf(tickets.get(userId)!.pool);
  const [pause, sanctions, settings] = await Promise.all([pauseOf(userId), sanctionsOf(userId), site()]);
  const refusal = gameRefusal(settings, { rated, now: now() });
  if (pause !== null || refusal !== null || isBarred(sanctions, rated)) {
    await store.leave(userId);
    return false;
  }
  const blocked = await blocks.of(userId);
  if (!blocked.has(opponentId)) return true;
  await store.replaceTicket(userId, read.get(userId)!, { ...tickets.get(userId)!, blocked: [...blocked] });
  return false;
}

function isOneNetwork([{ network }, other]: readonly [Ticket, Ticket]): boolean {
  return network !== undefined && network === other.network;
}

/** Takes both players for a game if both are ready. Returns true if they were taken. */
async function takePair(
  context: PairingContext,
  queue: Queue,
  { pool, red, blue }: Pair,
  connected: ReadonlySet<string>,
): Promise<boolean> {
  const { store, now } = context;
  const ready = await Promise.all([
    isReady(context, queue, red, blue, connected),
    isReady(context, queue, blue, red, connected),
  ]);
  if (ready.includes(false)) return false;
  const tickets = [queue.tickets.get(red)!, queue.tickets.get(blue)!] as const;
  const game: PairedGame = {
    gameId: randomUUID(),
    roomId: newRoomId(),
    ...gameIn(poolOf(pool)),
    players: [red, blue],
    at: now(),
    ...(isOneNetwork(tickets) && { isArranged: true }),
  };
  if (!(await store.take({ pair: game, tickets: queue.read })).ok) return false;
  await finishPair(context, { pair: game, tickets, challenge: null });
  return true;
}

/** Records the waits of paired players for their pool and rating band. */
async function noteWaits({ store, metrics, now }: PairingContext, paired: readonly Ticket[]): Promise<void> {
  if (paired.length === 0) return;
  const at = now();
  const waits = await store.waits();
  for (const { pool, rating, since } of paired) {
    metrics.waited(pool, (at - since) / 1_000);
    for (const field of [fieldOf(pool), fieldOf(pool, rating)]) {
      waits[field] = formatAverage(averageWait(parseAverage(waits[field]), (at - since) / 1_000, at));
    }
  }
  await store.noteWaits(waits);
}

/**
 * Returns the stored tickets of connected users. A ticket without a connection would take the place of a present
 * player.
 */
async function whoIsThere({
  store,
  online,
}: Pick<PairingContext, 'store' | 'online'>): Promise<Map<string, string>> {
  const read = await store.waiting();
  const connected = await online.connectedOf([...read.keys()]);
  return new Map([...read].filter(([userId]) => connected.has(userId)));
}

/** Pairs waiting players. Two replicas that run this at once take different pairs and no user twice. */
export async function runWave(context: PairingContext): Promise<void> {
  const { online, now } = context;
  const read = await whoIsThere(context);
  if (read.size < 2) return;
  const tickets = new Map([...read].map(([userId, text]) => [userId, JSON.parse(text) as Ticket]));
  const pairs = pair([...tickets.values()].map(waitingOf), now());
  const paired: Ticket[] = [];
  for (let i = 0; i < pairs.length; i += AT_A_TIME) {
    const some = pairs.slice(i, i + AT_A_TIME);
    // Checked again: many pairs take seconds, and a player may have disconnected meanwhile.
    const connected = await online.connectedOf(some.flatMap(({ red, blue }) => [red, blue]));
    const taken = await Promise.all(some.map((one) => takePair(context, { tickets, read }, one, connected)));
    for (const { red, blue } of some.filter((_, k) => taken[k])) {
      paired.push(tickets.get(red)!, tickets.get(blue)!);
    }
  }
  await noteWaits(context, paired);
}

/** Interval of waves across all replicas, and minimum interval for a full pool. Milliseconds. */
const WAVE_MS = 2_000;
const FULL_WAVE_MS = 300;
/** Number of waiting users from which a pool is full. */
const FULL_POOL = 10;
/** Interval at which each replica polls for work while users wait or challenge. Milliseconds. */
const TICK_MS = 500;
const IDLE_TICK_MS = 2_000;
/** Limits of the work that one replica leases at a time. */
const WORK = { waveMs: WAVE_MS, users: 500, games: 50 } as const;

/** Checks the connections, pauses and sanctions of users who wait or challenge. */
async function checkUsers(context: PairingContext, due: readonly string[]): Promise<void> {
  if (due.length === 0) return;
  const { store, online, now } = context;
  await Promise.all(due.map((userId) => removeForbidden(context, userId)));
  const connected = await online.connectedOf(due);
  await Promise.all(due.map((userId) => store.maintain(userId, connected.has(userId), now())));
}

/** Finishes pairs that another replica left unfinished, and checks games that reported no end. */
async function checkGames(context: PairingContext, due: readonly string[]): Promise<void> {
  await Promise.all(due.map((gameId) => checkGame(context, gameId)));
}

/** Periodic work of a replica. The first replica to lease a step executes it. */
export class Background {
  readonly #context: PairingContext;
  readonly #ticks: Repeated;
  #isIdle = false;
  /** The running wave of a full pool. */
  #fullWave: Promise<void> = Promise.resolve();

  constructor(context: Omit<PairingContext, 'joined'>, redis: Pick<RedisClient, 'status'>) {
    this.#context = { ...context, joined: () => undefined };
    this.#ticks = repeat(
      () => (this.#isIdle ? IDLE_TICK_MS : TICK_MS),
      async () => {
        // Commands queued while Redis is away would all run at once after the reconnect.
        if (redis.status === 'ready') await this.#work();
      },
      this.#failed('work'),
    );
  }

  /** Starts a wave if the pool that a user joined is full. `waiting`: users in the pool. */
  joined(waiting: number): void {
    if (this.#isIdle) this.#ticks.soon();
    if (waiting >= FULL_POOL) this.#fullWave = this.#pairFullPool().catch(this.#failed('full pool'));
  }

  async stop(): Promise<void> {
    await Promise.all([this.#ticks.stop(), this.#fullWave]);
  }

  async #work(): Promise<void> {
    const { store, now } = this.#context;
    const { watched, isWaveDue, users, games } = await store.takeWork(now(), WORK);
    this.#isIdle = watched === 0;
    await Promise.all([
      isWaveDue && runWave(this.#context).catch(this.#failed('wave')),
      checkUsers(this.#context, users).catch(this.#failed('users')),
      checkGames(this.#context, games).catch(this.#failed('games')),
    ]);
  }

  async #pairFullPool(): Promise<void> {
    if (await this.#context.store.leaseFullWave(FULL_WAVE_MS)) await runWave(this.#context);
  }

  #failed(what: string) {
    return (error: unknown): void =>
      this.#context.logger.warn({ err: error, what }, 'pairing is tried again');
  }
}
