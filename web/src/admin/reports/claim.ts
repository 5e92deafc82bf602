import { useEffect } from 'react';
import { api } from '../core/api.ts';
import { useAction } from '../core/query.ts';
import { useIsOpen } from '../core/session.ts';

/** Claims last 10 minutes; an open case renews its own. Milliseconds. */
const RENEW_MS = 4 * 60_000;

/** Reserves a case and gives it back. A reserved case stays so while it is open. */
export function useClaim(userId: string, isMine: boolean) {
  const isOpen = useIsOpen();
  const { run, isRunning } = useAction({
    call: (on: boolean) => api.claimCase({ params: { userId }, body: { on } }),
  });
  useEffect(() => {
    if (!isMine || !isOpen) return;
    const renew = () => {
      api.claimCase({ params: { userId }, body: { on: true } }).catch(() => {
        // The case shows who has it when it loads again.
      });
    };
    const timer = setInterval(renew, RENEW_MS);
    return () => clearInterval(timer);
  }, [userId, isMine, isOpen]);
  return { claim: () => run(true), release: () => run(false), isRunning };
}

export type Claim = ReturnType<typeof useClaim>;
