import type { Db } from 'mongodb';
import { recalculateRatings } from './recalculate-ratings.ts';

interface Flag {
  kind: string;
  users: string[];
  games: string[];
  at: number;
}

const SHOWN = 200;

/** Returns a line for each flagged account, newest first. Flags have no automatic effect. */
export async function listFlags(db: Db): Promise<string[]> {
  const flags = await db.collection<Flag>('flags').find().sort({ at: -1 }).limit(SHOWN).toArray();
  const lines = flags.map(
    ({ kind, users, games, at }) =>
      `${new Date(at).toISOString()}  ${kind}  ${users.join(' ')}  games: ${games.join(' ')}`,
  );
  return [...lines, `${flags.length} flags`];
}

/**
 * Rates every game in the original order and compares with the stored values, which `write` replaces. Returns lines
 * to print, and whether stored values are wrong now.
 */
export async function rerate(db: Db, write: boolean): Promise<{ lines: string[]; isWrong: boolean }> {
  const { games, accounts, differences } = await recalculateRatings(db, { write });
  const verdict = differences.length === 0 ? 'same' : write ? 'replaced' : 'different';
  return {
    lines: [...differences, `${games} games, ${accounts.size} ratings: ${verdict}`],
    isWrong: verdict === 'different',
  };
}
