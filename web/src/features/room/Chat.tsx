import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './Chat.module.css';
import { ChatInput } from './ChatInput.tsx';
import { ChatLines } from './ChatLines.tsx';
import { lastFromOthers } from './chat-lines.ts';
import { RecordBody } from './Record.tsx';
import type { RoomView } from './use-room-view.ts';

/** Players speak; everybody else reads (spec §5). */
function Foot({ view, bare }: { view: RoomView; bare?: boolean }) {
  const { t } = useTranslation();
  if (view.seat === null) return <p className={styles.mute}>{t('room.chat.spectator')}</p>;
  return <ChatInput game={view.game} {...(bare && { bare })} />;
}

/** The chat in its own card, beside the board. */
export function ChatCard(view: RoomView) {
  const { t } = useTranslation();
  return (
    <Card framed className={styles.card}>
      <h2>{t('room.chat.title')}</h2>
      <ChatLines {...view} />
      <Foot view={view} />
    </Card>
  );
}

/** Whether somebody else said something since the chat was last in sight. */
const useUnread = (view: RoomView, inSight: boolean): boolean => {
  const last = lastFromOthers(view.room.chat, view.game.userId)?.id ?? null;
  const [seen, setSeen] = useState(last);
  useEffect(() => {
    if (inSight) setSeen(last);
  }, [inSight, last]);
  return !inSight && last !== null && last !== seen;
};

/** Move list and chat as two slips of one card, where the screen has one column beside the board. */
export function RecordAndChat(view: RoomView) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<'record' | 'chat'>('record');
  const unread = useUnread(view, tab === 'chat');
  const record = (
    <div className={styles.record}>
      <RecordBody {...view} />
    </div>
  );
  const chat = (
    <>
      <ChatLines {...view} />
      <Foot view={view} />
    </>
  );
  const news = unread ? t('room.chat.news') : undefined;
  return (
    <Card framed className={styles.card}>
      <Tabs
        className={styles.tabs}
        value={tab}
        onChange={setTab}
        tabs={[
          { name: 'record', label: t('room.record'), content: record },
          { name: 'chat', label: t('room.chat.short'), news, content: chat },
        ]}
      />
    </Card>
  );
}

/** A finger's way on the handle that opens or closes the sheet. Px. */
const PULL = 24;

/** The chat of a phone: a peek at the last line below the actions, and a sheet of 60 % over the lower part. */
export function ChatSheet(view: RoomView) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const start = useRef<number | null>(null);
  const unread = useUnread(view, open);
  const pulled = (end: number): void => {
    const way = start.current === null ? 0 : start.current - end;
    start.current = null;
    if (Math.abs(way) > PULL) setOpen(way > 0);
  };
  return (
    <section
      className={cx(styles.sheet, open && styles.open)}
      aria-label={t('room.chat.title')}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      <button
        type="button"
        className={styles.handle}
        aria-expanded={open}
        aria-label={t(open ? 'room.chat.close' : 'room.chat.open')}
        onClick={() => setOpen(!open)}
        onTouchStart={(event) => {
          start.current = event.touches[0]?.clientY ?? null;
        }}
        onTouchEnd={(event) => pulled(event.changedTouches[0]?.clientY ?? 0)}
      />
      {open ? (
        <>
          <h2>
            {t('room.chat.title')}
            <IconButton icon="x" label={t('room.chat.close')} onClick={() => setOpen(false)} />
          </h2>
          <ChatLines {...view} />
        </>
      ) : (
        <div className={styles.peekPlace}>
          <Peek view={view} unread={unread} onOpen={() => setOpen(true)} />
        </div>
      )}
      <Foot view={view} bare={!open} />
    </section>
  );
}

function Peek({ view, unread, onOpen }: { view: RoomView; unread: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const { room, users } = view;
  const last = room.chat.at(-1);
  const user = last && users[room.header.players.indexOf(last.fromId)];
  return (
    <button type="button" className={styles.peek} onClick={onOpen}>
      {last ? (
        <>
          <Avatar file={user?.avatar} size={26} />
          <span className={styles.peekBubble}>{last.content}</span>
          {unread && (
            <>
              <i className={styles.dot} />
              <span className="visually-hidden">{t('room.chat.news')}</span>
            </>
          )}
        </>
      ) : (
        <span className={styles.system}>{t('room.chat.empty')}</span>
      )}
    </button>
  );
}
