import { ApiError } from '@doushouqi/protocol';

/** An id that the `n`th user has. */
export function idOf(n: number): string {
  return n.toString(16).padStart(24, '0');
}

/** The code of a refusal, or `done`. */
export function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ApiError) return error.code;
      throw error;
    },
  );
}
