import type { Member, World } from '@doushouqi/e2e';
import { connectMongo } from '@doushouqi/service-kit';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Scores of the games of a player, by place; the last one repeats. */
const SCORES = [
  [2, 2, 4, 4, 4, 4, 4, 4],
  [2, 2, 4, 4, 0, 2, 2, 4],
  [2, 2, 4, 0, 2, 2, 4],
  [0, 2, 2, 4, 4, 0, 2],
  [0, 2, 2, 0, 1, 2, 0],
] as const;

function sumOf(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0);
}

function arena(id: string, changes: object) {
  return {
    ...{
      slot: id,
      kind: 'arena',
      description: '',
      rated: true,
      levels: null,
      isPrivate: false,
      hasBots: false,
    },
    ...{
      timeControl: { initial: 5, increment: 3 },
      createdBy: null,
      minutes: 90,
      rounds: null,
      checkIn: false,
    },
    ...{ breakMs: MINUTE, endedAt: null, champion: null, round: 0, players: 0, standings: [] },
    ...changes,
  };
}

/**
 * Stores an arena of `viewer` that begins in four days, and one that the members have ended, best first. Repeating it changes
 * nothing.
 */
export async function storeArenas(
  { mongodbUrl }: Pick<World['site'], 'mongodbUrl'>,
  viewer: Member,
  members: readonly Member[],
): Promise<{ coming: string; ended: string }> {
  const now = Date.now();
  const standings = members.map(({ user }, place) => {
    const scores = [...SCORES[Math.min(place, SCORES.length - 1)]!];
    const wins = scores.filter((score) => score > 1).length;
    const draws = scores.filter((score) => score === 1).length;
    return {
      ...{
        userId: user._id,
        rating: 1_900 - 60 * place,
        status: 'active',
        points: sumOf(scores),
        wins,
        draws,
      },
      ...{ losses: scores.length - wins - draws, scores, streak: place === 0 ? 8 : 0 },
      performance: 2_000 - 55 * place,
    };
  });
  const documents = [
    arena('look-coming', {
      ...{ name: '象棋手的慢时光', description: '慢慢下，喝口茶。', startsAt: now + 4 * DAY },
      ...{ levels: { min: 4, max: 18 }, createdBy: viewer.user._id },
    }),
    arena('look-ended', {
      ...{
        name: '周三小擂台',
        startsAt: now - 3 * 60 * MINUTE,
        endedAt: now - 90 * MINUTE,
        players: members.length,
      },
      ...{ champion: members[0]!.user._id, standings },
    }),
  ];
  const store = await connectMongo(mongodbUrl);
  const tournaments = store.collection<{ _id: string }>('tournaments');
  for (const { slot, ...fields } of documents)
    await tournaments.updateOne({ _id: slot }, { $setOnInsert: { slot, ...fields } }, { upsert: true });
  await store.close();
  return { coming: '/tournament/look-coming', ended: '/tournament/look-ended' };
}
