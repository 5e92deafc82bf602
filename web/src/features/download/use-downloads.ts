import { DOWNLOAD_SYSTEMS, type PingReply } from '@doushouqi/protocol/analysis';
import { useQuery } from '@tanstack/react-query';
import { listDownloads } from '../../engine/downloads.ts';
import { pingService } from '../../engine/local-service.ts';

/** How often the service is looked for. Milliseconds. */
const PING_EVERY = 5_000;

/** How often missing programs are looked for: a build shows each one as it is done. Milliseconds. */
const LIST_EVERY = 15_000;

/** The programs that this site offers, loaded again until there is one for each system. */
export function useDownloads() {
  return useQuery({
    queryKey: ['downloads'],
    queryFn: listDownloads,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data?.files.length === DOWNLOAD_SYSTEMS.length ? false : LIST_EVERY,
    retry: false,
  });
}

/** Whether the service of this machine answers; undefined before it was asked. */
export function useService(): { reply: PingReply | null | undefined; isLooking: boolean; again: () => void } {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['analysis-service'],
    queryFn: pingService,
    // It is on this machine: no network is needed.
    networkMode: 'always',
    refetchInterval: PING_EVERY,
    retry: false,
  });
  return { reply: data, isLooking: isFetching, again: () => void refetch() };
}
