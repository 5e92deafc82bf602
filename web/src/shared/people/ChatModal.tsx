import { useState } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { ChatInput } from './ChatInput.tsx';
import styles from './ChatModal.module.css';
import { Conversation } from './Conversation.tsx';
import { t } from './texts.ts';
import { useConversation } from './use-conversation.ts';
import { useProfile } from './use-profile.ts';

interface ChatModalProps {
  userId: string;
  nickname: string;
  /** The room where this user is the opponent: there one may talk without being friends. */
  roomId?: string | undefined;
  open: boolean;
  onClose: () => void;
}

/** The private conversation with one user; what was not sent stays while this is mounted. */
export function ChatModal({ userId, nickname, roomId, open, onClose }: ChatModalProps) {
  const chat = useConversation(userId, open, roomId);
  const [draft, setDraft] = useState('');
  return (
    <Dialog tall open={open} onClose={onClose} label={t('chat.title', { name: nickname })}>
      <header className={styles.head}>
        <Who userId={userId} nickname={nickname} />
        <IconButton icon="x" label={uiText('close')} onClick={onClose} />
      </header>
      <Conversation userId={userId} nickname={nickname} chat={chat} />
      {chat.limit === null ? (
        <p className={styles.mute}>{t('chat.strangers')}</p>
      ) : (
        <ChatInput text={draft} onText={setDraft} limit={chat.limit} onSay={chat.say} />
      )}
    </Dialog>
  );
}

function Who({ userId, nickname }: Pick<ChatModalProps, 'userId' | 'nickname'>) {
  const { data } = useProfile(userId);
  return (
    <>
      <Avatar file={data?.avatar} size={38} online={data?.isOnline} />
      <div className={styles.who}>
        <DialogTitle className={styles.title}>{nickname}</DialogTitle>
        <p>{data ? t(data.isOnline ? 'online' : 'offline') : '\u00a0'}</p>
      </div>
    </>
  );
}
