export interface Cached<T> {
  /**
   * Returns the cached answer while it is fresh, else a new one. Rejects as the question does; failures are not
   * cached.
   */
  get(): Promise<T>;
  /** Drops the cached answer: the next caller gets a new one, even while a request is in progress. */
  forget(): void;
}

interface CachedOptions<T> {
  ask: () => Promise<T>;
  /** Maximum age of an answer. Milliseconds. */
  ttlMs: number;
  /** Epoch ms. */
  now: () => number;
}

/** Caches the result of `ask` for `ttlMs`; concurrent callers share one request. */
export function createCached<T>({ ask, ttlMs, now }: CachedOptions<T>): Cached<T> {
  let cached: { answer: Promise<T>; until: number } | null = null;
  return {
    get() {
      if (cached !== null && now() < cached.until) return cached.answer;
      const asked = { answer: ask(), until: now() + ttlMs };
      cached = asked;
      asked.answer.catch(() => {
        if (cached === asked) cached = null;
      });
      return asked.answer;
    },
    forget() {
      cached = null;
    },
  };
}
