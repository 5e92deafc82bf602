import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Milliseconds in which several events, and the listeners of several components, cause one request. */
const TOGETHER = 150;

/** Key of the keys to load again, stored with the data of the session and removed with it. */
const STALE = ['stale'];

/** Loads the queries of these keys again if a component shows them. */
export function refreshTogether(queries: QueryClient, ...keys: QueryKey[]): void {
  const waiting = queries.getQueryData<QueryKey[]>(STALE);
  queries.setQueryData<QueryKey[]>(STALE, [...(waiting ?? []), ...keys]);
  if (waiting) return;
  setTimeout(() => {
    const batch = queries.getQueryData<QueryKey[]>(STALE) ?? [];
    queries.removeQueries({ queryKey: STALE });
    const once = new Map(batch.map((queryKey) => [JSON.stringify(queryKey), queryKey]));
    for (const queryKey of once.values()) void queries.invalidateQueries({ queryKey });
  }, TOGETHER);
}
