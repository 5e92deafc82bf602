import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { api } from '../../client/api.ts';
import { pairingCall } from '../../client/pairing-call.ts';

/** Interval of requests. Milliseconds. */
const POLL_INTERVAL = 10_000;

/** Returns the number of others who wait in all pools and of running games; undefined until loaded. */
export function usePlayNumbers() {
  const isWaiting = useStore(pairingCall, (call) => call.isWaiting);
  const { data } = useQuery({
    queryKey: ['play-numbers'],
    queryFn: async () => {
      const { pools, playing } = await api.listPools();
      const waiting = pools.reduce((sum, pool) => sum + pool.waiting, 0);
      return { waiting, games: Math.ceil(playing / 2) };
    },
    staleTime: POLL_INTERVAL,
    refetchInterval: POLL_INTERVAL,
    retry: false,
  });
  return data && { ...data, waiting: Math.max(0, data.waiting - (isWaiting ? 1 : 0)) };
}
