export interface Kept<T> {
  /** The last answer while it is fresh, else a new one. Rejects as the question does; a failure is not kept. */
  get(): Promise<T>;
  /** The next who asks gets a new answer, whatever is under way. */
  forget(): void;
}

interface KeptOptions<T> {
  ask: () => Promise<T>;
  /** How old an answer may get. Milliseconds. */
  forMs: number;
  /** Epoch ms. */
  now: () => number;
}

/** Asks at most once in `forMs`, however many want to know. */
export function createKept<T>({ ask, forMs, now }: KeptOptions<T>): Kept<T> {
  let kept: { answer: Promise<T>; until: number } | null = null;
  return {
    get() {
      if (kept !== null && now() < kept.until) return kept.answer;
      const asked = { answer: ask(), until: now() + forMs };
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
