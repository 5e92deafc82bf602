import { useMemo } from 'react';
import { t as tableText } from '../../shared/table/texts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { Bubble, TalkMessages } from '../../ui/Talk.tsx';
import { useFollowing } from '../../ui/use-following.ts';
import styles from './Chat.module.css';
import { type ChatItem, chatItems } from './chat-items.ts';
import { offerName } from './online/offers.ts';
import type { RoomLogEntry } from './online/room-log.ts';
import { t } from './texts.ts';
import { type OpenRoom, useRoom, userOf } from './use-open-room.ts';

/** What happened, in words. */
function logText(entry: RoomLogEntry, nameOf: (id: string) => string): string {
  switch (entry.kind) {
    case 'started':
    case 'aborted':
      return t(`chat.log.${entry.kind}`);
    case 'ended':
      return t('chat.log.ended', { result: tableText(`result.${entry.winner}`) });
    case 'entered':
    case 'left':
      return t(`chat.log.${entry.kind}`, { name: nameOf(entry.by) });
    default:
      return t(`chat.log.${entry.kind}`, {
        name: nameOf(entry.by),
        what: t(`offer.what.${offerName(entry.offer, entry.over)}`),
      });
  }
}

/** A name for an item that no other has. */
function keyOf(item: ChatItem): string {
  return item.kind === 'log' ? item.entry.id : `said-${item.message.id}`;
}

/** What was said and what happened, newest below. */
export function ChatMessages(room: OpenRoom) {
  const { game } = room;
  const chat = useRoom(game, (watched) => watched.chat);
  const log = useRoom(game, (watched) => watched.log);
  const players = useRoom(game, ({ header }) => header.players);
  const items = useMemo(() => chatItems(chat, log, game.userId), [chat, log, game.userId]);
  const [first, last] = [items[0], items.at(-1)];
  const following = useFollowing({
    messages: items,
    first: first && keyOf(first),
    last: last && keyOf(last),
    own: last?.kind === 'said' && last.mine,
  });
  const who = (id: string) => userOf(room, { players }, id);
  const nameOf = (id: string): string => who(id)?.nickname ?? tableText('bar.unknown');
  return (
    <TalkMessages
      following={following}
      label={t('chat.title')}
      newsLabel={t('chat.news')}
      className={styles.lines}
      listClassName={styles.list}
    >
      {items.map((item) =>
        item.kind === 'log' ? (
          <p key={keyOf(item)} className={styles.system}>
            {logText(item.entry, nameOf)}
          </p>
        ) : (
          <Said
            key={keyOf(item)}
            {...item}
            name={nameOf(item.message.fromId)}
            avatar={who(item.message.fromId)?.avatar}
          />
        ),
      )}
    </TalkMessages>
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
