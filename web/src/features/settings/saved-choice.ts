interface ChoicePort<T> {
  /** Lets the user see it. */
  wear: (value: T) => void;
  /** Stores it on the account. @throws whatever kept it from being stored. */
  save: (value: T) => Promise<void>;
}

/**
 * A choice that is seen at once and stored behind it. One is stored after the other, so that the account ends up
 * with the last; those that were overtaken while they waited are never sent. When the last one cannot be stored,
 * what the account has is worn again.
 *
 * Returns `choose(value, current)`, which resolves to whether the value was stored and is still the choice.
 * @throws (rejects with) the error of `save` when the last choice was not stored.
 */
export function savedChoice<T>({ wear, save }: ChoicePort<T>) {
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let latest = 0;
  let stored: T;

  return (value: T, current: T): Promise<boolean> => {
    const mine = ++latest;
    if (waiting === 0) stored = current;
    waiting += 1;
    wear(value);
    const store = async (): Promise<boolean> => {
      try {
        if (mine !== latest) return false;
        await save(value);
        stored = value;
        if (mine !== latest) return false;
        // News of the account that were older may have changed it back meanwhile.
        wear(value);
        return true;
      } catch (error) {
        if (mine !== latest) return false;
        wear(stored);
        throw error;
      } finally {
        waiting -= 1;
      }
    };
    const result = queue.then(store);
    queue = result.catch(() => {});
    return result;
  };
}
