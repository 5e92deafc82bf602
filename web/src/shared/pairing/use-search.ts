import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { api } from '../../client/api.ts';
import { searchStore } from './search.ts';
import type { Search } from './search-state.ts';

export function useSearch(): Search {
  return useStore(searchStore, ({ search }) => search);
}

/** How often it is looked at, so that no second is skipped. Milliseconds. */
const TICK = 250;

/** The time by this device, epoch ms, as long as it is needed; drawn once a second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      const next = Date.now();
      setNow((before) => (Math.floor(before / 1000) === Math.floor(next / 1000) ? before : next));
    }, TICK);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Between two looks at the pools while they are on the screen. Milliseconds. */
const LOOK_AGAIN = 3_000;

/** How many wait and play in each pool. */
export function usePools() {
  return useQuery({
    queryKey: ['pools'],
    queryFn: () => api.listPools(),
    staleTime: LOOK_AGAIN,
    refetchInterval: LOOK_AGAIN,
    retry: false,
  });
}
