import type { FoundUser, Friend, PublicUser } from '@doushouqi/protocol';
import { type ReactNode, useId, useState } from 'react';
import { failureText } from '../../../shared/people/failure.ts';
import { LoadFailed } from '../../../shared/people/LoadFailed.tsx';
import { NameCard } from '../../../shared/people/NameCard.tsx';
import { useBlocked, useFriends, useRequests, useSentRequests } from '../../../shared/people/queries.ts';
import { t } from '../../../shared/people/texts.ts';
import { useInvite, usePeople, useWatch } from '../../../shared/people/use-people.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Skeleton } from '../../../ui/Loading.tsx';
import { Badge, BotChip } from '../../../ui/Marks.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { pageOf } from '../../../ui/pages.ts';
import styles from './FriendsPanel.module.css';

const ROWS = ['a', 'b', 'c', 'd'];

/** Placeholder of user rows. */
export function RowsSkeleton() {
  return ROWS.map((row) => <Skeleton key={row} className={styles.skeleton} />);
}

interface PersonRowProps {
  user: Pick<PublicUser, '_id' | 'nickname' | 'avatar'>;
  note: string;
  /** Undefined where it is not shown. */
  isOnline?: boolean;
  className?: string | undefined;
  /** Buttons at the end of the row. */
  children: ReactNode;
}

/** A user in a list: avatar, name with the user card, a note, and actions. */
export function PersonRow({ user, note, isOnline, className = styles.row, children }: PersonRowProps) {
  return (
    <li className={className}>
      <Avatar file={user.avatar} size={38} online={isOnline} />
      <div className={styles.who}>
        <div className={styles.named}>
          <NameCard userId={user._id} nickname={user.nickname} className={styles.name}>
            <span>{user.nickname}</span>
          </NameCard>
          <BotChip avatar={user.avatar} />
        </div>
        <p data-online={isOnline}>{note}</p>
      </div>
      {children}
    </li>
  );
}

/** Friends per page. */
const PAGE_SIZE = 8;

interface FriendListProps {
  onChat: (friend: Friend) => void;
  onChallenge: (friend: Friend) => void;
}

/** All friends with their actions. */
export function FriendList({ onChat, onChallenge }: FriendListProps) {
  const query = useFriends();
  const { data, error } = query;
  const [wanted, setWanted] = useState(1);
  if (!data && error) {
    return <LoadFailed title={t('list.loadFailed')} text={t('away')} query={query} />;
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
  const { nickname: name, isOnline, unreadCount } = friend;
  return (
    <PersonRow user={friend} note={t(whereOf(friend))} isOnline={isOnline}>
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
    </PersonRow>
  );
}

/** Invites an online friend, or watches a friend who is in a room. */
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

interface RequestsProps<T> {
  query: { data: readonly T[] | undefined; error: Error | null };
  title: string;
  failed: string;
  children: (request: T) => ReactNode;
}

/** Unanswered requests under their heading; renders nothing without any. */
function RequestList<T>({ query: { data, error }, title, failed, children }: RequestsProps<T>) {
  const id = useId();
  if (!data)
    return error ? (
      <p className={styles.problem} role="alert">
        {failureText(error, failed)}
      </p>
    ) : null;
  if (data.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.label}>
        {title} <span>{t('list.count', { count: data.length })}</span>
      </h3>
      <ul className={styles.requests}>{data.map(children)}</ul>
    </section>
  );
}

/** Received friend requests. */
export function Requests() {
  return (
    <RequestList query={useRequests()} title={t('requests.title')} failed={t('requests.loadFailed')}>
      {({ from }) => <Request key={from._id} from={from} />}
    </RequestList>
  );
}

function Request({ from }: { from: FoundUser }) {
  const { busy, answer } = usePeople();
  return (
    <PersonRow user={from} note={from.username} className={styles.request}>
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
    </PersonRow>
  );
}

/** Sent friend requests, each with a button to withdraw it. */
export function SentRequests() {
  return (
    <RequestList query={useSentRequests()} title={t('sent.title')} failed={t('sent.loadFailed')}>
      {({ to }) => <Sent key={to._id} to={to} />}
    </RequestList>
  );
}

function Sent({ to }: { to: FoundUser }) {
  const { busy, withdraw } = usePeople();
  return (
    <PersonRow user={to} note={t('sent.waiting')} className={styles.sent}>
      <Button
        small
        busy={busy}
        aria-label={t('sent.withdrawFrom', { name: to.nickname })}
        onClick={() => void withdraw(to)}
      >
        {t('sent.withdraw')}
      </Button>
    </PersonRow>
  );
}

/** The blocked users, each with a button to unblock. */
export function BlockedList() {
  const query = useBlocked();
  const { data, error } = query;
  if (!data && error) {
    return <LoadFailed title={t('block.loadFailed')} text={t('away')} query={query} />;
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
        <div className={styles.named}>
          <span className={styles.name}>{user.nickname}</span>
          <BotChip avatar={user.avatar} />
        </div>
      </div>
      <Button small busy={busy} onClick={() => void unblock(user)}>
        {t('block.undo')}
      </Button>
    </li>
  );
}
