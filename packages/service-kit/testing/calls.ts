import { ApiError } from '@doushouqi/protocol';

/** Returns the id of the `n`th user. */
export function idOf(n: number): string {
  return n.toString(16).padStart(24, '0');
}

/** Resolves to the code of a refusal, or to `done`. */
export function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ApiError) return error.code;
      throw error;
    },
  );
}
