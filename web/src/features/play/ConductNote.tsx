import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import { useOwnPairing } from '../../shared/pairing/challenges.ts';
import { t } from '../../shared/pairing/texts.ts';
import { clockText, minutesText, roughTime } from '../../shared/pairing/time-text.ts';
import { useNow } from '../../shared/pairing/use-now.ts';
import { patience, RATINGS } from '../../shared/ratings/queries.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Pools.module.css';

/** That nobody is looked for before the end of a pause, or what would bring one: it is told in advance. */
export function ConductNote() {
  const userId = useSession(({ user }) => user?._id);
  const until = useOwnPairing().data?.pause?.until;
  if (userId === undefined) return null;
  return until === undefined ? <Warning userId={userId} /> : <Pause until={until} />;
}

function Warning({ userId }: { userId: string }) {
  const { data } = useQuery({
    queryKey: [...RATINGS, userId, 'conduct'],
    queryFn: () => api.getConduct(),
    ...patience,
  });
  if (!data?.warning || data.nextPause === 0) return null;
  return (
    <p role="status" className={styles.pause}>
      <Icon name="warning" />
      {t('conduct.warning', {
        what: t(`conduct.${data.warning}`),
        time: roughTime(data.nextPause),
      })}
    </p>
  );
}

function Pause({ until }: { until: number }) {
  const now = useNow();
  if (now >= until) return null;
  return (
    <p role="status" className={styles.pause}>
      <Icon name="pause" />
      {t('bar.paused')} · {t('bar.pausedHint', { time: clockText(until) })}，
      <span aria-hidden="true" className="tabular">
        {t('bar.pausedLeft', { time: minutesText((until - now) / 1000 + 0.99) })}
      </span>
    </p>
  );
}
