import { startTestStore } from '@doushouqi/service-kit/testing';
import { MongoClient } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { listNames } from '../src/accounts/names.ts';

const store = await startTestStore();
const client = await MongoClient.connect(store.url);
afterAll(async () => {
  await client.close();
  await store.stop();
});

it('finds an account by its username, its nickname and an earlier nickname', async () => {
  const db = client.db();
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  await db.collection('users').insertMany([
    {
      username: 'ShanJun',
      usernameLower: 'shanjun',
      nickname: '山君',
      createdAt: at(1),
      formerNicknames: [{ nickname: '小虎', until: at(9) }],
    },
    { username: '', usernameLower: 'guest:1', nickname: '小豹 2718', createdAt: at(2) },
  ]);
  const line = expect.stringMatching(/ {2}ShanJun {2}since 2026-01-01 {2}小虎 \(until 2026-01-09\) → 山君$/);
  for (const name of ['SHANJUN', '山君', '小虎'])
    expect(await listNames(db, name)).toEqual([line, '1 accounts']);
  expect(await listNames(db, '小豹 2718')).toEqual([expect.stringContaining('guest'), '1 accounts']);
  expect(await listNames(db, '苍狼')).toEqual(['0 accounts']);
});
