import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { Chip } from '../../ui/Marks.tsx';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { t } from './texts.ts';

/** Milliseconds between two requests. */
const REFETCH_INTERVAL = 30_000;

interface OnlineCountProps {
  /** Includes the number of playing users, if there is space. */
  withGames?: boolean;
  className?: string | undefined;
}

/** Returns the number of users online; 0 while it is unknown. */
export function useOnlineCount(): number {
  const { data } = useQuery({
    queryKey: ['online'],
    queryFn: () => api.countOnline(),
    staleTime: REFETCH_INTERVAL,
    refetchInterval: REFETCH_INTERVAL,
    retry: false,
  });
  return data?.count ?? 0;
}

/** Number of users online; hidden while it is unknown or 0. */
export function OnlineCount({ withGames = false, className }: OnlineCountProps) {
  const count = useOnlineCount();
  const { data: pools } = useQuery({
    queryKey: ['pools'],
    queryFn: () => api.listPools(),
    staleTime: REFETCH_INTERVAL,
    refetchInterval: REFETCH_INTERVAL,
    retry: false,
  });
  const hasGames = !useMedia(MEDIA.phone) && withGames;
  if (count === 0) return null;
  return (
    <Chip tone="jade" className={className}>
      {t('people', { count })}
      {hasGames && pools && pools.playing > 0 && ` · ${t('playing', { count: pools.playing })}`}
    </Chip>
  );
}
