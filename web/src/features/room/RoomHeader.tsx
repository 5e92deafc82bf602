import { useTranslation } from 'react-i18next';
import { ModeButton } from '../../app/ModeButton.tsx';
import { useSession } from '../../app/session.ts';
import type { RoomState } from '../../game/room-state.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { copyNumber } from './clipboard.ts';
import styles from './RoomHeader.module.css';
import { RoomSettings } from './RoomSettings.tsx';

interface RoomHeaderProps {
  roomId: string;
  /** Null while it is on its way. */
  room: RoomState | null;
  /** Neither of the players. */
  watching: boolean;
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
  const { roomId, room, watching, onBack, onRecord, onSpectators, onFull = null } = props;
  const { t } = useTranslation();
  const user = useSession((state) => state.user);
  const status =
    room &&
    (room.header.status === 'waiting' || room.header.status === 'playing' ? room.header.status : 'over');
  return (
    <header className={styles.bar}>
      <IconButton icon="arrow-left" label={t('room.back')} onClick={onBack} />
      <h1 className={styles.title}>
        {t('room.room')} <span className={styles.number}>{roomId}</span>
      </h1>
      <IconButton
        icon="copy"
        label={t('room.copyNumber')}
        className={styles.copy}
        onClick={() => void copyNumber(roomId)}
      />
      {status && (
        <Chip tone={status === 'over' ? 'default' : 'jade'} className={styles.status}>
          {t(`room.status.${status}`)}
        </Chip>
      )}
      {room && (
        <Chip icon="timer" className={styles.time}>
          {t('room.timeControl', { ...room.header.timeControl })}
        </Chip>
      )}
      {room && watching && (
        <Chip tone="gold" icon="eye" className={styles.watching}>
          {t('room.watching')}
        </Chip>
      )}
      <span className={styles.space} />
      {room && onSpectators && (
        <button
          type="button"
          className={styles.spectators}
          aria-label={t('room.spectators.open', { count: room.header.spectators.length })}
          onClick={onSpectators}
        >
          <Chip tone={watching ? 'gold' : 'default'} icon="eye">
            {room.header.spectators.length}
          </Chip>
        </button>
      )}
      {onRecord && (
        <>
          <Button small icon="list-numbers" className={styles.recordWide} onClick={onRecord}>
            {t('room.record')}
          </Button>
          <IconButton
            icon="list-numbers"
            label={t('room.record')}
            className={styles.record}
            onClick={onRecord}
          />
        </>
      )}
      <RoomSettings onFull={onFull} />
      <span className={styles.wide}>
        <ModeButton />
        {user && <Avatar file={user.avatar} size={34} />}
      </span>
    </header>
  );
}
