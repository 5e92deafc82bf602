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
  let kept: { answer: Promise<T>; until: number } | null = null;
  return {
    get() {
      if (kept !== null && now() < kept.until) return kept.answer;
      const asked = { answer: ask(), until: now() + ttlMs };
      kept = asked;
      asked.answer.catch(() => {
        if (kept === asked) kept = null;
      });
      return asked.answer;
    },
    forget() {
      kept = null;
    },
  };
}
