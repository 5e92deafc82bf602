interface ChoicePort<T> {
  /** Lets the user see it. */
  wear: (value: T) => void;
  /** Stores it on the account. @throws whatever kept it from being stored. */
  save: (value: T) => Promise<void>;
}

/**
 * A choice that is worn once the account has it (spec §4). One is stored after the other, so that the account ends up
 * with the last; those that were overtaken while they waited are never sent.
 *
 * Returns `choose(value)`, which resolves to whether the value was stored and is still the choice.
 * @throws (rejects with) the error of `save` when the last choice was not stored.
 */
export function savedChoice<T>({ wear, save }: ChoicePort<T>) {
  let queue: Promise<unknown> = Promise.resolve();
  let latest = 0;

  return (value: T): Promise<boolean> => {
    const mine = ++latest;
    const store = async (): Promise<boolean> => {
      if (mine !== latest) return false;
      try {
        await save(value);
      } catch (error) {
        if (mine !== latest) return false;
        throw error;
      }
      wear(value);
      return mine === latest;
    };
    const result = queue.then(store);
    queue = result.catch(() => {});
    return result;
  };
}
