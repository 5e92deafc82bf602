import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { loadLetters } from '../../client/letters.ts';
import { letterStore } from '../../client/sanctions.ts';
import { serverNow } from '../../client/time.ts';

/** The letters of the user, also those that arrive while the page is open; `letters` is null until they are loaded. */
export function useLetters() {
  const letters = useStore(letterStore, (state) => state.letters);
  const { isError, isFetching, fetchStatus, refetch } = useQuery({
    queryKey: ['letters'],
    queryFn: loadLetters,
    retry: false,
  });
  return { letters, isAway: isError || fetchStatus === 'paused', isFetching, refetch };
}

/** Interval in which the shown times change. Milliseconds. */
const TICK = 30_000;

/** Returns the server's time, which moves on with the shown times and when a sanction ends. Epoch ms. */
export function useLetterTime(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK);
    return () => clearInterval(timer);
  }, []);
  return Math.max(
    now,
    useStore(letterStore, (state) => state.now),
  );
}
