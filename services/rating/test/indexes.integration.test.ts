import { idOf } from '@doushouqi/service-kit/testing';
import type { Model } from 'mongoose';
import { expect, test } from 'vitest';
import { testRating } from './fixtures.ts';

const { ratings, games, conducts, flags } = await testRating();
const user = idOf(1);

test.each<[string, unknown, object, object?]>([
  ['ratings of users', ratings, { _id: { $in: [`${user}:fast`] } }],
  ['ranked players', ratings, { class: 'fast', deviation: { $lt: 110 } }],
  ['a rated game', games, { _id: 'game' }],
  ['last games of a user', games, { players: user }, { endTime: -1 }],
  ['last games of a user in a class', games, { players: user, class: 'fast' }, { endTime: -1 }],
  ['games of a day', games, { players: user, class: 'fast', endTime: { $gte: 1, $lt: 2 } }],
  ['games of two users', games, { pair: 'a:b' }, { endTime: -1 }],
  ['their games of a day', games, { pair: 'a:b', endTime: { $gte: 1, $lt: 2 } }],
  ['paused users', conducts, { pauseUntil: { $gt: 1 } }],
  ['the conduct of players', conducts, { _id: { $in: [user] } }],
  ['a flag', flags, { _id: 'repeated_pair' }],
  ['last flags of a kind', flags, { kind: 'early_pair', at: { $gt: 1 } }],
])('finds %s by an index', async (_, model, filter, sort) => {
  const found = (model as Model<object>).find(filter);
  const plan = JSON.stringify(await (sort ? found.sort(sort as never) : found).explain('queryPlanner'));
  expect(plan).toContain('IXSCAN');
  expect(plan).not.toMatch(/COLLSCAN|"SORT"/);
});
