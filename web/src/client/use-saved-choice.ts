import { ApiError, type User } from '@doushouqi/protocol';
import { useState } from 'react';
import { toast } from '../ui/toast-store.ts';
import { session } from './session.ts';

interface ChoicePort<T> {
  /** Applies the choice on this page. */
  apply: (value: T) => void;
  /** Stores the choice in the account. @throws the error of the request. */
  save: (value: T) => Promise<void>;
}

/**
 * A choice that is applied once the account stores it. Choices are stored one after the other, so that the account
 * ends
 * up with the last one; choices replaced while they wait are never sent.
 *
 * Returns `choose(value)`, which resolves to whether the value was stored and is still the current choice, and
 * rejects
 * with the error of `save` if the last choice was not stored.
 */
export function savedChoice<T>({ apply, save }: ChoicePort<T>) {
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
      apply(value);
      return mine === latest;
    };
    const result = queue.then(store);
    queue = result.catch(() => {});
    return result;
  };
}

interface AccountChoice<T> {
  /** The change of the user. */
  change: (value: T, user: User) => Partial<Omit<User, '_id'>>;
  /** The request that stores it. */
  save: (value: T) => Promise<unknown>;
}

interface Words<T> {
  updated: (value: T) => string;
  /** `reason`: the server's message, or undefined without a reply. */
  failed: (reason: string | undefined) => string;
}

function start<T>({ change, save }: AccountChoice<T>) {
  const owner = session.store.getState().user?._id;
  return savedChoice<T>({
    apply: (value) => {
      const { user } = session.store.getState();
      // Another user may have logged in before the reply.
      if (user && user._id === owner) session.updateUser(change(value, user));
    },
    save: async (value) => void (await save(value)),
  });
}

/** A setting of the account: `pending` while it is being stored, applied once it is, with a message on failure. */
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
