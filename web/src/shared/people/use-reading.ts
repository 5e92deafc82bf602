import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { api } from '../../client/api.ts';
import { refreshSocial } from './queries.ts';

/** Before the server is told again that something was read. Milliseconds. */
const RETRY_AFTER = 5_000;

/** Whether the window is in sight and in use. */
function useAttention(): boolean {
  return useSyncExternalStore(
    (notify) => {
      window.addEventListener('focus', notify);
      window.addEventListener('blur', notify);
      document.addEventListener('visibilitychange', notify);
      return () => {
        window.removeEventListener('focus', notify);
        window.removeEventListener('blur', notify);
        document.removeEventListener('visibilitychange', notify);
      };
    },
    () => document.visibilityState === 'visible' && document.hasFocus(),
  );
}

/** Tells the server that what `userId` wrote has been read, once somebody looks at it. `last`: their newest message. */
export function useReading(userId: string, last: string | null): void {
  const client = useQueryClient();
  const looking = useAttention();
  const told = useRef<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt tells again
  useEffect(() => {
    if (!looking || last === null || told.current === last) return;
    let timer: ReturnType<typeof setTimeout>;
    api.readMessages({ params: { userId } }).then(
      () => {
        told.current = last;
        refreshSocial(client, 'friends', 'unread');
      },
      () => {
        timer = setTimeout(() => setAttempt((count) => count + 1), RETRY_AFTER);
      },
    );
    return () => clearTimeout(timer);
  }, [userId, last, looking, client, attempt]);
}
