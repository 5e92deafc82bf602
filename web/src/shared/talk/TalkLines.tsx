import { useEffect } from 'react';
import { useIsMember } from '../../client/session.ts';
import { serverNow } from '../../client/time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { Bubble, TalkMessages } from '../../ui/Talk.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useFollowing } from '../../ui/use-following.ts';
import { NameCard } from '../people/NameCard.tsx';
import { RoomLink, useNamedRooms } from '../people/RoomLink.tsx';
import { report } from '../people/report.ts';
import { type LobbyItem, messageTime } from './messages.ts';
import type { Muted } from './mutes.ts';
import styles from './TalkLines.module.css';
import { t } from './texts.ts';
import type { OlderState } from './use-talk.ts';

/** Within this distance from the end the list counts as scrolled to the bottom. Px. */
const BOTTOM = 50;
/** Within this distance from the beginning older messages are requested. Px. */
const TOP = 120;

interface Older {
  state: OlderState;
  load: () => void;
}

interface TalkLinesProps {
  /** Label of the list. */
  label: string;
  items: readonly LobbyItem[];
  older: Older;
  onMute: (user: Muted) => void;
}

/** The messages, newest below. */
export function TalkLines({ label, items, older, onMute }: TalkLinesProps) {
  const last = items.at(-1);
  const id = last?.message._id;
  const rooms = useNamedRooms(items.map(({ message }) => ({ key: message._id, text: message.content })));
  const shown = {
    messages: items,
    first: items[0]?.message._id,
    last: id,
    at: last?.message.timestamp,
    own: last?.mine ?? false,
  };
  const following = useFollowing(shown, BOTTOM);
  const askAtTop = (): void => {
    const { list } = following;
    if (older.state === 'some' && list.current && list.current.scrollTop < TOP) older.load();
  };
  // A list that does not fill its box cannot be scrolled.
  useEffect(() => {
    const { list } = following;
    if (list.current && list.current.scrollHeight <= list.current.clientHeight) askAtTop();
  });
  const mute = (user: Muted): void => {
    onMute(user);
    toast.info(t('line.muted', { name: user.nickname }));
    // The focused message is removed. The closing menu restores the focus first, so this runs after it.
    requestAnimationFrame(() => following.list.current?.focus());
  };
  return (
    <TalkMessages
      following={{
        ...following,
        onScroll: () => {
          following.onScroll();
          askAtTop();
        },
      }}
      label={label}
      newsLabel={t('news')}
      className={styles.lines}
      listClassName={styles.list}
    >
      <OlderNote {...older} />
      {items.map((item) => (
        <Message key={item.message._id} {...item} roomId={rooms.get(item.message._id)} onMute={mute} />
      ))}
    </TalkMessages>
  );
}

/**
 * The state of loading older messages, above the first one; it has the same height in every state, so that nothing
 * moves.
 */
function OlderNote({ state, load }: Older) {
  if (state === 'none') return null;
  return (
    <p className={styles.older} role="status">
      {state === 'loading' && t('older.loading')}
      {state === 'failed' && (
        <>
          {t('older.failed')}
          <Button tone="quiet" small onClick={load}>
            {t('older.retry')}
          </Button>
        </>
      )}
    </p>
  );
}

type MessageProps = LobbyItem & { roomId: string | undefined; onMute: (user: Muted) => void };

function Message({ message, mine, opening, roomId, onMute }: MessageProps) {
  const { userId, nickname, avatar, content, timestamp } = message;
  const time = messageTime(timestamp, serverNow());
  return (
    <div className={cx(styles.said, mine && styles.mine, opening && styles.opening)}>
      {opening ? (
        <div className={styles.who}>
          {!mine && (
            <NameCard userId={userId} nickname={nickname}>
              <span className={styles.person}>
                <Avatar file={avatar} size={34} />
                <span className={styles.name}>{nickname}</span>
              </span>
            </NameCard>
          )}
          {mine && <span className="visually-hidden">{nickname}</span>}
          <time dateTime={new Date(timestamp).toISOString()}>{time}</time>
        </div>
      ) : (
        <span className="visually-hidden">{t('said', { name: nickname, time })}</span>
      )}
      <div className={styles.row}>
        <Bubble mine={mine} title={time}>
          {content}
        </Bubble>
        {!mine && <MessageMenu message={message} onMute={onMute} />}
      </div>
      {roomId && <RoomLink roomId={roomId} className={styles.door} />}
    </div>
  );
}

function MessageMenu({ message, onMute }: Pick<MessageProps, 'message' | 'onMute'>) {
  const isMember = useIsMember();
  const { _id, userId, nickname, content } = message;
  const items: MenuItem[] = [
    {
      icon: 'speaker-slash',
      label: t('line.mute', { name: nickname }),
      onSelect: () => onMute({ userId, nickname }),
    },
    ...(isMember
      ? [
          {
            icon: 'flag',
            label: t('line.report'),
            onSelect: () => report({ kind: 'line', id: _id, content }),
          } as const,
        ]
      : []),
  ];
  return <Menu label={t('line.menu', { name: nickname })} items={items} className={styles.menu} />;
}
