import { randomBytes } from 'node:crypto';
import { errorOf } from '@doushouqi/service-kit';
import type { ClientSession } from 'mongoose';
import type { Entry } from '../catalog.ts';
import type { Caller, PuzzleContext } from '../context.ts';
import type { StoredAttempt } from '../models.ts';
import { shareOf } from '../presenters/puzzle.ts';
import type { Outcome } from './settle.ts';

const HOUR_MS = 3_600_000;
/** Lives of attempts: an open one of a user for a day, so that a puzzle can be continued later. */
const LIFE_MS = { user: 24 * HOUR_MS, visitor: HOUR_MS } as const;

/** Returns an id that cannot be guessed: 128 bits. */
export function newId(): string {
  return randomBytes(16).toString('base64url');
}

/** When an attempt or a rush of a caller is removed. */
export function expiryOf(userId: string | null, now: number): Date {
  return new Date(now + LIFE_MS[userId === null ? 'visitor' : 'user']);
}

/** Returns the unique key of a user's open attempt at a puzzle. */
export function openKey(userId: string, puzzleId: string): string {
  return `${userId}:${puzzleId}`;
}

/** Returns the puzzle of an id. Throws PUZZLE_NOT_FOUND. */
export function findPuzzle({ catalog }: Pick<PuzzleContext, 'catalog'>, puzzleId: string): Entry {
  const entry = catalog.find(puzzleId);
  if (entry === undefined) throw errorOf('PUZZLE_NOT_FOUND');
  return entry;
}

/**
 * Returns the caller's attempt and its puzzle. The attempt of a visitor belongs to callers who know its id. Throws
 * ATTEMPT_NOT_FOUND.
 */
export async function findOwn(
  { attempts, catalog, now }: Pick<PuzzleContext, 'attempts' | 'catalog' | 'now'>,
  caller: Caller,
  attemptId: string,
  session: ClientSession | null = null,
): Promise<{ attempt: StoredAttempt; entry: Entry }> {
  const attempt = await attempts.findById(attemptId).session(session).lean();
  const isOwn = attempt !== null && (attempt.userId === null || attempt.userId === caller?.userId);
  // The store removes expired documents once a minute.
  if (!isOwn || attempt.expiresAt.getTime() <= now()) throw errorOf('ATTEMPT_NOT_FOUND');
  return { attempt, entry: findPuzzle({ catalog }, attempt.puzzleId) };
}

/** Returns the fields of an attempt that has ended. Its key is free for the next one. */
export function endOf(
  { _id, startedAt }: Pick<StoredAttempt, '_id' | 'startedAt'>,
  { verdict, stats, solver }: Outcome,
  now: number,
): Pick<StoredAttempt, 'key' | 'isDone' | 'result'> {
  const result = {
    atOnce: verdict === 'solved' || verdict === 'hasty',
    tookMs: Math.max(0, now - startedAt),
    rating: Math.round(stats.rating),
    plays: stats.plays,
    solvedAtOnce: shareOf(stats),
    streak: solver && { ...solver.streak },
  };
  return { key: _id, isDone: true, result };
}
