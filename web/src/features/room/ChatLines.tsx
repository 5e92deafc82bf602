import type { TFunction } from 'i18next';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogLine } from '../../game/room-log.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Chat.module.css';
import { type ChatItem, chatItems, isNearEnd } from './chat-lines.ts';
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

/** Follows the end of the list as long as the person has not scrolled away from it (spec §9). */
const useFollowing = (items: readonly ChatItem[]) => {
  const list = useRef<HTMLDivElement>(null);
  const near = useRef(true);
  const [news, setNews] = useState(false);
  const toEnd = (): void => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
    setNews(false);
  };
  const count = items.length;
  const last = items.at(-1);
  const own = last?.kind === 'said' && last.mine;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new line is followed or announced
  useLayoutEffect(() => {
    if (near.current || own) toEnd();
    else setNews(true);
  }, [count]);
  const onScroll = (): void => {
    if (!list.current) return;
    near.current = isNearEnd(list.current);
    if (near.current) setNews(false);
  };
  // A list that becomes lower or higher keeps its end in sight.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (near.current) element.scrollTo({ top: element.scrollHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { list, news, toEnd, onScroll };
};

/** What was said and what happened, newest below. */
export function ChatLines({ game, room, users }: RoomView) {
  const { t } = useTranslation();
  const { chat, log, header } = room;
  const items = useMemo(() => chatItems(chat, log, game.userId), [chat, log, game.userId]);
  const { list, news, toEnd, onScroll } = useFollowing(items);
  const userOf = (id: string) => users[header.players.indexOf(id)];
  const nameOf = (id: string): string => userOf(id)?.nickname ?? t('room.bar.unknown');
  return (
    <div className={styles.lines}>
      <div
        ref={list}
        role="log"
        aria-label={t('room.chat.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className={styles.list}
        onScroll={onScroll}
      >
        {items.map((item) =>
          item.kind === 'log' ? (
            <p key={item.line.id} className={styles.system}>
              {logText(t, item.line, nameOf)}
            </p>
          ) : (
            <Said
              key={`said-${item.message.id}`}
              {...item}
              name={nameOf(item.message.fromId)}
              avatar={userOf(item.message.fromId)?.avatar}
            />
          ),
        )}
      </div>
      {news && (
        <button type="button" className={styles.news} onClick={toEnd}>
          <Icon name="caret-down" />
          {t('room.chat.news')}
        </button>
      )}
    </div>
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
        <p className={styles.bubble}>{message.content}</p>
      </div>
    </div>
  );
}
