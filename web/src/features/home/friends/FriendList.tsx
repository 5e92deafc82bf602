import type { Friend } from '@doushouqi/protocol';
import { useState } from 'react';
import { LoadFailed } from '../../../shared/people/LoadFailed.tsx';
import { NameCard } from '../../../shared/people/NameCard.tsx';
import { useFriends } from '../../../shared/people/queries.ts';
import { t } from '../../../shared/people/texts.ts';
import { useInvite, useWatch } from '../../../shared/people/use-invite.ts';
import { usePeople } from '../../../shared/people/use-people.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Badge } from '../../../ui/Marks.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { pageOf } from '../../../ui/pages.ts';
import styles from './FriendsPanel.module.css';
import { RowsSkeleton } from './RowsSkeleton.tsx';

/** Friends on one page (spec §9). */
const PAGE_SIZE = 8;

interface FriendListProps {
  onChat: (friend: Friend) => void;
  onChallenge: (friend: Friend) => void;
}

/** All friends, with what one can do with each. */
export function FriendList({ onChat, onChallenge }: FriendListProps) {
  const { data, error, isFetching, refetch } = useFriends();
  const [wanted, setWanted] = useState(1);
  if (!data && error) {
    return (
      <LoadFailed
        title={t('list.loadFailed')}
        text={t('away')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <RowsSkeleton />;
  if (data.length === 0) {
    return <EmptyState animal="dog" title={t('list.empty')} text={t('list.emptyText')} />;
  }
  const { page, total, shown } = pageOf(data, wanted, PAGE_SIZE);
  return (
    <section aria-labelledby="friend-list">
      <h3 id="friend-list" className={styles.label}>
        {t('list.title')} <span>{t('list.count', { count: data.length })}</span>
      </h3>
      <ul className={styles.rows}>
        {shown.map((friend) => (
          <Row
            key={friend._id}
            friend={friend}
            onChat={() => onChat(friend)}
            onChallenge={() => onChallenge(friend)}
          />
        ))}
      </ul>
      <Pager page={page} total={total} onPage={setWanted} label={t('list.pages')} />
    </section>
  );
}

function whereOf({ isOnline, currentRoom }: Friend) {
  if (!isOnline) return 'offline';
  return currentRoom === null ? 'online' : 'inRoom';
}

interface RowProps {
  friend: Friend;
  onChat: () => void;
  onChallenge: () => void;
}

function Row({ friend, onChat, onChallenge }: RowProps) {
  const { remove, block } = usePeople();
  const { _id, nickname: name, avatar, isOnline, unreadCount } = friend;
  return (
    <li className={styles.row}>
      <Avatar file={avatar} size={38} online={isOnline} />
      <div className={styles.who}>
        <NameCard userId={_id} nickname={name} className={styles.name}>
          <span>{name}</span>
        </NameCard>
        <p data-online={isOnline}>{t(whereOf(friend))}</p>
      </div>
      {isOnline && <PlayButton friend={friend} />}
      <span className={styles.chat}>
        <IconButton icon="chat-circle-dots" label={t('list.chat', { name })} onClick={onChat} />
        <Badge count={unreadCount} label={t('unread', { count: unreadCount })} className={styles.badge} />
      </span>
      <Menu
        label={t('list.more', { name })}
        items={[
          { icon: 'handshake', label: t('list.challenge'), onSelect: onChallenge },
          { icon: 'user-minus', label: t('list.remove'), onSelect: () => void remove(friend) },
          { icon: 'prohibit', label: t('list.block'), onSelect: () => void block(friend) },
        ]}
      />
    </li>
  );
}

/** Invites an online friend, or goes to watch one who is in a room (spec §2). */
function PlayButton({ friend }: { friend: Friend }) {
  const { _id, nickname: name, currentRoom } = friend;
  const { invited, busy, invite } = useInvite(_id);
  const { busy: going, watch } = useWatch();
  if (currentRoom !== null) {
    return (
      <Button
        small
        busy={going}
        aria-label={t('list.watchWho', { name })}
        onClick={() => void watch(currentRoom, name)}
      >
        {t('list.watch')}
      </Button>
    );
  }
  return (
    <Button
      small
      busy={busy}
      disabled={invited}
      aria-label={invited ? undefined : t('list.inviteWho', { name })}
      onClick={() => void invite()}
    >
      {t(invited ? 'list.invited' : 'list.invite')}
    </Button>
  );
}
