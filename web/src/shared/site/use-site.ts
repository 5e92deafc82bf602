import type { SiteNotice } from '@doushouqi/protocol';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** Interval of requests. An event of the connection asks sooner. Milliseconds. */
const REFRESH = 60_000;

/** Keys of all that the operators set. */
export const SITE_KEYS = [['site'], ['lobby', 'info'], ['ways'], ['pools']] as const;

/** Returns what the operators set for all pages; undefined until it is loaded, which waits for `enabled`. */
export function useSite(enabled = true): SiteNotice | undefined {
  return useQuery({
    enabled,
    queryKey: SITE_KEYS[0],
    queryFn: () => api.getSite(),
    staleTime: REFRESH / 2,
    refetchInterval: REFRESH,
    retry: false,
  }).data;
}
