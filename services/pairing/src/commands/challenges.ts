import { randomInt, randomUUID } from 'node:crypto';
import {
  CHALLENGE_LIFE,
  type Challenge,
  houseBotOf,
  MAX_LISTED_CHALLENGES,
  type PairingColor,
  type RatingRange,
} from '@doushouqi/protocol';
import { gameIn, type PairedGame, type PoolChoice, poolOf } from '@doushouqi/room-core/paired-games';
import { errorOf, gameRefusal, refuseGame, type VerifiedToken } from '@doushouqi/service-kit';
import type { PairingContext } from '../context.ts';
import { newId, newRoomId } from '../new-id.ts';
import { colorOf, type StoredChallenge } from '../store/pairing-store.ts';
import { playChallenger, refuseBots } from './bots.ts';
import { finishPair, isBarred, refusePaused, refusePlaying, refuseUnrated } from './games.ts';

/** Number of open challenges of one network that are listed before those of other networks. */
const FIRST_OF_NETWORK = 10;

/** Adds names and avatars. */
export async function presentChallenges(
  { peers }: Pick<PairingContext, 'peers'>,
  challenges: readonly StoredChallenge[],
): Promise<Challenge[]> {
  const profiles = await peers.profilesOf(challenges.map(({ fromId }) => fromId));
  return challenges.map(({ fromId, network: _, ...challenge }) => ({
    ...challenge,
    from: profiles.get(fromId)!,
  }));
}

