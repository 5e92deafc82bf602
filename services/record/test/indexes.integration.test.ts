import { ROUTES } from '@doushouqi/protocol/server';
import { Types } from 'mongoose';
import { expect, test } from 'vitest';
import { BLUE, RED, testHistories } from './fixtures.ts';
import { gameWonBy } from './games.ts';

const { entries, records, archive, internal } = await testHistories();

test.each([
  ['a game by its source', records, { gameId: 'g' }],
  ['a shared game', records, { shareId: 's' }],
  ['games without entries', records, { filed: null }],
  ['games of entries', records, { _id: { $in: [new Types.ObjectId()] }, owner: RED }],
  ['all entries of a user', entries, { userId: RED }],
  ['part of an export', entries, { userId: RED, _id: { $gt: `${RED}:`, $lt: `${RED}:g` } }],
  ['entries of games', entries, { _id: { $in: [`${RED}:1`] } }],
])('finds %s by an index', async (_, model, filter) => {
  const plan = JSON.stringify(await (model as typeof entries).find(filter).explain('queryPlanner'));
  expect(plan).toContain('IXSCAN');
  expect(plan).not.toContain('COLLSCAN');
});

test('forgets a player by ids and users alone, which have indexes', async () => {
  await archive(gameWonBy('red', 1, [RED, BLUE]));
  const filters: object[] = [];
  entries.db.getClient().on('commandStarted', ({ command }) => {
    const changes = [...(command.updates ?? []), ...(command.deletes ?? [])] as { q: object }[];
    filters.push(...(command.filter ? [command.filter] : []), ...changes.map(({ q }) => q));
  });
  await internal.call(ROUTES.forgetPlayer, { body: { userId: RED, nickname: '游客' } });
  expect(filters.length).toBeGreaterThan(5);
  for (const filter of filters) expect(['_id', 'userId']).toContain(Object.keys(filter)[0]);
});
