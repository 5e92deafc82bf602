import type { PublicUser } from '@doushouqi/protocol';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from './FriendsPanel.module.css';
import { LoadFailed } from './LoadFailed.tsx';
import { useBlocked } from './queries.ts';
import { RowsSkeleton } from './RowsSkeleton.tsx';
import { t } from './texts.ts';
import { usePeople } from './use-people.ts';

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
