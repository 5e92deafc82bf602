import { isAssignedRoom } from '@doushouqi/protocol';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from './RoomScreen.module.css';
import { t } from './waiting-texts.ts';

interface NoRoomProps {
  roomId: string;
  /**
   * `gone`: a visitor came by a link to a room that does not exist; `unknown`: a member did, who may create it;
   * `closed`: only the players may see the game.
   */
  why: 'gone' | 'unknown' | 'closed';
  onCreate: () => void;
}

/** In place of a room that the user cannot enter. */
export function NoRoom({ roomId, why: reason, onCreate }: NoRoomProps) {
  const why = reason !== 'closed' && isAssignedRoom(roomId) ? 'assigned' : reason;
  return (
    <main>
      {why === 'unknown' ? (
        <EmptyState
          animal="cat"
          title={t('unknown.title', { id: roomId })}
          text={t('unknown.hint')}
          action={
            <div className={styles.ways}>
              <Button tone="primary" icon="door" onClick={onCreate}>
                {t('unknown.create')}
              </Button>
              <ButtonLink to="/play/room">{t('unknown.other')}</ButtonLink>
            </div>
          }
        />
      ) : (
        <EmptyState
          animal="cat"
          title={t(`${why}.title`)}
          text={t(`${why}.hint`)}
          action={<ButtonLink to={why === 'gone' ? '/play/room' : '/play'}>{t(`${why}.way`)}</ButtonLink>}
        />
      )}
    </main>
  );
}
