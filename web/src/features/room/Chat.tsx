import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { MoveRecordBody } from '../table/MoveRecord.tsx';
import styles from './Chat.module.css';
import { ChatInput } from './ChatInput.tsx';
import { ChatMessages } from './ChatMessages.tsx';
import { lastFromOthers } from './chat-items.ts';
import { type OpenRoom, useRoom, userOf } from './use-open-room.ts';

/** Players speak; everybody else reads (spec §5). */
function Foot({ open, bare }: { open: OpenRoom; bare?: boolean }) {
  const { t } = useTranslation();
  if (open.isWatching) return <p className={styles.mute}>{t('room.chat.spectator')}</p>;
  return <ChatInput say={open.game.commands.say} {...(bare && { bare })} />;
}

/** The chat in its own card, beside the board. */
export function ChatCard(open: OpenRoom) {
  const { t } = useTranslation();
  return (
    <Card framed className={styles.card}>
      <h2>{t('room.chat.title')}</h2>
      <ChatMessages {...open} />
      <Foot open={open} />
    </Card>
  );
}

/** Whether somebody else said something since the chat was last in sight. */
function useUnread({ game }: OpenRoom, inSight: boolean): boolean {
  const last = useRoom(game, ({ chat }) => lastFromOthers(chat, game.userId)?.id ?? null);
  const [seen, setSeen] = useState(last);
  useEffect(() => {
    if (inSight) setSeen(last);
  }, [inSight, last]);
  return !inSight && last !== null && last !== seen;
}

/** Move list and chat as two slips of one card, where the screen has one column beside the board. */
export function RecordAndChat(open: OpenRoom) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<'record' | 'chat'>('record');
  const unread = useUnread(open, tab === 'chat');
  const record = (
    <div className={styles.record}>
      <MoveRecordBody table={open.table} />
    </div>
  );
  const chat = (
    <>
      <ChatMessages {...open} />
      <Foot open={open} />
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
          { name: 'record', label: t('table.record'), content: record },
          { name: 'chat', label: t('room.chat.short'), news, content: chat },
        ]}
      />
    </Card>
  );
}

/** A finger's way on the handle that opens or closes the sheet. Px. */
const PULL = 24;

/** The chat of a phone: a peek at the last message below the actions, and a sheet of 60 % over the lower part. */
export function ChatSheet(room: OpenRoom) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const start = useRef<number | null>(null);
  const unread = useUnread(room, open);
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
          <ChatMessages {...room} />
        </>
      ) : (
        <div className={styles.peekPlace}>
          <Peek room={room} unread={unread} onOpen={() => setOpen(true)} />
        </div>
      )}
      <Foot open={room} bare={!open} />
    </section>
  );
}

function Peek({ room, unread, onOpen }: { room: OpenRoom; unread: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const last = useRoom(room.game, ({ chat }) => chat.at(-1));
  const players = useRoom(room.game, ({ header }) => header.players);
  const user = last && userOf(room, { players }, last.fromId);
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
