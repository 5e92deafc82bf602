import {
  isRatedGame,
  MAX_WATCHABLE_GAMES,
  POLICIES,
  type RouteReply,
  type Routes,
  type Sanctions,
} from '@doushouqi/protocol';
import type { PairedGame } from '@doushouqi/room-core/paired-games';
import { errorOf, refuseSanctioned, requireMember, type VerifiedToken } from '@doushouqi/service-kit';
import type { PairingContext } from '../context.ts';
import { colorOf, opponentOf, type TakenPair } from '../store/pairing-store.ts';
import { exhibitionGame } from './exhibition.ts';

/** Whether the operators forbid a user to look for opponents, `rated`: for rated games. */
export function isBarred({ close, unrated }: Sanctions, rated: boolean): boolean {
  return close !== undefined || (rated && unrated !== undefined);
}

/** Throws RATED_FOR_MEMBERS for a guest, and RATED_PAUSED while the operators let the user play no rated games. */
export function refuseUnrated(user: Pick<VerifiedToken, 'role' | 'sanctions' | 'visit'>, now: number): void {
  requireMember(user, 'RATED_FOR_MEMBERS');
  refuseSanctioned(user, 'unrated', now);
}

/** Throws PAIRING_PAUSED with the remaining time while the user may not look for opponents. */
export async function refusePaused(
  { pauseOf, now }: Pick<PairingContext, 'pauseOf' | 'now'>,
  userId: string,
): Promise<void> {
  const until = await pauseOf(userId);
  if (until === null) return;
  const minutes = Math.max(1, Math.ceil((until - now()) / 60_000));
  throw errorOf('PAIRING_PAUSED', { message: `你暂时不能匹配对手，请 ${minutes} 分钟后再试` });
}

/** Attempts to make the room end after this time; requests in flight have completed by then. Milliseconds. */
const TRY_FOR_MS = 5_000;
const GIVE_UP_MS = 10_000;

type Parts = Pick<PairingContext, 'store' | 'peers' | 'rooms' | 'notifier' | 'metrics' | 'logger' | 'now'>;

/** Notifies both players. If a replica dies meanwhile, they are notified again of the same game. */
async function notifyPaired({ peers, notifier, logger }: Parts, pair: PairedGame): Promise<void> {
  const profiles = await peers.profilesOf(pair.players);
  const notified = pair.players.map((userId) => {
    const opponent = profiles.get(opponentOf(pair, userId))!;
    const { roomId, context } = pair;
    const payload = {
      roomId,
      opponent,
      color: colorOf(pair, userId),
      ...(context !== undefined && { context }),
    };
    return notifier.notify([userId], { event: 'paired', payload });
  });
  // A client that misses the message requests its queue state at the next reconnect.
  await Promise.all(notified).catch((error) => logger.warn({ err: error }, 'a pair was not notified'));
}

