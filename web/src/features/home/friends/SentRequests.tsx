import type { FoundUser } from '@doushouqi/protocol';
import { failureText } from '../../../shared/people/failure.ts';
import { NameCard } from '../../../shared/people/NameCard.tsx';
import { useSentRequests } from '../../../shared/people/queries.ts';
import { t } from '../../../shared/people/texts.ts';
import { usePeople } from '../../../shared/people/use-people.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from './FriendsPanel.module.css';

/** Requests of the user that wait for an answer, each with the way to take it back. */
export function SentRequests() {
  const { data, error } = useSentRequests();
  if (!data) {
    if (!error) return null;
    return (
      <p className={styles.problem} role="alert">
        {failureText(error, t('sent.loadFailed'))}
      </p>
    );
  }
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="sent-requests">
      <h3 id="sent-requests" className={styles.label}>
        {t('sent.title')} <span>{t('list.count', { count: data.length })}</span>
      </h3>
      <ul className={styles.requests}>
        {data.map(({ to }) => (
          <Sent key={to._id} to={to} />
        ))}
      </ul>
    </section>
  );
}

function Sent({ to }: { to: FoundUser }) {
  const { busy, withdraw } = usePeople();
  return (
    <li className={styles.sent}>
      <Avatar file={to.avatar} size={38} />
      <div className={styles.who}>
        <NameCard userId={to._id} nickname={to.nickname} className={styles.name}>
          <span>{to.nickname}</span>
        </NameCard>
        <p>{t('sent.waiting')}</p>
      </div>
      <Button
        small
        busy={busy}
        aria-label={t('sent.withdrawFrom', { name: to.nickname })}
        onClick={() => void withdraw(to)}
      >
        {t('sent.withdraw')}
      </Button>
    </li>
  );
}
