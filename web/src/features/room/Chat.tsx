import { CHAT_LENGTH, CHAT_PHRASES, POLICIES } from '@doushouqi/protocol';
import type { RoomLogEntry } from '@doushouqi/room-client';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { attempt } from '../../client/attempt.ts';
import { useSanction } from '../../client/sanctions.ts';
import { useSession } from '../../client/session.ts';
import { SanctionPlace } from '../../shared/letters/SanctionPlace.tsx';
import { Reportable } from '../../shared/people/Reportable.tsx';
import { MoveRecordBody } from '../../shared/table/MoveRecord.tsx';
import { TableAlarm } from '../../shared/table/TableAlarm.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { Bubble, TalkInput, TalkMessages } from '../../ui/Talk.tsx';
import { useCloseRequest } from '../../ui/use-close-request.ts';
import { useFollowing } from '../../ui/use-following.ts';
import styles from './Chat.module.css';
import { type ChatItem, chatItems, lastFromOthers } from './chat-items.ts';
import { choicesText } from './choice-texts.ts';
import { offerName } from './online/offers.ts';
import { t } from './texts.ts';
import { isCorrespondence, type OpenRoom, useRoom, userOf } from './use-open-room.ts';

const PastTime = lazyPart(async () => ({ default: (await import('./correspondence.ts')).PastTime }));

/** Players write; all other users only read. */
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

/** Move list and chat as two tabs of one card: in the one column beside the board, and under it on phones. */
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

/** Distance of a pull on the handle that opens or closes the sheet. Px. */
const PULL = 24;

/** The bar that opens and closes the sheet by a press or a pull. */
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

/**
 * The chat of a screen in portrait: the last message below everything else, and a sheet of 60 % over the lower part.
 */
export function ChatSheet(room: OpenRoom) {
  const { isChatOpen, setChatOpen, table } = room;
  const unread = useUnread(room, isChatOpen);
  const { isResultOpen, setResultOpen } = table;
  useCloseRequest(isChatOpen, () => setChatOpen(false));
  // The open result dialog closes the sheet, and opening the sheet closes the dialog.
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
          <LineTime game={room.game} at={last.timestamp} />
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

/** The text of a log entry. `isOfTournament`: a game without a first move is lost. */
function logText(entry: RoomLogEntry, nameOf: (id: string) => string, isOfTournament: boolean): string {
  switch (entry.kind) {
    case 'started':
      return t(`chat.log.started.${entry.first}`);
    case 'choices':
      return t('chat.log.choices', { choices: choicesText(entry.table) });
    case 'aborted':
      return t(`chat.log.${isOfTournament ? 'forfeit' : 'aborted'}`);
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

/** A unique key of an item. */
function keyOf(item: ChatItem): string {
  return item.kind === 'log' ? item.entry.id : `said-${item.message.id}`;
}

/** Messages and room log, newest below. */
function ChatMessages(room: OpenRoom) {
  const { game } = room;
  const chat = useRoom(game, (watched) => watched.chat);
  const log = useRoom(game, (watched) => watched.log);
  const players = useRoom(game, ({ header }) => header.players);
  const isOfTournament = useRoom(game, ({ header }) => POLICIES[header.kind].returnsTo === 'context');
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
            {logText(item.entry, nameOf, isOfTournament)}
          </p>
        ) : (
          <Said
            key={keyOf(item)}
            {...item}
            room={room}
            name={nameOf(item.message.fromId)}
            avatar={who(item.message.fromId)?.avatar}
          />
        ),
      )}
    </TalkMessages>
  );
}

type SaidProps = Extract<ChatItem, { kind: 'said' }> & {
  room: OpenRoom;
  name: string;
  avatar: string | undefined;
};

/** When a line was written, in a game that lasts for days. */
function LineTime({ game, at }: { game: OpenRoom['game']; at: number }) {
  return (
    useRoom(game, isCorrespondence) && (
      <Suspense>
        <PastTime at={at} />
      </Suspense>
    )
  );
}

function Said({ message, mine, opening, room, name, avatar }: SaidProps) {
  return (
    <div className={cx(styles.said, mine && styles.mine, opening && styles.opening)}>
      {!mine && (opening ? <Avatar file={avatar} size={34} /> : <span className={styles.noFace} />)}
      <div className={styles.words}>
        {opening && !mine && <span className={styles.name}>{name}</span>}
        {!opening || mine ? <span className="visually-hidden">{name}</span> : null}
        {mine ? (
          <Bubble mine>{message.content}</Bubble>
        ) : (
          <Reportable
            reported={{ kind: 'line', id: `${room.roomId}:${message.id}`, content: message.content }}
            name={name}
          >
            <Bubble mine={false}>{message.content}</Bubble>
          </Reportable>
        )}
        <LineTime game={room.game} at={message.timestamp} />
      </div>
    </div>
  );
}

const PRESETS = Object.values(CHAT_PHRASES);

interface ChatInputProps {
  /** Rejects when the message could not be sent. */
  say: (content: string) => Promise<void>;
  /** Hides the row of ready-made phrases. */
  bare?: boolean;
}

/** Sends messages to the room; guests and muted users send ready-made phrases. A message that could not be sent stays in the input. */
export function ChatInput({ say, bare }: ChatInputProps) {
  const isGuest = useSession(({ user }) => user?.isGuest === true);
  const mute = useSanction('mute');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const trySaying = async (content: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const said = await attempt(say(content), t('chat.failed'));
    setBusy(false);
    return said;
  };
  return (
    <div className={styles.foot}>
      {(!bare || isGuest) && (
        <ul className={cx(styles.presets, isGuest && styles.all)} aria-label={t('chat.presets')}>
          {PRESETS.map((preset) => (
            <li key={preset}>
              <button type="button" disabled={busy} onClick={() => void trySaying(preset)}>
                {preset}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isGuest ? (
        !bare && <p className={styles.mute}>{t('chat.guest')}</p>
      ) : mute ? (
        <div className={styles.form}>
          <SanctionPlace letter={mute} />
        </div>
      ) : (
        <TalkInput
          text={text}
          onText={setText}
          limit={CHAT_LENGTH}
          onSay={trySaying}
          placeholder={t('chat.placeholder')}
          sendLabel={t('chat.send')}
          className={styles.form}
        />
      )}
    </div>
  );
}

/** Returns whether another user wrote since the chat was last visible. */
export function useUnread({ game }: OpenRoom, inSight: boolean): boolean {
  const last = useRoom(game, ({ chat }) => lastFromOthers(chat, game.userId)?.id ?? null);
  const [seen, setSeen] = useState(last);
  useEffect(() => {
    if (inSight) setSeen(last);
  }, [inSight, last]);
  return !inSight && last !== null && last !== seen;
}
