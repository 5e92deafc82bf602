import type { QueryClient, QueryKey } from '@tanstack/react-query';

const waiting = new Set<string>();

/**
 * Loads the queries of a key again, once however many components ask at the same event: each has the listener, and a
 * second request would only end the first.
 */
export function refreshOnce(queries: QueryClient, queryKey: QueryKey): void {
  const name = JSON.stringify(queryKey);
  if (waiting.has(name)) return;
  waiting.add(name);
  queueMicrotask(() => {
    waiting.delete(name);
    void queries.invalidateQueries({ queryKey });
  });
}
