/** Work that failed is tried again after this long. Milliseconds. */
const RETRY_MS = 1_000;

/**
 * Brings things into line with how matters stand, by key: `work` looks and acts. What changes while it is at work
 * makes it look once more, so the last look always sees the last state; one key's work never overlaps itself.
 */
export interface Settler {
  /** Something about the key may have changed. */
  poke(key: string): void;
  /** Keys that are being worked on or wait for another try. */
  size(): number;
}

export const createSettler = (
  work: (key: string) => Promise<void>,
  onFailed: (error: unknown, key: string) => void,
): Settler => {
  const states = new Map<string, 'working' | 'poked' | 'waiting'>();

  const run = async (key: string): Promise<void> => {
    do {
      states.set(key, 'working');
      try {
        await work(key);
      } catch (error) {
        onFailed(error, key);
        states.set(key, 'waiting');
        setTimeout(() => void run(key), RETRY_MS).unref();
        return;
      }
    } while (states.get(key) === 'poked');
    states.delete(key);
  };

  return {
    size: () => states.size,
    poke(key) {
      const state = states.get(key);
      if (state === undefined) void run(key);
      else if (state === 'working') states.set(key, 'poked');
    },
  };
};
