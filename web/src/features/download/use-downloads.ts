import { type DownloadsManifest, downloadsManifest, type PingReply } from '@doushouqi/protocol/analysis';
import { useQuery } from '@tanstack/react-query';
import { pingService } from '../../engine/local-service.ts';

/** How often the service is looked for. Milliseconds. */
const PING_EVERY = 5_000;

/** What can be downloaded; null where this server has nothing. @throws where that cannot be known */
async function listDownloads(): Promise<DownloadsManifest | null> {
  const answer = await fetch('/downloads/manifest.json');
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`downloads: ${answer.status}`);
  return downloadsManifest.parse(await answer.json());
}

export function useDownloads() {
  return useQuery({ queryKey: ['downloads'], queryFn: listDownloads, retry: false });
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
