import { POLICIES } from '@doushouqi/protocol';
import { isWatchable } from '@doushouqi/room';
import type { ReactNode } from 'react';
import { placeSearch } from '../../shared/header/header-slots.ts';
import { HeaderEnd } from '../../shared/header/PageHeader.tsx';
import head from '../../shared/table/TableHeader.module.css';
import { MuteButton, TableSettings } from '../../shared/table/TableSettings.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Chip } from '../../ui/Marks.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useMedia } from '../../ui/use-browser.ts';
import { timeText } from './choice-texts.ts';
import type { OnlineGame } from './online/online-game.ts';
import styles from './RoomHeader.module.css';
import { copyNumber } from './share-room.ts';
import { t } from './texts.ts';
import { useOnline, useRoom } from './use-open-room.ts';

interface RoomHeaderProps {
  roomId: string;
  /** Null while the room is loading. */
  game: OnlineGame | null;
  /** Shown in place of the number; null in rooms by number. */
  pairName?: string | null;
  /** Shown in place of that where there is room for it. */
  heading?: ReactNode;
  onBack: () => void;
  /** Opens the move notation; null without a room. */
  onRecord: (() => void) | null;
  /** Opens the list of spectators where the page has no room for it. */
  onSpectators?: () => void;
  /** Turns the board, for users without a row of actions. */
  onFlip?: (() => void) | null;
  /** Opens the chat in landscape, for users without a row of actions. */
  onChat?: (() => void) | null;
  /** For visitors, in landscape. */
  onLogin?: (() => void) | null;
  /** Requests another game where the row of actions has no place for it. */
  onReset?: (() => void) | null;
  /** Shows only the board. */
  onFull?: (() => void) | null;
}

/** The bar over a room: the way back, its number and state, switches. In landscape a rail beside the board. */
export function RoomHeader(props: RoomHeaderProps) {
  return useTableLayout() === 'landscape' ? <Rail {...props} /> : <Bar {...props} />;
}

function Bar(props: RoomHeaderProps) {
  const {
    roomId,
    game,
    pairName = null,
    heading,
    onBack,
    onRecord,
    onSpectators,
    onFlip,
    onFull = null,
  } = props;
  return (
    <header className={head.bar}>
      <IconButton icon="arrow-left" label={t('back')} onClick={onBack} />
      <h1 className={cx(head.title, !pairName && styles.whole)}>
        {pairName ? (
          heading || pairName
        ) : (
          <>
            <span className={game ? styles.word : undefined}>{t('room')} </span>
            {/* Only a loaded room has a number to show: a found game has a name. */}
            {game && <span className={styles.number}>{roomId}</span>}
          </>
        )}
      </h1>
      {game && !pairName && (
        <IconButton
          icon="copy"
          label={t('copyNumber')}
          className={styles.copy}
          onClick={() => void copyNumber(roomId)}
        />
      )}
      {game && <State game={game} />}
      <span className={head.space} />
      <span ref={placeSearch} />
      {game && onSpectators && <SpectatorCount game={game} onOpen={onSpectators} />}
      {onFlip && (
        <IconButton
          icon="arrows-down-up"
          label={tableText('actions.flip')}
          className={styles.flip}
          onClick={onFlip}
        />
      )}
      {onRecord && <RecordButtons onOpen={onRecord} />}
      <MuteButton className={styles.mute} />
      <TableSettings onFull={onFull} />
      <HeaderEnd className={head.wide} />
    </header>
  );
}

/** Below this height a menu holds everything except the way back. */
const LOW = '(max-height: 359px)';

/** The same without labels, at the edge of a phone in landscape. */
function Rail({ roomId, game, pairName = null, ...props }: RoomHeaderProps) {
  const { onBack, onRecord, onSpectators, onFlip, onChat, onLogin, onReset } = props;
  const isLow = useMedia(LOW);
  const buttons = [
    onLogin && { icon: 'sign-in' as const, label: t('loginToWatch'), onSelect: onLogin },
    onChat && { icon: 'chat-circle-dots' as const, label: t('chat.short'), onSelect: onChat },
    onFlip && { icon: 'arrows-down-up' as const, label: tableText('actions.flip'), onSelect: onFlip },
    onRecord && { icon: 'list-numbers' as const, label: tableText('record'), onSelect: onRecord },
  ].filter((button) => !!button);
  const more = [
    ...(isLow ? [{ icon: 'arrow-left' as const, label: t('back'), onSelect: onBack }, ...buttons] : []),
    ...(onReset ? [{ icon: 'arrows-clockwise' as const, label: t('actions.reset'), onSelect: onReset }] : []),
    ...(game && onSpectators
      ? [{ icon: 'eye' as const, label: t('spectators.title'), onSelect: onSpectators }]
      : []),
    ...(pairName
      ? []
      : [{ icon: 'copy' as const, label: t('copyNumber'), onSelect: () => void copyNumber(roomId) }]),
  ];
  return (
    <header className={cx(head.rail, styles.rail)} data-low={isLow}>
      <h1 className="visually-hidden">{pairName ?? t('title', { id: roomId })}</h1>
      {!isLow && <IconButton icon="arrow-left" label={t('back')} onClick={onBack} />}
      <span className={head.space} />
      <span ref={placeSearch} data-rail />
      {!isLow &&
        buttons.map(({ icon, label, onSelect }) => (
          <IconButton key={icon} icon={icon} label={label} onClick={onSelect} />
        ))}
      {!isLow && <MuteButton />}
      {!isLow && <TableSettings onFull={null} />}
      {more.length > 0 && <Menu label={t('more')} items={more} className={styles.more} />}
    </header>
  );
}

/** The state of the room, its time control, and whether the user is a spectator. */
function State({ game }: { game: OnlineGame }) {
  const status = useOnline(game, (state) => state.status);
  const isWatching = useOnline(game, (state) => state.own === null);
  const { kind, timeControl, daysPerMove } = useRoom(game, ({ header }) => header);
  return (
    <>
      <Chip tone={status === 'over' ? 'default' : 'jade'} className={styles.status}>
        {t(`status.${status}`)}
      </Chip>
      {POLICIES[kind].title === 'number' && (
        <Chip
          icon={timeControl ? 'timer' : 'hourglass-medium'}
          className={timeControl ? styles.time : styles.pace}
        >
          {timeText(timeControl, daysPerMove)}
        </Chip>
      )}
      {isWatching && (
        <Chip tone="gold" icon="eye" className={styles.watching}>
          {t('watching')}
        </Chip>
      )}
    </>
  );
}

function SpectatorCount({ game, onOpen }: { game: OnlineGame; onOpen: () => void }) {
  const count = useRoom(game, ({ header }) => header.spectators.length);
  const isWatching = useOnline(game, (state) => state.own === null);
  const isOpen = useRoom(game, ({ header }) => isWatchable(header));
  if (!isOpen) return null;
  return (
    <button
      type="button"
      className={styles.spectators}
      aria-label={t('spectators.open', { count })}
      onClick={onOpen}
    >
      <Chip tone={isWatching ? 'gold' : 'default'} icon="eye">
        {count}
      </Chip>
    </button>
  );
}

function RecordButtons({ onOpen }: { onOpen: () => void }) {
  return (
    <>
      <Button small icon="list-numbers" className={styles.recordWide} onClick={onOpen}>
        {tableText('record')}
      </Button>
      <IconButton
        icon="list-numbers"
        label={tableText('record')}
        className={styles.record}
        onClick={onOpen}
      />
    </>
  );
}
