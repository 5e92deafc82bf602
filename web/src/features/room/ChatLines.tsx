import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogLine } from '../../game/room-log.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { Bubble, TalkLines } from '../../ui/Talk.tsx';
import { useFollowing } from '../../ui/use-following.ts';
import styles from './Chat.module.css';
import { type ChatItem, chatItems } from './chat-lines.ts';
import type { RoomView } from './use-room-view.ts';

const RESULTS = ['draw', 'red', 'blue'] as const;

/** A line of the log in words. */
const logText = (t: TFunction, line: LogLine, nameOf: (id: string) => string): string => {
  switch (line.kind) {
    case 'started':
      return t('room.chat.log.started');
    case 'ended':
      return t('room.chat.log.ended', { result: t(`room.result.${RESULTS[line.winner]}`) });
    case 'entered':
    case 'left':
      return t(`room.chat.log.${line.kind}`, { name: nameOf(line.by) });
    default:
      return t(`room.chat.log.${line.kind}`, {
        name: nameOf(line.by),
        what: t(`room.offer.what.${line.offer}`),
      });
  }
};

/** A name for an item that no other has. */
const keyOf = (item: ChatItem): string => (item.kind === 'log' ? item.line.id : `said-${item.message.id}`);

/** What was said and what happened, newest below. */
export function ChatLines({ game, room, users }: RoomView) {
  const { t } = useTranslation();
  const { chat, log, header } = room;
  const items = useMemo(() => chatItems(chat, log, game.userId), [chat, log, game.userId]);
  const [first, last] = [items[0], items.at(-1)];
  const following = useFollowing({
    lines: items,
    first: first && keyOf(first),
    last: last && keyOf(last),
    own: last?.kind === 'said' && last.mine,
  });
  const userOf = (id: string) => users[header.players.indexOf(id)];
  const nameOf = (id: string): string => userOf(id)?.nickname ?? t('room.bar.unknown');
  return (
    <TalkLines
      following={following}
      label={t('room.chat.title')}
      newsLabel={t('room.chat.news')}
      className={styles.lines}
      listClassName={styles.list}
    >
      {items.map((item) =>
        item.kind === 'log' ? (
          <p key={keyOf(item)} className={styles.system}>
            {logText(t, item.line, nameOf)}
          </p>
        ) : (
          <Said
            key={keyOf(item)}
            {...item}
            name={nameOf(item.message.fromId)}
            avatar={userOf(item.message.fromId)?.avatar}
          />
        ),
      )}
    </TalkLines>
  );
}

type SaidProps = Extract<ChatItem, { kind: 'said' }> & { name: string; avatar: string | undefined };

function Said({ message, mine, opening, name, avatar }: SaidProps) {
  return (
    <div className={cx(styles.said, mine && styles.mine, opening && styles.opening)}>
      {!mine && (opening ? <Avatar file={avatar} size={34} /> : <span className={styles.noFace} />)}
      <div className={styles.words}>
        {opening && !mine && <span className={styles.name}>{name}</span>}
        {!opening || mine ? <span className="visually-hidden">{name}</span> : null}
        <Bubble mine={mine}>{message.content}</Bubble>
      </div>
    </div>
  );
}
