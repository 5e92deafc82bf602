import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { api } from '../../client/api.ts';
import { searchStore } from './search.ts';
import type { Search } from './search-state.ts';

export function useSearch(): Search {
  return useStore(searchStore, ({ search }) => search);
}

/** Milliseconds between two reads of the time, so that every second is shown. */
const TICK = 250;

/** The time of this device, epoch ms; renders once a second. */
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

/** Milliseconds between two requests for the visible pools. */
const REFETCH_INTERVAL = 3_000;

/** Numbers of waiting and playing users in each pool. */
export function usePools(enabled = true) {
  return useQuery({
    queryKey: ['pools'],
    enabled,
    queryFn: () => api.listPools(),
    staleTime: REFETCH_INTERVAL,
    refetchInterval: REFETCH_INTERVAL,
    retry: false,
  });
}
