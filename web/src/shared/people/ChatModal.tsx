import type { PrivateMessage } from '@doushouqi/protocol';
import { useState } from 'react';
import { useSanction } from '../../client/sanctions.ts';
import { serverNow } from '../../client/time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loading, PawDots } from '../../ui/Loading.tsx';
import { Bubble, TalkInput, TalkMessages } from '../../ui/Talk.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { useFollowing } from '../../ui/use-following.ts';
import { SanctionPlace } from '../letters/SanctionPlace.tsx';
import styles from './ChatModal.module.css';
import { lastOf, type Outgoing, showsTime } from './conversation.ts';
import { LoadFailed } from './LoadFailed.tsx';
import { useProfile } from './queries.ts';
import { Reportable } from './Reportable.tsx';
import { RoomLink, useNamedRooms } from './RoomLink.tsx';
import { t } from './texts.ts';
import { useConversation, useReading } from './use-conversation.ts';

interface ChatModalProps {
  userId: string;
  nickname: string;
  /** The room in which this user is the opponent: messages there need no friendship. */
  roomId?: string | undefined;
  open: boolean;
  onClose: () => void;
}

/** The private conversation with a user. Unsent text stays while this component is mounted. */
export function ChatModal({ userId, nickname, roomId, open, onClose }: ChatModalProps) {
  const chat = useConversation(userId, open, roomId);
  const [draft, setDraft] = useState('');
  const mute = useSanction('mute');
  return (
    <Dialog tall open={open} onClose={onClose} label={t('chat.title', { name: nickname })}>
      <header className={styles.head}>
        <Who userId={userId} nickname={nickname} />
        <IconButton icon="x" label={uiText('close')} onClick={onClose} />
      </header>
      <Conversation userId={userId} nickname={nickname} chat={chat} />
      {chat.limit === null ? (
        <p className={styles.mute}>{t('chat.strangers')}</p>
      ) : mute ? (
        <div className={styles.form}>
          <SanctionPlace letter={mute} />
        </div>
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

/** Distance from the top, in px, at which older messages load. */
const NEAR_TOP = 80;

interface ConversationProps {
  userId: string;
  nickname: string;
  chat: ReturnType<typeof useConversation>;
}

/** The messages, oldest first; older pages load on scrolling up. */
function Conversation({ userId, nickname, chat }: ConversationProps) {
  const { me, history, messages, waiting } = chat;
  useReading(userId, lastOf(messages, userId));
  const [newest, written] = [messages.at(-1), waiting.at(-1)];
  const following = useFollowing({
    messages: chat,
    first: messages[0]?._id,
    last: `${newest?._id} ${written?.key}`,
    own: written ? written.failed === null : newest?.fromId === me,
  });
  const older = (): void => {
    if (history.hasNextPage && !history.isFetching) void history.fetchNextPage();
  };
  const scrolled = (): void => {
    following.onScroll();
    const list = following.list.current;
    if (list && list.scrollTop < NEAR_TOP) older();
  };
  const nothing = messages.length + waiting.length === 0;
  return (
    <TalkMessages
      following={{ ...following, onScroll: scrolled }}
      label={t('chat.title', { name: nickname })}
      newsLabel={t('chat.news')}
      listClassName={styles.list}
      note={history.isError && !nothing && <Away />}
    >
      {history.hasNextPage && (
        <Button tone="quiet" small busy={history.isFetchingNextPage} className={styles.older} onClick={older}>
          {t('chat.earlier')}
        </Button>
      )}
      {nothing && <Nothing history={history} />}
      <Messages nickname={nickname} chat={chat} />
    </TalkMessages>
  );
}

/** Sent and pending messages. */
function Messages({ nickname, chat }: Omit<ConversationProps, 'userId'>) {
  const { me, messages, waiting } = chat;
  const rooms = useNamedRooms(messages.map(({ _id, content }) => ({ key: _id, text: content })));
  return (
    <>
      {messages.map((message, index) => (
        <Said
          key={message._id}
          message={message}
          timed={showsTime(message, messages[index - 1])}
          name={message.fromId === me ? t('chat.me') : nickname}
          mine={message.fromId === me}
          roomId={rooms.get(message._id)}
        />
      ))}
      {waiting.map((message) => (
        <OnItsWay key={message.key} message={message} chat={chat} />
      ))}
    </>
  );
}

function Away() {
  return (
    <p className={styles.away} role="status">
      <Icon name="wifi-slash" />
      {t('chat.away')}
    </p>
  );
}

/** Replaces the messages: loading, failed, or none yet. */
function Nothing({ history }: Pick<ConversationProps['chat'], 'history'>) {
  if (history.isPending && !history.isError) return <Loading label={t('chat.loading')} />;
  if (!history.isError) return <p className={styles.system}>{t('chat.empty')}</p>;
  return <LoadFailed title={t('chat.loadFailed')} text={t('chat.away')} query={history} />;
}

/** Time of day, with the date unless it is today. */
function timeText(timestamp: number, now: Date): string {
  const at = new Date(timestamp);
  const hour = at.toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false });
  if (at.toDateString() === now.toDateString()) return hour;
  const [year, month, day] = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return `${t(year === now.getFullYear() ? 'chat.day' : 'chat.year', { year, month, day })} ${hour}`;
}

interface SaidProps {
  message: PrivateMessage;
  /** The time is shown above the message. */
  timed: boolean;
  name: string;
  mine: boolean;
  /** Room number in the text. */
  roomId: string | undefined;
}

function Said({ message, timed, name, mine, roomId }: SaidProps) {
  return (
    <>
      {timed && <p className={styles.system}>{timeText(message.timestamp, new Date(serverNow()))}</p>}
      <div className={cx(styles.said, mine && styles.mine)}>
        <span className="visually-hidden">{name}</span>
        {mine ? (
          <Bubble mine>{message.content}</Bubble>
        ) : (
          <Reportable reported={{ kind: 'message', id: message._id, content: message.content }} name={name}>
            <Bubble mine={false}>{message.content}</Bubble>
          </Reportable>
        )}
        {roomId && <RoomLink roomId={roomId} className={styles.door} />}
      </div>
    </>
  );
}

/** The user's own message until the server has it, with its error. */
function OnItsWay({ message, chat }: { message: Outgoing; chat: ConversationProps['chat'] }) {
  return (
    <div className={cx(styles.said, styles.mine)} data-failed={message.failed !== null}>
      <span className="visually-hidden">{t('chat.me')}</span>
      <div className={styles.row}>
        {message.failed === null && (
          <span className={styles.sending} role="status" aria-label={t('chat.sending')}>
            <PawDots />
          </span>
        )}
        <Bubble mine className={styles.bubble}>
          {message.content}
        </Bubble>
      </div>
      {message.failed !== null && (
        <div className={styles.failed} role="alert">
          <Icon name="warning" />
          <span>{message.failed}</span>
          <Button small tone="quiet" onClick={() => chat.retry(message)}>
            {t('chat.retry')}
          </Button>
          <IconButton
            icon="x"
            label={t('chat.discard')}
            className={styles.discard}
            onClick={() => chat.discard(message.key)}
          />
        </div>
      )}
    </div>
  );
}

/** Number of remaining characters at which the counter appears. */
const COUNTED = 50;

interface ChatInputProps {
  text: string;
  onText: (text: string) => void;
  /** Maximum number of characters. */
  limit: number;
  onSay: (content: string) => void;
}

/** Input of a message, which stays in the list as pending until the server has it. */
function ChatInput({ text, onText, limit, onSay }: ChatInputProps) {
  const left = limit - text.length;
  const say = (content: string): boolean => {
    onSay(content);
    return true;
  };
  return (
    <TalkInput
      text={text}
      onText={onText}
      limit={limit}
      onSay={say}
      placeholder={t('chat.placeholder')}
      sendLabel={t('chat.send')}
      className={styles.form}
    >
      {left <= COUNTED && (
        <p className={styles.left} role="status" data-full={left <= 0}>
          {t('chat.left', { count: Math.max(0, left) })}
        </p>
      )}
    </TalkInput>
  );
}
