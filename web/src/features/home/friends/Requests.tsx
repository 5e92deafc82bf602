import type { FoundUser } from '@doushouqi/protocol';
import { failureText } from '../../../shared/people/failure.ts';
import { NameCard } from '../../../shared/people/NameCard.tsx';
import { useRequests } from '../../../shared/people/queries.ts';
import { t } from '../../../shared/people/texts.ts';
import { usePeople } from '../../../shared/people/use-people.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from './FriendsPanel.module.css';

/** Who wants to be a friend. */
export function Requests() {
  const { data, error } = useRequests();
  if (!data) {
    if (!error) return null;
    return (
      <p className={styles.problem} role="alert">
        {failureText(error, t('requests.loadFailed'))}
      </p>
    );
  }
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="friend-requests">
      <h3 id="friend-requests" className={styles.label}>
        {t('requests.title')} <span>{t('list.count', { count: data.length })}</span>
      </h3>
      <ul className={styles.requests}>
        {data.map(({ from }) => (
          <Request key={from._id} from={from} />
        ))}
      </ul>
    </section>
  );
}

function Request({ from }: { from: FoundUser }) {
  const { busy, answer } = usePeople();
  return (
    <li className={styles.request}>
      <Avatar file={from.avatar} size={38} />
      <div className={styles.who}>
        <NameCard userId={from._id} nickname={from.nickname} className={styles.name}>
          <span>{from.nickname}</span>
        </NameCard>
        <p>{from.username}</p>
      </div>
      <Button
        small
        disabled={busy}
        aria-label={t('requests.rejectFrom', { name: from.nickname })}
        onClick={() => void answer(from, false)}
      >
        {t('requests.reject')}
      </Button>
      <Button
        small
        tone="jade"
        busy={busy}
        aria-label={t('requests.acceptFrom', { name: from.nickname })}
        onClick={() => void answer(from, true)}
      >
        {t('requests.accept')}
      </Button>
    </li>
  );
}
