import { afterAll, expect, test } from 'vitest';
import { idOf, SERVICE_TOKEN, startProfiles } from '../testing/index.ts';
import { createInternalClient } from './internal.ts';
import { createFetchProfiles } from './profiles.ts';

const auth = await startProfiles();
afterAll(() => auth.stop());
const fetchProfiles = createFetchProfiles(createInternalClient({ baseUrl: auth.url, token: SERVICE_TOKEN }));

test('fetches any number of users, each once, without those that auth does not know', async () => {
  const ids = Array.from({ length: 150 }, (_, n) => idOf(n + 1));
  for (const _id of ids) auth.users.set(_id, { _id, username: `u${_id}`, nickname: '象', avatar: 'rat.png' });
  auth.online.add(ids[120]!);
  const found = await fetchProfiles([...ids, ...ids, idOf(900)], { presence: true });
  expect([...found.keys()].toSorted()).toEqual(ids.toSorted());
  expect([found.get(ids[0]!)?.isOnline, found.get(ids[120]!)?.isOnline]).toEqual([false, true]);
  expect(auth.calls()).toBe(2);
  expect(await fetchProfiles([])).toEqual(new Map());
  expect(auth.calls()).toBe(2);
});
