import { type Decision, packDecisions, unpackDecisions } from '@doushouqi/fair-play';
import { isDuplicate } from '@doushouqi/service-kit';
import type { ModerationContext } from '../context.ts';
import { JUDGE_VERSION, type JudgedSides } from './judge.ts';

/** For how long a game is reserved for the process that judges it, which renews this. Milliseconds. */
const LEASE_MS = 60_000;
const RENEW_MS = 20_000;

type Parts = Pick<ModerationContext, 'judged' | 'now'>;

/** Returns the decisions of a user by game, of those games that are judged. */
export async function decisionsIn(
  { judged }: Pick<Parts, 'judged'>,
  userId: string,
  gameIds: readonly string[],
): Promise<ReadonlyMap<string, Decision[]>> {
  const found = await judged.find({ _id: { $in: [...gameIds] }, version: JUDGE_VERSION }).lean();
  return new Map(found.map((one) => [one._id, decisionsOfUser(one, userId)]));
}

function decisionsOfUser(
  { players, red, blue }: { players: string[]; red: number[]; blue: number[] },
  userId: string,
): Decision[] {
  return unpackDecisions(players[0] === userId ? red : blue);
}

/** Returns the decisions of a user in the last judged games before a time (epoch ms), by game, newest first. */
export async function decisionsBefore(
  { judged }: Pick<Parts, 'judged'>,
  { userId, before, limit }: { userId: string; before: number; limit: number },
): Promise<Decision[][]> {
  const found = await judged
    .find({ players: userId, at: { $lt: new Date(before) }, version: JUDGE_VERSION })
    .sort({ at: -1 })
    .limit(limit)
    .lean();
  return found.map((one) => decisionsOfUser(one, userId));
}

export interface GameToJudge {
  gameId: string;
  /** Epoch ms. */
  at: number;
  players: [string, string];
}

/** Reserves a game for this process. Returns false if another one judges it or has judged it. */
export async function claimGame(
  { judged, now }: Parts,
  { gameId, at, players }: GameToJudge,
): Promise<boolean> {
  const free = { _id: gameId, version: { $ne: JUDGE_VERSION }, leaseUntil: { $lte: now() } };
  const claimed = { leaseUntil: now() + LEASE_MS, at: new Date(at), players };
  const empty = { version: 0, red: [], blue: [] };
  try {
    await judged.updateOne(free, { $set: claimed, $setOnInsert: empty }, { upsert: true });
    return true;
  } catch (error) {
    // The document exists and is not free, so the upsert would have added a second one.
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Renews the lease of a game while a process judges it. */
export async function keepingClaim<T>(
  { judged, now }: Parts,
  gameId: string,
  work: () => Promise<T>,
): Promise<T> {
  const renewing = setInterval(() => {
    const renewed = { $set: { leaseUntil: now() + LEASE_MS } };
    // After a failure the next one does it.
    judged.updateOne({ _id: gameId, version: { $ne: JUDGE_VERSION } }, renewed).catch(() => undefined);
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}

/** Gives a reserved game back that was not judged. */
export async function releaseGame({ judged }: Pick<Parts, 'judged'>, gameId: string): Promise<void> {
  await judged.updateOne({ _id: gameId, version: { $ne: JUDGE_VERSION } }, { $set: { leaseUntil: 0 } });
}

/** Stores the decisions of both sides. */
export async function storeJudged(
  { judged }: Pick<Parts, 'judged'>,
  gameId: string,
  { red, blue }: JudgedSides,
): Promise<void> {
  const decisions = { red: packDecisions(red), blue: packDecisions(blue) };
  await judged.updateOne({ _id: gameId }, { $set: { version: JUDGE_VERSION, ...decisions } });
}
