import { PLAY_FLAGS, type PlayFlagKind, UNKNOWN_NICKNAME } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { retryUpsert } from '@doushouqi/service-kit';
import type { ModerationContext } from '../context.ts';
import { figuresOf, type JudgedGame, type ListedGame } from '../policies/play-figures.ts';
import { findFlag, type Known } from '../policies/play-flags.ts';
import type { Judge } from './judge.ts';
import {
  claimGame,
  decisionsBefore,
  decisionsIn,
  keepingClaim,
  releaseGame,
  storeJudged,
} from './judged-games.ts';

const DAY_MS = 86_400_000;
/** Games that a check looks at: the last ones of these days, and earlier ones for comparison. */
const WINDOW_DAYS = 90;
const MOST_GAMES = 40;
const PAST_GAMES = 60;
/** Days of the flags of the rating service. */
const FLAG_DAYS = 30;
/** Games whose moves are fetched at once. */
const BATCH = 20;

export type CheckParts = Pick<
  ModerationContext,
  'judged' | 'checks' | 'flags' | 'ask' | 'fetchProfiles' | 'logger' | 'now'
>;

/** Another process judges some of the games: the check is repeated. */
export class StillJudging extends Error {}

/** The engine of this process, and when it has to stop. */
export interface JudgeWork {
  judge: Judge;
  signal: AbortSignal;
}

function playersOf(userId: string, { side, opponentId }: ListedGame): [string, string] {
  return side === 'red' ? [userId, opponentId] : [opponentId, userId];
}

/** Judges games, each by one process. A killed one leaves them to the next check. */
async function judgeGames(
  parts: CheckParts,
  userId: string,
  listed: readonly ListedGame[],
  { judge, signal }: JudgeWork,
): Promise<void> {
  const { ask, logger } = parts;
  const gameIds = listed.map(({ gameId }) => gameId);
  const { games: recorded } = await ask(ROUTES.listMoves, { body: { gameIds } });
  for (const game of listed) {
    const record = recorded.find(({ gameId }) => gameId === game.gameId);
    // Not archived yet: the next check finds it.
    if (record === undefined) continue;
    signal.throwIfAborted();
    const { gameId, at, lags } = game;
    if (!(await claimGame(parts, { gameId, at, players: playersOf(userId, game) }))) continue;
    try {
      const sides = await keepingClaim(parts, gameId, () => judge.judge(record, lags, signal));
      await storeJudged(parts, gameId, sides);
    } catch (error) {
      await releaseGame(parts, gameId);
      throw error;
    }
    logger.debug({ gameId }, 'a rated game is judged');
  }
}

/** Returns the games with the person's decisions, none without a record. Throws StillJudging. */
async function judgedGames(
  parts: CheckParts,
  userId: string,
  listed: readonly ListedGame[],
  work: JudgeWork,
): Promise<JudgedGame[]> {
  const ids = listed.map(({ gameId }) => gameId);
  const known = await decisionsIn(parts, userId, ids);
  const missing = listed.filter(({ gameId }) => !known.has(gameId));
  for (let first = 0; first < missing.length; first += BATCH)
    await judgeGames(parts, userId, missing.slice(first, first + BATCH), work);
  const decisions = missing.length === 0 ? known : await decisionsIn(parts, userId, ids);
  const left = ids.filter((id) => !decisions.has(id));
  const isBusy = await parts.judged.exists({ _id: { $in: left }, leaseUntil: { $gt: parts.now() } });
  if (isBusy !== null) throw new StillJudging('another process judges games of the person');
  return listed.map((game) => ({ ...game, decisions: decisions.get(game.gameId) ?? [] }));
}

/** Stores a flag of a kind, if what happened since its dismissal gives one. An open one stays until it is dismissed. */
async function storeFlag({ flags, now }: CheckParts, kind: PlayFlagKind, known: Known): Promise<void> {
  const { userId } = known;
  const _id = `${userId}:${kind}`;
  const stored = await flags.findById(_id).lean();
  const found = findFlag(kind, known, stored?.dismissed?.at ?? 0);
  if (found === null) return;
  const flag = { userId, kind, ...found, at: now(), isOpen: true, dismissed: null };
  // Unless an operator has dismissed it meanwhile.
  const same = { _id, ...(stored && { 'dismissed.at': stored.dismissed?.at ?? null }) };
  if (stored === null)
    await retryUpsert(() => flags.updateOne({ _id }, { $setOnInsert: flag }, { upsert: true }));
  else await flags.updateOne(same, { $set: flag });
}

/**
 * Checks the last rated games of a person: judges those that are not judged yet, counts the figures and stores flags. It never acts.
 * Repeated after a crash it goes on with the games that are left. Throws StillJudging.
 */
export async function checkPerson(parts: CheckParts, userId: string, work: JudgeWork): Promise<void> {
  const { checks, ask, fetchProfiles, now } = parts;
  const params = { userId };
  const [{ games: listed }, { flags: ratingFlags }] = await Promise.all([
    ask(ROUTES.listGamesToCheck, {
      params,
      query: { since: now() - WINDOW_DAYS * DAY_MS, limit: MOST_GAMES },
    }),
    ask(ROUTES.listRatingFlags, { params, query: { since: now() - FLAG_DAYS * DAY_MS } }),
  ]);
  const games = await judgedGames(parts, userId, listed, work);
  const before = games.at(-1)?.at ?? now();
  const past = await decisionsBefore(parts, { userId, before, limit: PAST_GAMES });
  const figures = figuresOf(
    games.filter(({ decisions }) => decisions.length > 0),
    past,
    now(),
  );
  if (figures !== null)
    await checks.replaceOne({ _id: userId }, { _id: userId, ...figures }, { upsert: true });
  const others = ratingFlags.flatMap(({ users }) => users);
  const profiles = await fetchProfiles(others, {});
  const nickname = (id: string) => profiles.get(id)?.nickname ?? UNKNOWN_NICKNAME;
  for (const kind of PLAY_FLAGS) await storeFlag(parts, kind, { userId, games, ratingFlags, nickname });
}
