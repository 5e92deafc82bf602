import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { refreshTogether } from './refresh.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('queries of a key are loaded again once for the events that come together', () => {
  vi.useFakeTimers();
  const queries = new QueryClient();
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  const loaded = () => {
    vi.advanceTimersByTime(200);
    return invalidate.mock.calls.splice(0).map(([filters]) => filters?.queryKey);
  };
  refreshTogether(queries, ['a'], ['b']);
  refreshTogether(queries, ['a']);
  expect(loaded()).toEqual([['a'], ['b']]);
  refreshTogether(queries, ['a']);
  expect(loaded()).toEqual([['a']]);
  queries.clear();
});
