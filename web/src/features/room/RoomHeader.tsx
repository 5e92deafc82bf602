import { useTranslation } from 'react-i18next';
import { ModeButton } from '../../app/ModeButton.tsx';
import { useSession } from '../../app/session.ts';
import type { OnlineGame } from '../../game/online/online-game.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { MuteButton } from '../table/MuteButton.tsx';
import { TableSettings } from '../table/TableSettings.tsx';
import styles from './RoomHeader.module.css';
import { copyNumber } from './room-link.ts';
import { useOnline, useRoom } from './use-open-room.ts';

interface RoomHeaderProps {
  roomId: string;
  /** Its room is there; null while it is on its way. */
  game: OnlineGame | null;
  onBack: () => void;
  /** Opens the move notation; null while there is none. */
  onRecord: (() => void) | null;
  /** Opens the list of those who watch, where the page has no room for it. */
  onSpectators?: () => void;
  /** Shows the board alone. */
  onFull?: (() => void) | null;
}

/** The bar over a room: the way back, its number and state, switches. */
export function RoomHeader(props: RoomHeaderProps) {
  const { roomId, game, onBack, onRecord, onSpectators, onFull = null } = props;
  const { t } = useTranslation();
  const user = useSession((state) => state.user);
  return (
    <header className={styles.bar}>
      <IconButton icon="arrow-left" label={t('room.back')} onClick={onBack} />
      <h1 className={styles.title}>
        <span className={styles.word}>{t('room.room')} </span>
        <span className={styles.number}>{roomId}</span>
      </h1>
      <IconButton
        icon="copy"
        label={t('room.copyNumber')}
        className={styles.copy}
        onClick={() => void copyNumber(roomId)}
      />
      {game && <State game={game} />}
      <span className={styles.space} />
      {game && onSpectators && <SpectatorCount game={game} onOpen={onSpectators} />}
      {onRecord && <RecordButtons onOpen={onRecord} />}
      <MuteButton className={styles.mute} />
      <TableSettings onFull={onFull} />
      <span className={styles.wide}>
        <ModeButton />
        {user && <Avatar file={user.avatar} size={34} />}
      </span>
    </header>
  );
}

/** How the room stands: its state, its time control, whether the person only watches. */
function State({ game }: { game: OnlineGame }) {
  const { t } = useTranslation();
  const status = useOnline(game, (state) => state.status);
  const isWatching = useOnline(game, (state) => state.own === null);
  const timeControl = useRoom(game, ({ header }) => header.timeControl);
  return (
    <>
      <Chip tone={status === 'over' ? 'default' : 'jade'} className={styles.status}>
        {t(`room.status.${status}`)}
      </Chip>
      <Chip icon="timer" className={styles.time}>
        {t('room.timeControl', { ...timeControl })}
      </Chip>
      {isWatching && (
        <Chip tone="gold" icon="eye" className={styles.watching}>
          {t('room.watching')}
        </Chip>
      )}
    </>
  );
}

function SpectatorCount({ game, onOpen }: { game: OnlineGame; onOpen: () => void }) {
  const { t } = useTranslation();
  const count = useRoom(game, ({ header }) => header.spectators.length);
  const isWatching = useOnline(game, (state) => state.own === null);
  return (
    <button
      type="button"
      className={styles.spectators}
      aria-label={t('room.spectators.open', { count })}
      onClick={onOpen}
    >
      <Chip tone={isWatching ? 'gold' : 'default'} icon="eye">
        {count}
      </Chip>
    </button>
  );
}

function RecordButtons({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Button small icon="list-numbers" className={styles.recordWide} onClick={onOpen}>
        {t('table.record')}
      </Button>
      <IconButton icon="list-numbers" label={t('table.record')} className={styles.record} onClick={onOpen} />
    </>
  );
}
