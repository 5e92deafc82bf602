import type { PublicUser } from '@doushouqi/protocol';
import { type ReactNode, Suspense, useState } from 'react';
import { useIsMember } from '../../client/session.ts';
import { AddFriend } from '../../shared/people/AddFriend.tsx';
import { useUnread } from '../../shared/people/queries.ts';
import { report } from '../../shared/people/report.ts';
import { t as friendsText } from '../../shared/people/texts.ts';
import { usePeople, useRelation } from '../../shared/people/use-people.ts';
import { t as tableText } from '../../shared/table/texts.ts';
import { IconButton } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Badge } from '../../ui/Marks.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import styles from './PlayerLinks.module.css';
import { t } from './texts.ts';

const ChatModal = lazyPart(async () => ({
  default: (await import('../../shared/people/ChatModal.tsx')).ChatModal,
}));

interface PlayerLinksProps {
  user: PublicUser;
  roomId: string;
  /** Plays against the current user. */
  opponent: boolean;
  /** The game against the current user; null for none. */
  gameId: string | null;
}

/** The private conversation with a player, for users who may have one: guests have none. */
function useTalk({ user, roomId, opponent }: PlayerLinksProps) {
  const isMember = useIsMember();
  const relation = useRelation(user._id);
  const [open, setOpen] = useState(false);
  // Few games lead to a private conversation: until then a move renders no dialog.
  const [isAsked, setAsked] = useState(false);
  const talking = isMember && !user.isGuest && (opponent || relation === 'friend');
  const unread = useUnread(user._id, talking);
  const modal = talking && isAsked && (
    <Suspense>
      <ChatModal
        userId={user._id}
        nickname={user.nickname}
        roomId={opponent ? roomId : undefined}
        open={open}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
  return {
    talking,
    relation,
    label: friendsText('chat.open', { name: user.nickname }),
    start() {
      setAsked(true);
      setOpen(true);
    },
    badge: <Badge count={unread} label={friendsText('unread', { count: unread })} className={styles.badge} />,
    modal,
  };
}

/**
 * Actions on a player: send a friend request, write a private message. Renders nothing for visitors and for oneself.
 */
export function PlayerLinks(props: PlayerLinksProps) {
  const { talking, label, start, badge, modal } = useTalk(props);
  return (
    <div className={styles.links}>
      <AddFriend user={props.user} bare className={styles.link} />
      {talking && (
        <span className={styles.chat}>
          <IconButton icon="chat-circle-dots" label={label} className={styles.link} onClick={start} />
          {badge}
          {modal}
        </span>
      )}
    </div>
  );
}

interface PlayerMenuProps extends PlayerLinksProps {
  onNudge: (() => void) | undefined;
  /** The avatar. */
  children: ReactNode;
}

/**
 * The same actions in a menu behind the avatar, where a bar has no room for buttons; also asks the opponent to hurry.
 */
export function PlayerMenu({ onNudge, children, ...props }: PlayerMenuProps) {
  const { user, gameId } = props;
  const isMember = useIsMember();
  const { talking, relation, label, start, badge, modal } = useTalk(props);
  const { busy, add, answer } = usePeople();
  const items: MenuItem[] = [];
  if (onNudge) items.push({ icon: 'hand-tap', label: tableText('bar.nudge'), onSelect: onNudge });
  if (relation === 'stranger' && !user.isGuest)
    items.push({
      icon: 'user-plus',
      label: friendsText('add.label'),
      disabled: busy,
      onSelect: () => void add(user),
    });
  if (relation === 'asking')
    items.push({
      icon: 'check',
      label: friendsText('requests.acceptFrom', { name: user.nickname }),
      disabled: busy,
      onSelect: () => void answer(user, true),
    });
  if (talking) items.push({ icon: 'chat-circle-dots', label, onSelect: start });
  if (isMember && gameId !== null)
    items.push({
      icon: 'flag',
      label: friendsText('card.report'),
      onSelect: () => report({ kind: 'play', id: `${gameId}:${user._id}`, content: user.nickname }),
    });
  if (items.length === 0) return children;
  return (
    <span className={styles.chat}>
      <Menu label={t('playerMenu', { name: user.nickname })} items={items} className={styles.face}>
        {children}
      </Menu>
      {badge}
      {modal}
    </span>
  );
}
