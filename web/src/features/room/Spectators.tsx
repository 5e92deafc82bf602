import { useTranslation } from 'react-i18next';
import type { OnlineGame } from '../../game/online/online-game.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { NameCard } from '../friends/NameCard.tsx';
import styles from './Spectators.module.css';
import { useRoom } from './use-open-room.ts';
import { usePlayers } from './use-players.ts';

/** More faces than this are a number. */
const SHOWN = 12;

function Faces({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  const users = usePlayers(ids.slice(0, SHOWN));
  const more = ids.length - SHOWN;
  return (
    <ul className={styles.faces}>
      {ids.slice(0, SHOWN).map((id, index) => {
        const user = users[index];
        return (
          <li key={id} data-known={user !== undefined}>
            {user ? (
              <NameCard userId={id} nickname={user.nickname} className={styles.face}>
                <Avatar file={user.avatar} size={34} />
                <span>{user.nickname}</span>
              </NameCard>
            ) : (
              <>
                <Avatar size={34} />
                <span>{t('room.spectators.unknown')}</span>
              </>
            )}
          </li>
        );
      })}
      {more > 0 && <li className={styles.more}>{t('room.spectators.more', { count: more })}</li>}
    </ul>
  );
}

/** Who watches, in a card beside the board. */
export function SpectatorsCard({ game }: { game: OnlineGame }) {
  const { t } = useTranslation();
  const ids = useRoom(game, ({ header }) => header.spectators);
  return (
    <Card className={styles.card}>
      <h2>
        <Icon name="eye" />
        {t('room.spectators.title')}
        <span>{t('room.spectators.count', { count: ids.length })}</span>
      </h2>
      {ids.length > 0 && <Faces ids={ids} />}
    </Card>
  );
}

interface SpectatorsDialogProps {
  game: OnlineGame;
  open: boolean;
  onClose: () => void;
}

/** The same in a dialog, for smaller screens. */
export function SpectatorsDialog({ game, open, onClose }: SpectatorsDialogProps) {
  const { t } = useTranslation();
  const ids = useRoom(game, ({ header }) => header.spectators);
  return (
    <Dialog open={open} onClose={onClose}>
      <DialogTitle className={styles.title}>
        {t('room.spectators.title')} <span>{t('room.spectators.count', { count: ids.length })}</span>
      </DialogTitle>
      {ids.length > 0 ? <Faces ids={ids} /> : <p className={styles.none}>{t('room.spectators.none')}</p>}
      <Button className={styles.close} onClick={onClose}>
        {t('ui.close')}
      </Button>
    </Dialog>
  );
}
