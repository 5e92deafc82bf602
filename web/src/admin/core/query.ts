import { ApiError } from '@doushouqi/protocol';
import { QueryClient, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { logFailure } from '../../client/log.ts';
import { toast } from '../../ui/toast-store.ts';
import { useIsOpen } from './session.ts';
import { t } from './texts.ts';

/** Milliseconds between two loads of what is on the screen. */
const POLL_MS = 20_000;
/** Statuses whose message is written for users. */
const SPOKEN: readonly number[] = [400, 404, 409, 429, 503];

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && SPOKEN.includes(error.status);
}

/** Creates the cache of a session. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (count, error) => count < 1 && !isRefusal(error) },
      // A repetition after minutes without a network would surprise: the operator presses again.
      mutations: { networkMode: 'always' },
    },
  });
}

/** Loads what a screen shows, and loads it again while the screen is open and the session lasts. */
export function useLive<T>(queryKey: QueryKey, queryFn: () => Promise<T>) {
  const enabled = useIsOpen();
  return useQuery({ queryKey, queryFn, enabled, refetchInterval: POLL_MS });
}

/** Shows why an action was not done. The login explains an ended session by itself. */
function report(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return;
  if (error instanceof ApiError && error.code === 'NETWORK') toast.warning(t('action.unanswered'));
  else if (error instanceof ApiError && isRefusal(error)) toast.warning(error.message);
  else {
    logFailure('The action failed', error);
    toast.error(t('action.failed'));
  }
}

interface ActionOptions<Input, Result> {
  call: (input: Input) => Promise<Result>;
  /** Runs after the call, before the screens load again. */
  done?: (result: Result, input: Input) => void;
  /** Runs after a refusal, whose message is shown. */
  refused?: (error: unknown) => void;
}

/**
 * An action of the operator: one at a time, its failure as a toast. Afterwards all that is on the screen is loaded
 * again, also after a refusal: another operator may have been faster.
 */
export function useAction<Input, Result>({ call, done, refused }: ActionOptions<Input, Result>) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: (result, input) => done?.(result, input),
    onError(error) {
      report(error);
      refused?.(error);
    },
    onSettled: () => void queries.invalidateQueries(),
  });
  return {
    isRunning: isPending,
    run: (input: Input) => {
      if (!isPending) mutate(input);
    },
  };
}
