import { useEffect, useRef, useState } from 'react';
import { MoveRecordBody } from '../../shared/table/MoveRecord.tsx';
import { TableAlarm } from '../../shared/table/TableAlarm.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useCloseRequest } from '../../ui/use-close-request.ts';
import styles from './Chat.module.css';
import { ChatInput } from './ChatInput.tsx';
import { ChatMessages } from './ChatMessages.tsx';
import { t } from './texts.ts';
import { type OpenRoom, useRoom, userOf } from './use-open-room.ts';
import { useUnread } from './use-unread.ts';

/** Players speak; everybody else reads (spec §5). */
function Foot({ open, bare }: { open: OpenRoom; bare?: boolean }) {
  if (open.isWatching) return <p className={styles.mute}>{t('chat.spectator')}</p>;
  return <ChatInput say={open.game.commands.say} {...(bare && { bare })} />;
}

/** The chat in its own card, beside the board. */
export function ChatCard(open: OpenRoom) {
  return (
    <Card framed className={styles.card}>
      <h2>{t('chat.title')}</h2>
      <ChatMessages {...open} />
      <Foot open={open} />
    </Card>
  );
}

/** Move list and chat as two slips of one card: in the one column beside the board, and under it on phones. */
export function RecordAndChat(open: OpenRoom) {
  const isPhone = useTableLayout() === 'phone';
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
  const news = unread ? t('chat.news') : undefined;
  return (
    <Card framed className={styles.card}>
      <Tabs
        className={styles.tabs}
        value={tab}
        onChange={setTab}
        {...(isPhone && { aside: <TableAlarm controller={open.table.controller} short /> })}
        tabs={[
          { name: 'record', label: tableText('record'), content: record },
          { name: 'chat', label: t('chat.short'), news, content: chat },
        ]}
      />
    </Card>
  );
}

/** The pane of a phone in landscape: the moves, and the chat over them while it is open. */
export function PaneChat(open: OpenRoom) {
  const close = (): void => open.setChatOpen(false);
  useCloseRequest(true, close);
  return (
    <Card framed className={cx(styles.card, styles.pane)}>
      <h2>
        {t('chat.short')}
        <IconButton icon="x" label={t('chat.close')} onClick={close} />
      </h2>
      <ChatMessages {...open} />
      <Foot open={open} bare />
    </Card>
  );
}

/** A finger's way on the handle that opens or closes the sheet. Px. */
const PULL = 24;

/** The bar that opens and closes the sheet, by a press or by pulling it. */
function Handle({ isOpen, setOpen }: { isOpen: boolean; setOpen: (open: boolean) => void }) {
  const start = useRef<number | null>(null);
  const pulled = (end: number): void => {
    const way = start.current === null ? 0 : start.current - end;
    start.current = null;
    if (Math.abs(way) > PULL) setOpen(way > 0);
  };
  return (
    <button
      type="button"
      className={styles.handle}
      aria-expanded={isOpen}
      aria-label={t(isOpen ? 'chat.close' : 'chat.open')}
      onClick={() => setOpen(!isOpen)}
      onTouchStart={(event) => {
        start.current = event.touches[0]?.clientY ?? null;
      }}
      onTouchEnd={(event) => pulled(event.changedTouches[0]?.clientY ?? 0)}
    />
  );
}

/** The chat of a screen upright: the last message below everything else, and a sheet of 60 % over the lower part. */
export function ChatSheet(room: OpenRoom) {
  const { isChatOpen, setChatOpen, table } = room;
  const unread = useUnread(room, isChatOpen);
  const { isResultOpen, setResultOpen } = table;
  useCloseRequest(isChatOpen, () => setChatOpen(false));
  // The result comes once: the sheet makes room for it, and takes its place only when it is asked to.
  useEffect(() => {
    if (isResultOpen) setChatOpen(false);
  }, [isResultOpen, setChatOpen]);
  const setOpen = (open: boolean): void => {
    if (open && isResultOpen) setResultOpen(false);
    setChatOpen(open);
  };
  return (
    <section
      className={cx(styles.sheet, isChatOpen && styles.open)}
      data-sheet={isChatOpen ? 'open' : 'peek'}
      aria-label={t('chat.title')}
      onKeyDown={(event) => event.key === 'Escape' && setChatOpen(false)}
    >
      <Handle isOpen={isChatOpen} setOpen={setOpen} />
      {isChatOpen ? (
        <>
          <h2>
            {t('chat.title')}
            <IconButton icon="x" label={t('chat.close')} onClick={() => setOpen(false)} />
          </h2>
          <ChatMessages {...room} />
        </>
      ) : (
        <Peek room={room} unread={unread} onOpen={() => setOpen(true)} />
      )}
      <Foot open={room} bare={!isChatOpen} />
    </section>
  );
}

function Peek({ room, unread, onOpen }: { room: OpenRoom; unread: boolean; onOpen: () => void }) {
  const last = useRoom(room.game, ({ chat }) => chat.at(-1));
  const players = useRoom(room.game, ({ header }) => header.players);
  const user = last && userOf(room, { players }, last.fromId);
  return (
    <button
      type="button"
      className={styles.peek}
      data-mine={last !== undefined && last.fromId === room.game.userId}
      onClick={onOpen}
    >
      {last ? (
        <>
          <Avatar file={user?.avatar} size={26} />
          <span className={styles.peekBubble}>{last.content}</span>
          {unread && (
            <>
              <i className={styles.dot} />
              <span className="visually-hidden">{t('chat.news')}</span>
            </>
          )}
        </>
      ) : (
        <span className={styles.system}>{t('chat.empty')}</span>
      )}
    </button>
  );
}
