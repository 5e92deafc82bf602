import { idOf } from '@doushouqi/service-kit/testing';
import type { Model } from 'mongoose';
import { expect, test } from 'vitest';
import { testSocial } from './fixtures.ts';

const { context } = await testSocial();
const { friendships, requests, blocks, messages, unread, subscriptions } = context;
const user = idOf(1);

// A missing collection has no plan, and this one has no index but its ids.
await unread.create({ _id: `${user}:a`, other: 'a', count: 1 });

test.each<[string, unknown, object, object?]>([
  ['friends', friendships, { users: user }],
  ['requests to a user', requests, { to: user }, { at: -1 }],
  ['requests by a user', requests, { from: user }, { at: -1 }],
  ['requests of two users', requests, { _id: { $in: ['a:b', 'b:a'] } }],
  ['blocks by a user', blocks, { by: user, whom: { $ne: idOf(2) } }, { at: -1 }],
  ['messages of two users', messages, { pair: 'a:b', _id: { $lt: 'f'.repeat(24) } }, { _id: -1 }],
  ['last messages to a user', messages, { fromId: user, toId: idOf(2) }, { n: -1 }],
  ['messages by a user', messages, { fromId: user }],
  ['unread messages of a reader', unread, { _id: { $gte: `${user}:`, $lt: `${user};` } }],
  ['devices of a user', subscriptions, { userId: user }, { at: -1 }],
  ['devices that are called at a turn', subscriptions, { userId: user, 'kinds.turn': true }],
  ['a browser', subscriptions, { endpoint: 'https://push.test', _id: { $ne: 's' } }],
])('finds %s by an index', async (_, model, filter, sort) => {
  const found = (model as Model<object>).find(filter);
  const plan = JSON.stringify(await (sort ? found.sort(sort as never) : found).explain('queryPlanner'));
  expect(plan).toContain('IXSCAN');
  expect(plan).not.toMatch(/COLLSCAN|"SORT"/);
});
