import { useTranslation } from 'react-i18next';
import { ModeButton } from '../../app/ModeButton.tsx';
import { useSession } from '../../app/session.ts';
import type { RoomState } from '../../game/room-state.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { copyNumber } from './clipboard.ts';
import styles from './RoomHeader.module.css';
import { toggleSound, useSoundOn } from './sound-setting.ts';

interface RoomHeaderProps {
  roomId: string;
  /** Null while it is on its way. */
  room: RoomState | null;
  /** Neither of the players. */
  watching: boolean;
  onBack: () => void;
  /** Opens the move list, where the page has no room for it; null while there is none. */
  onRecord: (() => void) | null;
}

/** The bar over a room: the way back, its number and state, switches. */
export function RoomHeader({ roomId, room, watching, onBack, onRecord }: RoomHeaderProps) {
  const { t } = useTranslation();
  const soundOn = useSoundOn();
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
      {onRecord && (
        <IconButton
          icon="list-numbers"
          label={t('room.record')}
          className={styles.record}
          onClick={onRecord}
        />
      )}
      <IconButton
        icon={soundOn ? 'speaker-high' : 'speaker-slash'}
        label={t(soundOn ? 'room.soundOff' : 'room.soundOn')}
        onClick={toggleSound}
      />
      <span className={styles.wide}>
        <ModeButton />
        {user && <Avatar file={user.avatar} size={34} />}
      </span>
    </header>
  );
}