function isOver({ expiresAt }: StoredChallenge, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** A pause forbids open and rated challenges; casual games with a friend or by link stay allowed. */
function isHeldByPause({
  rated,
  toId,
  unlisted,
}: Pick<StoredChallenge, 'rated' | 'toId' | 'unlisted'>): boolean {
  return rated || (toId === null && !unlisted);
}

/** Removes the ticket and the challenge of a user, or only rated ones. Idempotent. */
export async function dropSeeks(
  { store, openChallenges }: Pick<PairingContext, 'store' | 'openChallenges'>,
  userId: string,
  onlyRated: boolean,
): Promise<void> {
  const { ticket } = await store.queueStateOf(userId);
  if (ticket !== null && (!onlyRated || poolOf(ticket.pool).rated)) await store.leave(userId);
  const own = await store.ownChallenge(userId);
  if (own === null || (onlyRated && !own.rated)) return;
  await store.withdraw(own);
  openChallenges.forget();
}

/**
 * Removes what the operators forbid, in case the moderation service could not say so, and what a pause forbids: the
 * ticket, and a challenge that is open or rated.
 */
export async function removeForbidden(
  context: Pick<PairingContext, 'store' | 'openChallenges' | 'pauseOf' | 'sanctionsOf' | 'site' | 'now'>,
  userId: string,
): Promise<void> {
  const { store, pauseOf, sanctionsOf, site, now } = context;
  const [pause, sanctions, settings] = await Promise.all([pauseOf(userId), sanctionsOf(userId), site()]);
  const refusal = gameRefusal(settings, { rated: true, now: now() });
  if (isBarred(sanctions, true) || refusal !== null) {
    const isAll = isBarred(sanctions, false) || refusal === 'READ_ONLY';
    await dropSeeks(context, userId, !isAll);
  }
  if (pause === null) return;
  await store.leave(userId);
  const own = await store.ownChallenge(userId);
  if (own !== null && isHeldByPause(own)) await store.withdraw(own);
}

interface Wish extends PoolChoice {
  color: StoredChallenge['color'];
  range: RatingRange | null;
  toId?: string | undefined;
  unlisted: boolean;
  network: string;
}

async function refuseNudge({ peers, limits }: PairingContext, userId: string, toId: string): Promise<void> {
  if (toId === userId) throw errorOf('NOT_YOURSELF');
  await limits.nudges.consume(`${userId}:${toId}`);
  if (!(await peers.areFriends(userId, toId))) throw errorOf('NOT_FRIENDS');
}

/** Throws READ_ONLY, RATED_OFF, BOTS_OFF, NOT_YOURSELF, NOT_FRIENDS, PAIRING_PAUSED, ALREADY_PLAYING. */
export async function createChallenge(
  context: PairingContext,
  userId: string,
  { toId, ...wish }: Wish,
): Promise<Challenge> {
  const { store, peers, notifier, now } = context;
  const bot = toId === undefined ? null : houseBotOf(toId);
  // Users cannot choose a side in a rated game.
  const color = wish.rated ? ('random' as const) : wish.color;
  const addressed = { ...wish, color, toId: toId ?? null };
  if (bot === null) await refuseGame(context.site, { rated: wish.rated, now: now() });
  else await refuseBots(context, wish.rated);
  if (toId !== undefined && bot === null) await refuseNudge(context, userId, toId);
  if (bot === null && isHeldByPause(addressed)) await refusePaused(context, userId);
  await refusePlaying(context, userId);
  const { rating, provisional } = await peers.ratingOf(userId, wish);
  const at = now();
  const isListed = toId === undefined && !wish.unlisted;
  const times = { at, expiresAt: isListed ? null : at + CHALLENGE_LIFE };
  const stored = { ...addressed, id: newId(), fromId: userId, rating, provisional, ...times };
  if (!(await store.challenge(stored, at))) throw errorOf('ALREADY_PLAYING');
  context.openChallenges.forget();
  const [challenge] = await presentChallenges(context, [stored]);
  if (bot !== null) {
    // A bot accepts at once.
    await store.withdraw(stored);
    await playChallenger(context, userId, { ...stored, level: bot.level });
  } else if (toId !== undefined) {
    await notifier.notify([toId], { event: 'challenged', payload: { challenge: challenge! } });
    context.pushNotifications.send({
      kind: 'challenge',
      userId: toId,
      challengeId: stored.id,
      fromId: userId,
    });
  }
  return challenge!;
}

async function blockedEitherWay(
  { blocks }: Pick<PairingContext, 'blocks'>,
  a: string,
  b: string,
): Promise<boolean> {
  const [ofA, ofB] = await Promise.all([blocks.of(a), blocks.of(b)]);
  return ofA.has(b) || ofB.has(a);
}

/** Newest first. Challenges of one network beyond the limit come last, so that they do not hide others. */
function newestFirst(challenges: readonly StoredChallenge[]): StoredChallenge[] {
  const newest = challenges.toSorted((a, b) => b.at - a.at);
  const counts = new Map<string, number>();
  const isFirst = newest.map(({ network }) => {
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    return count <= FIRST_OF_NETWORK;
  });
  return [...newest.filter((_, i) => isFirst[i]), ...newest.filter((_, i) => !isFirst[i])];
}

/** Leaves out challenges between users with a block in either direction; returns at most the listed number. */
async function withoutBlocked(
  { blocks }: Pick<PairingContext, 'blocks'>,
  challenges: readonly StoredChallenge[],
  userId: string | undefined,
): Promise<StoredChallenge[]> {
  if (userId === undefined) return challenges.slice(0, MAX_LISTED_CHALLENGES);
  const blocked = await blocks.of(userId);
  const some = challenges.filter(({ fromId }) => !blocked.has(fromId)).slice(0, MAX_LISTED_CHALLENGES);
  const blockedBy = await Promise.all(some.map(({ fromId }) => blocks.of(fromId)));
  return some.filter((_, i) => !blockedBy[i]!.has(userId));
}

/** Returns the newest challenges that a user or visitor may see. */
export async function listChallenges(
  context: PairingContext,
  userId: string | undefined,
): Promise<Challenge[]> {
  const all = await context.openChallenges.get();
  const now = context.now();
  const open = all.filter(
    (one) => !isOver(one, now) && (one.toId === null ? !one.unlisted : one.toId === userId),
  );
  return presentChallenges(context, await withoutBlocked(context, newestFirst(open), userId));
}

/** Returns a challenge by its link. */
export async function showChallenge(context: PairingContext, id: string) {
  const stored = await context.store.challengeOf(id);
  if (stored !== null && !isOver(stored, context.now())) {
    const [challenge = null] = await presentChallenges(context, [stored]);
    return { challenge, state: 'open' as const };
  }
  const state: 'taken' | 'gone' = (await context.store.wasAccepted(id)) ? 'taken' : 'gone';
  return { challenge: null, state };
}

/**
 * Red first: by the owner's choice, else the player with fewer games as red plays red. A tie in a rated game is not
 * drawn, or two users would abort until a side comes.
 */
async function playersOf(
  { store }: Pick<PairingContext, 'store'>,
  { color, fromId, rated }: StoredChallenge,
  userId: string,
): Promise<readonly [string, string]> {
  if (color !== 'random') return color === 'red' ? [fromId, userId] : [userId, fromId];
  const [owner, other] = await Promise.all([store.notesOf(fromId, rated), store.notesOf(userId, rated)]);
  const isFirst = rated ? fromId < userId : randomInt(2) === 0;
  const ahead = owner.colorBalance - other.colorBalance || (isFirst ? -1 : 1);
  return ahead < 0 ? [fromId, userId] : [userId, fromId];
}

type Caller = Pick<VerifiedToken, 'userId' | 'role' | 'sanctions' | 'visit'>;

/** Returns the challenge if this user may accept it now. */
async function acceptable(context: PairingContext, id: string, user: Caller): Promise<StoredChallenge> {
  const { userId } = user;
  const { store, peers, online, site, now } = context;
  const challenge = await store.challengeOf(id);
  if (challenge === null || isOver(challenge, now())) throw errorOf('CHALLENGE_GONE');
  const { fromId, toId, range } = challenge;
  if (fromId === userId) throw errorOf('NOT_YOURSELF');
  if (toId !== null && toId !== userId) throw errorOf('CHALLENGE_GONE');
  if (await blockedEitherWay(context, userId, fromId)) throw errorOf('CHALLENGE_GONE');
  await refuseGame(site, { rated: challenge.rated, now: now() });
  if (challenge.rated) refuseUnrated(user, now());
  if (isBarred(await context.sanctionsOf(fromId), challenge.rated)) throw errorOf('CHALLENGE_GONE');
  if (isHeldByPause(challenge)) {
    await refusePaused(context, userId);
    if ((await context.pauseOf(fromId)) !== null) throw errorOf('CHALLENGE_GONE');
  }
  if (range !== null) {
    const { rating } = await peers.ratingOf(userId, challenge);
    if (rating < range.min || rating > range.max) throw errorOf('RATING_OUT_OF_RANGE');
  }
  if (!(await online.connectedOf([fromId])).has(fromId)) throw errorOf('OPPONENT_AWAY');
  return challenge;
}

/**
 * Accepts a challenge: removes both users from their queues and makes the room. Throws READ_ONLY, RATED_OFF, CHALLENGE_GONE, NOT_YOURSELF,
 * PAIRING_PAUSED, RATED_FOR_MEMBERS, RATED_PAUSED, RATING_OUT_OF_RANGE, OPPONENT_AWAY, ALREADY_PLAYING, and UNAVAILABLE
 * while the room does not exist: both are notified if it is made later.
 */
export async function acceptChallenge(
  context: PairingContext,
  id: string,
  user: Caller,
): Promise<{ roomId: string; color: PairingColor }> {
  const { store, now } = context;
  const { userId } = user;
  const challenge = await acceptable(context, id, user);
  await refusePlaying(context, userId);
  const players = await playersOf(context, challenge, userId);
  const game: PairedGame = {
    gameId: randomUUID(),
    roomId: newRoomId(),
    ...gameIn(challenge),
    players,
    at: now(),
    isArranged: true,
  };
  await takeFor(context, game, challenge, userId);
  const taken = await store.takenPair(game.gameId);
  if (taken !== null && !(await finishPair(context, taken))) {
    throw errorOf('UNAVAILABLE', { retryAfter: 1 });
  }
  return { roomId: game.roomId, color: colorOf(game, userId) };
}

async function takeFor(
  { store, openChallenges }: PairingContext,
  pair: PairedGame,
  { id }: StoredChallenge,
  userId: string,
): Promise<void> {
  const taken = await store.take({ pair, challenge: { id, lifeMs: CHALLENGE_LIFE } });
  openChallenges.forget();
  if (taken.ok) return;
  const isOwn = taken.reason === 'PLAYING' && pair.players[taken.index] === userId;
  throw errorOf(isOwn ? 'ALREADY_PLAYING' : 'CHALLENGE_GONE');
}

/** Withdraws the owner's challenge, or declines it for its addressee. Throws CHALLENGE_GONE. */
export async function removeChallenge(context: PairingContext, id: string, userId: string): Promise<void> {
  const { store, peers, notifier, openChallenges } = context;
  const challenge = await store.challengeOf(id);
  if (challenge === null || (challenge.fromId !== userId && challenge.toId !== userId)) {
    throw errorOf('CHALLENGE_GONE');
  }
  if (!(await store.withdraw(challenge))) throw errorOf('CHALLENGE_GONE');
  openChallenges.forget();
  if (challenge.fromId === userId) return;
  const { nickname } = (await peers.profilesOf([userId])).get(userId)!;
  const payload = { id, by: userId, nickname };
  await notifier.notify([challenge.fromId], { event: 'challengeDeclined', payload });
}
