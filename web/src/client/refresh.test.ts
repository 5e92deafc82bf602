import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { refreshOnce } from './refresh.ts';

test('queries of a key are loaded again once at each event', async () => {
  const queries = new QueryClient();
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  const event = async (...keys: string[]) => {
    for (const key of keys) refreshOnce(queries, [key]);
    await Promise.resolve();
    return invalidate.mock.calls.splice(0).map(([filters]) => filters?.queryKey);
  };
  expect(await event('a', 'b', 'a')).toEqual([['a'], ['b']]);
  expect(await event('a')).toEqual([['a']]);
});
