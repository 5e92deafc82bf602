import { randomUUID } from 'node:crypto';
import { type RouteReply, type Routes, TIME_CONTROLS } from '@doushouqi/protocol';
import { type PairedGame, type PoolChoice, poolId, poolOf } from '@doushouqi/room-core/paired-games';
import { errorOf, mayBotsPlay, refuseGame } from '@doushouqi/service-kit';
import type { PairingContext } from '../context.ts';
import { expectedWaitOf, fieldOf, parseAverage, REMATCH_WAIT } from '../opponents/index.ts';
import {
  colorOf,
  opponentOf,
  type QueueState,
  type StoredChallenge,
  type Ticket,
} from '../store/pairing-store.ts';
import { presentChallenges } from './challenges.ts';
import { refusePaused, refusePlaying, stillRuns } from './games.ts';

const POOLS: readonly PoolChoice[] = TIME_CONTROLS.flatMap((timeControl) =>
  [true, false].map((rated) => ({ ...timeControl, rated })),
);
/** A found game is shown for this time, also after its end. Milliseconds. */
const FOUND_FOR_MS = 60_000;

/** Returns the expected wait (s) for this rating, by earlier waits in the pool; null while nothing is known. */
async function expectedWait(
  { store, now }: Pick<PairingContext, 'store' | 'now'>,
  pool: string,
  rating: number,
): Promise<number | null> {
  const waits = await store.waits();
  return expectedWaitOf(
    [fieldOf(pool, rating), fieldOf(pool)].map((field) => parseAverage(waits[field])),
    now(),
  );
}

/**
 * Returns until when (epoch ms) the user is not paired with the last opponent, who waits in the same pool; null for no
 * such wait.
 */
async function heldUntil(
  { store, now }: Pick<PairingContext, 'store' | 'now'>,
  { pool, since, recentOpponents: [last] }: Ticket,
): Promise<number | null> {
  if (last === undefined) return null;
  const [{ ticket: other }, counts] = await Promise.all([store.queueStateOf(last), store.counts()]);
  // If only these two wait, they are paired again at once.
  if (other === null || other.pool !== pool || Number(counts[`waiting ${pool}`] ?? 0) <= 2) return null;
  const until = Math.max(since, other.since) + REMATCH_WAIT;
  return until > now() ? until : null;
}

async function presentWait(context: PairingContext, ticket: Ticket) {
  const [wait, until] = await Promise.all([
    expectedWait(context, ticket.pool, ticket.rating),
    heldUntil(context, ticket),
  ]);
  return { expectedWait: wait, ...(until !== null && { heldUntil: until }) };
}

/** Puts a user into the queue. Throws READ_ONLY, RATED_OFF, PAIRING_PAUSED, ALREADY_PLAYING; UNAVAILABLE while the rating is unknown. */
export async function joinQueue(
  context: PairingContext,
  userId: string,
  pool: PoolChoice & Pick<Ticket, 'network'>,
) {
  const { store, peers, blocks, site, now } = context;
  await refuseGame(site, { rated: pool.rated, now: now() });
  await refusePaused(context, userId);
  await refusePlaying(context, userId);
  const [rating, { colorBalance, recentOpponents }, blocked] = await Promise.all([
    peers.ratingOf(userId, pool),
    store.notesOf(userId, pool.rated),
    blocks.of(userId),
  ]);
  const at = now();
  const id = randomUUID();
  const { network } = pool;
  const own = {
    id,
    userId,
    pool: poolId(pool),
    since: at,
    blocked: [...blocked],
    ...(network && { network }),
  };
  const joined = await store.join({ ...own, ...rating, colorBalance, recentOpponents }, at);
  // The user was paired in between; that game may even be over again.
  if (joined === null) throw errorOf('ALREADY_PLAYING');
  context.joined(joined.waiting);
  const { ticket } = joined;
  return { ticket: ticket.id, ...(await presentWait(context, ticket)) };
}

