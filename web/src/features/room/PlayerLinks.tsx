import type { PublicUser } from '@doushouqi/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Marks.tsx';
import { AddFriend } from '../friends/AddFriend.tsx';
import { ChatModal } from '../friends/ChatModal.tsx';
import { useUnread } from '../friends/queries.ts';
import { useRelation } from '../friends/use-people.ts';
import styles from './PlayerLinks.module.css';

interface PlayerLinksProps {
  user: PublicUser;
  roomId: string;
  /** Plays against the person who looks. */
  opponent: boolean;
}

/** What one can do about a player: become friends, talk in private; nothing for visitors and about oneself. */
export function PlayerLinks({ user, roomId, opponent }: PlayerLinksProps) {
  const { t } = useTranslation();
  const loggedIn = useSession((state) => state.user !== null);
  const relation = useRelation(user._id);
  const [open, setOpen] = useState(false);
  const talking = loggedIn && (opponent || relation === 'friend');
  const unread = useUnread(user._id, talking);
  return (
    <div className={styles.links}>
      <AddFriend user={user} bare className={styles.link} />
      {talking && (
        <span className={styles.chat}>
          <IconButton
            icon="chat-circle-dots"
            label={t('friends.chat.open', { name: user.nickname })}
            className={styles.link}
            onClick={() => setOpen(true)}
          />
          <Badge count={unread} label={t('friends.unread', { count: unread })} className={styles.badge} />
          <ChatModal
            userId={user._id}
            nickname={user.nickname}
            roomId={opponent ? roomId : undefined}
            open={open}
            onClose={() => setOpen(false)}
          />
        </span>
      )}
    </div>
  );
}
