import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { Chip } from '../../ui/Marks.tsx';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { t } from './texts.ts';

/** Between two questions. Milliseconds. */
const LOOK_AGAIN = 30_000;

interface OnlineCountProps {
  /** With the number of those who play, on screens with room for it. */
  withGames?: boolean;
  className?: string | undefined;
}

/** How many people are online; nothing while that is not known or 0. */
export function OnlineCount({ withGames = false, className }: OnlineCountProps) {
  const { data } = useQuery({
    queryKey: ['online'],
    queryFn: () => api.countOnline(),
    staleTime: LOOK_AGAIN,
    refetchInterval: LOOK_AGAIN,
    retry: false,
  });
  const { data: pools } = useQuery({
    queryKey: ['pools'],
    queryFn: () => api.listPools(),
    staleTime: LOOK_AGAIN,
    refetchInterval: LOOK_AGAIN,
    retry: false,
  });
  const hasGames = !useMedia(MEDIA.phone) && withGames;
  if (!data || data.count === 0) return null;
  return (
    <Chip tone="jade" className={className}>
      {t('people', { count: data.count })}
      {hasGames && pools && pools.playing > 0 && ` · ${t('playing', { count: pools.playing })}`}
    </Chip>
  );
}
