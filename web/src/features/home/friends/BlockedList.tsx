import type { PublicUser } from '@doushouqi/protocol';
import { LoadFailed } from '../../../shared/people/LoadFailed.tsx';
import { useBlocked } from '../../../shared/people/queries.ts';
import { t } from '../../../shared/people/texts.ts';
import { usePeople } from '../../../shared/people/use-people.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import styles from './FriendsPanel.module.css';
import { RowsSkeleton } from './RowsSkeleton.tsx';

/** Whom the person blocked, with the way back. */
export function BlockedList() {
  const { data, error, isFetching, refetch } = useBlocked();
  if (!data && error) {
    return (
      <LoadFailed
        title={t('block.loadFailed')}
        text={t('away')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className={styles.body}>
      {!data && <RowsSkeleton />}
      {data?.length === 0 && <EmptyState animal="cat" title={t('block.empty')} />}
      <ul className={styles.rows}>
        {data?.map((user) => (
          <Blocked key={user._id} user={user} />
        ))}
      </ul>
    </div>
  );
}

function Blocked({ user }: { user: PublicUser }) {
  const { busy, unblock } = usePeople();
  return (
    <li className={styles.row}>
      <Avatar file={user.avatar} size={38} />
      <div className={styles.who}>
        <span className={styles.name}>{user.nickname}</span>
      </div>
      <Button small busy={busy} onClick={() => void unblock(user)}>
        {t('block.undo')}
      </Button>
    </li>
  );
}
