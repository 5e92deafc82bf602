import type { PublicUser } from '@doushouqi/protocol';
import { beforeEach, expect, test } from 'vitest';
import { createProfiles, type Profiles } from './profiles.ts';

const USER = 'a'.repeat(24);
const START = 1_800_000_000_000;
let clock: number;
let asked: (readonly string[])[];
let answer: () => Promise<PublicUser[]>;
let profiles: Profiles;
async function nicknameOf(userId: string) {
  return (await profiles(userId)).nickname;
}
beforeEach(() => {
  [clock, asked] = [START, []];
  answer = async () => [{ _id: USER, nickname: '小象', avatar: 'default.png' }];
  profiles = createProfiles({
    fetchProfiles: async (ids) => {
      asked.push(ids);
      return new Map((await answer()).map((user) => [user._id, { ...user, username: 'u' }]));
    },
    now: () => clock,
  });
});

test('concurrent calls share one request, and an expired name is requested again', async () => {
  expect(await Promise.all([nicknameOf(USER), nicknameOf(USER)])).toEqual(['小象', '小象']);
  clock = START + 59_999;
  expect(await nicknameOf(USER)).toBe('小象');
  expect(asked).toEqual([[USER]]);
  clock = START + 60_001;
  answer = async () => [{ _id: USER, nickname: '大象', avatar: 'default.png' }];
  expect(await nicknameOf(USER)).toBe('大象');
});

test.each([
  ['auth is away', () => Promise.reject(new Error('away'))],
  ['auth has no such user', async () => []],
])('returns a placeholder for a short time while %s', async (_, failing) => {
  answer = failing;
  expect([await nicknameOf(USER), await nicknameOf(USER)]).toEqual(['未知棋手', '未知棋手']);
  expect(asked).toHaveLength(1);
  answer = async () => [{ _id: USER, nickname: '小象', avatar: 'default.png' }];
  clock = START + 5_001;
  expect(await nicknameOf(USER)).toBe('小象');
});

test('evicts the oldest name when the cache is full', async () => {
  const ids = Array.from({ length: 10_001 }, (_, n) => n.toString(16).padStart(24, '0'));
  for (const id of ids) await nicknameOf(id);
  await nicknameOf(ids.at(-1)!);
  expect(asked).toHaveLength(10_001);
  await nicknameOf(ids[0]!);
  expect(asked).toHaveLength(10_002);
});
