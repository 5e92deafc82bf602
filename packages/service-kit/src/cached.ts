export interface Cached<T> {
  /** The last answer while it is fresh, else a new one. Rejects as the question does; a failure is not kept. */
  get(): Promise<T>;
  /** The next who asks gets a new answer, whatever is under way. */
  forget(): void;
}

interface CachedOptions<T> {
  ask: () => Promise<T>;
  /** How old an answer may get. Milliseconds. */
  ttlMs: number;
  /** Epoch ms. */
  now: () => number;
}

/** Asks at most once in `ttlMs`, however many want to know. */
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