/** Returns the state of a pair's room, after making it if there is time left. A rematch has its room. */
async function roomOf(
  { peers, rooms, now }: Parts,
  { pair }: TakenPair,
): Promise<'there' | 'not there' | 'unknown'> {
  const age = now() - pair.at;
  if (!pair.isRematch && age < TRY_FOR_MS) {
    const made = await peers.makeRoom(pair);
    return made === 'made' ? 'there' : made === 'refused' ? 'not there' : 'unknown';
  }
  const isEarly = age < GIVE_UP_MS;
  if (isEarly && !pair.isRematch) return 'unknown';
  const runs = await rooms.runs(pair);
  if (runs === 'yes') return 'there';
  return runs !== 'unknown' && !isEarly ? 'not there' : 'unknown';
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/**
 * Returns the rating by which a rated game is listed: the mean of its players, the owner's for a challenge; null for
 * other games, and if it is unknown.
 */
async function strengthOf({ peers }: Parts, { pair, tickets, challenge }: TakenPair): Promise<number | null> {
  const rated = isRatedGame(pair);
  if (!rated) return null;
  if (challenge !== null) return challenge.rating;
  if (tickets.length > 0) return meanOf(tickets.map(({ rating }) => rating));
  const asked = pair.players.map((userId) => peers.ratingOf(userId, { ...pair.timeControl, rated }));
  // The game begins without a rating service, and is not listed.
  return Promise.all(asked).then(
    (known) => meanOf(known.map(({ rating }) => rating)),
    () => null,
  );
}

/**
 * Moves a taken pair to its room and notifies both players; if the room cannot be made, restores the former state.
 * Idempotent: another replica may finish a pair after a crash. Returns true once the room exists.
 */
export async function finishPair(parts: Parts, taken: TakenPair): Promise<boolean> {
  const { store, metrics, logger, now } = parts;
  const room = await roomOf(parts, taken);
  if (room === 'unknown') return false;
  if (room === 'not there') {
    logger.warn({ roomId: taken.pair.roomId }, 'a game did not begin: all is as before');
    await store.putBack(taken, now());
    metrics.pair('put_back');
    return false;
  }
  // The room itself notifies the players of a rematch.
  if (!taken.pair.isRematch) await notifyPaired(parts, taken.pair);
  await store.begin(taken.pair, await strengthOf(parts, taken), now());
  metrics.pair('begun');
  return true;
}

/** Checks a game that may have ended without a report. Returns true while it runs, as far as is known. */
export async function stillRuns({ store, rooms, now }: Parts, game: PairedGame): Promise<boolean> {
  const runs = await rooms.runs(game);
  const isOver = runs === 'ended' || runs === 'no';
  if (isOver) await store.end(game, { isPlayed: runs === 'ended' });
  else await store.lookAgain(game.gameId, now());
  return !isOver;
}

/** Checks a pair or a game that is due. */
export async function checkGame(parts: Parts, gameId: string): Promise<void> {
  const { store } = parts;
  const taken = await store.takenPair(gameId);
  if (taken !== null) return void (await finishPair(parts, taken));
  const game = await store.runningGame(gameId);
  if (game !== null) await stillRuns(parts, game);
  else await store.forget(gameId);
}

/** Throws ALREADY_PLAYING while the user is in a pair or a running game; marks a finished game as ended. */
export async function refusePlaying(parts: Parts, userId: string): Promise<void> {
  const { taken, game } = await parts.store.queueStateOf(userId);
  if (taken !== null || (game !== null && (await stillRuns(parts, game)))) throw errorOf('ALREADY_PLAYING');
}

/** Returns as many games as are ever listed. Leaves out a game whose room does not answer or reports its end. */
export async function listWatchableGames({
  store,
  peers,
  rooms,
  ...bots
}: Pick<PairingContext, 'store' | 'peers' | 'rooms' | 'botGames' | 'site' | 'now'> & {
  random: () => number;
}): Promise<RouteReply<Routes['listWatchableGames']>> {
  const watchable = await store.watchable(MAX_WATCHABLE_GAMES);
  const show = watchable.total === 0 ? await exhibitionGame({ peers, rooms, ...bots }) : null;
  const { games, total } = show === null ? watchable : { games: [show], total: 1 };
  const [records, profiles] = await Promise.all([
    Promise.all(games.map(rooms.recordOf)),
    peers.profilesOf(games.flatMap(({ players }) => players)),
  ]);
  const listed = games.flatMap(({ roomId, timeControl, players: [red, blue] }, i) => {
    const record = records[i];
    if (record == null) return [];
    return [{ roomId, ...timeControl, red: profiles.get(red)!, blue: profiles.get(blue)!, record }];
  });
  return { games: listed, total };
}

/** Returns the user's running game that is open to spectators, or null. */
export async function showRunningGame(
  { store }: Pick<PairingContext, 'store'>,
  userId: string,
): Promise<RouteReply<Routes['getRunningGame']>['game']> {
  const { game } = await store.queueStateOf(userId);
  if (game === null) return null;
  const { roomId, kind, timeControl } = game;
  return POLICIES[kind].rated ? { roomId, ...timeControl } : null;
}
