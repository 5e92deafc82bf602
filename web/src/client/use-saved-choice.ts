import { ApiError, type User } from '@doushouqi/protocol';
import { useState } from 'react';
import { toast } from '../ui/toast-store.ts';
import { session } from './session.ts';

interface ChoicePort<T> {
  /** Lets the user see it. */
  wear: (value: T) => void;
  /** Stores it on the account. @throws whatever kept it from being stored. */
  save: (value: T) => Promise<void>;
}

/**
 * A choice that is worn once the account has it. One is stored after the other, so that the account ends up
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

interface AccountChoice<T> {
  /** What the choice changes about the user. */
  change: (value: T, user: User) => Partial<Omit<User, '_id'>>;
  /** The call that stores it. */
  save: (value: T) => Promise<unknown>;
}

interface Words<T> {
  updated: (value: T) => string;
  /** `reason` is the server's, or that there was no answer. */
  failed: (reason: string | undefined) => string;
}

function start<T>({ change, save }: AccountChoice<T>) {
  const owner = session.store.getState().user?._id;
  return savedChoice<T>({
    wear: (value) => {
      const { user } = session.store.getState();
      // Somebody else may have logged in while the answer was on its way.
      if (user && user._id === owner) session.updateUser(change(value, user));
    },
    save: async (value) => void (await save(value)),
  });
}

/**
 * A setting of the account: `pending` while it is stored, seen once it is, and a message when it is not.
 */
export function useSavedChoice<T>(choice: AccountChoice<T>, { updated, failed }: Words<T>) {
  const [save] = useState(() => start(choice));
  const [pending, setPending] = useState<T>();
  const choose = async (value: T, current: T): Promise<void> => {
    if (value === (pending ?? current)) return;
    setPending(value);
    try {
      if (await save(value)) toast.success(updated(value));
    } catch (error) {
      // A logged-out user has already seen a message.
      if (session.store.getState().user)
        toast.error(failed(error instanceof ApiError ? error.message : undefined));
    }
    setPending((waiting) => (waiting === value ? undefined : waiting));
  };
  return { pending, choose };
}