/** Returns the user's ticket, or the one of a pair that has no room yet. A rematch has its room. */
function ticketOf({ ticket, taken }: QueueState, userId: string): Ticket | null {
  if (taken === null || taken.pair.isRematch) return ticket;
  return taken.tickets.find((one) => one.userId === userId) ?? null;
}

/** Returns the game, or null if it was found earlier than `FOUND_FOR_MS` ago and is over. */
async function unlessOver(context: PairingContext, game: PairedGame | null): Promise<PairedGame | null> {
  if (game === null || context.now() - game.at < FOUND_FOR_MS) return game;
  return (await stillRuns(context, game)) ? game : null;
}

async function presentFound({ peers }: PairingContext, game: PairedGame, userId: string) {
  const opponentId = opponentOf(game, userId);
  const opponent = (await peers.profilesOf([opponentId])).get(opponentId)!;
  const { roomId, at, isRematch, context } = game;
  return {
    ...{ roomId, opponent, color: colorOf(game, userId), at },
    ...(isRematch && { isRematch }),
    ...(context !== undefined && { context }),
  };
}

async function presentTicket(context: PairingContext, ticket: Ticket) {
  const { id, pool, since } = ticket;
  return { id, ...poolOf(pool), since, ...(await presentWait(context, ticket)) };
}

function isOpen(challenge: StoredChallenge | null, now: number): challenge is StoredChallenge {
  return challenge !== null && (challenge.expiresAt === null || challenge.expiresAt > now);
}

/** Returns the room of the user's running casual game, against a bot or a person; null for none. */
async function runningRoomOf({ rooms, botGames }: PairingContext, userId: string): Promise<string | null> {
  const bots = await botGames.gameOf(userId);
  if (bots !== null && (await rooms.isPlaying(bots.roomId)) === 'yes') return bots.roomId;
  return rooms.runningRoomOf(userId);
}

/** Returns the user's queue state. */
export async function showMine(
  context: PairingContext,
  userId: string,
): Promise<RouteReply<Routes['getMyPairing']>> {
  const { store, pauseOf, now } = context;
  const queueState = await store.queueStateOf(userId);
  const ticket = ticketOf(queueState, userId);
  const [game, until, own] = await Promise.all([
    unlessOver(context, queueState.game),
    pauseOf(userId),
    store.ownChallenge(userId),
  ]);
  const isFree = ticket === null && game === null;
  const runningRoom = isFree ? await runningRoomOf(context, userId) : null;
  const [challenge = null] = isOpen(own, now()) ? await presentChallenges(context, [own]) : [];
  return {
    ticket: ticket && (await presentTicket(context, ticket)),
    paired: game && (await presentFound(context, game, userId)),
    pause: until === null ? null : { until },
    challenge,
    ...(runningRoom !== null && { runningRoom }),
  };
}

/** Returns the number of waiting and playing users by pool. */
export async function showPools({
  store,
  online,
  botGames,
  site,
  now,
}: Pick<PairingContext, 'store' | 'online' | 'botGames' | 'site' | 'now'>): Promise<
  RouteReply<Routes['listPools']>
> {
  const [counts, waits, onlineCount, bots, settings] = await Promise.all([
    store.counts(),
    store.waits(),
    online.count(),
    botGames.places(),
    site(),
  ]);
  const count = (field: string): number => Math.max(0, Number(counts[field] ?? 0));
  const pools = POOLS.map((pool) => {
    const id = poolId(pool);
    return {
      ...pool,
      waiting: count(`waiting ${id}`),
      playing: 2 * count(`games ${id}`),
      expectedWait: expectedWaitOf([parseAverage(waits[fieldOf(id)])], now()),
    };
  });
  const playing = pools.reduce((sum, pool) => sum + pool.playing, 0);
  const isBusy = bots.taken >= bots.total;
  const hasBots = bots.total > 0 && mayBotsPlay(settings, now());
  return {
    pools,
    online: onlineCount,
    playing,
    ...(hasBots && { bots: true as const, ...(isBusy && { botsBusy: true as const }) }),
  };
}
