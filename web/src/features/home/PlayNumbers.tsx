import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Hero.module.css';
import { t } from './texts.ts';

/** Interval of requests. Milliseconds. */
const POLL_INTERVAL = 10_000;

/** Returns the number of users who wait in all pools and of running games; undefined until loaded. */
function usePlayNumbers() {
  return useQuery({
    queryKey: ['play-numbers'],
    queryFn: async () => {
      const { pools, playing } = await api.listPools();
      const waiting = pools.reduce((sum, pool) => sum + pool.waiting, 0);
      return { waiting, games: Math.ceil(playing / 2) };
    },
    staleTime: POLL_INTERVAL,
    refetchInterval: POLL_INTERVAL,
    retry: false,
  }).data;
}

export function WaitingNumber() {
  const count = usePlayNumbers()?.waiting ?? 0;
  return count > 0 ? <small className="tabular">{t('waitingCount', { count })}</small> : null;
}

export function PlayingNumber() {
  const count = usePlayNumbers()?.games ?? 0;
  return count > 0 ? (
    <li>
      <Link to="/watch" className={styles.way}>
        <Icon name="eye" />
        {t('playingCount', { count })}
      </Link>
    </li>
  ) : null;
}
