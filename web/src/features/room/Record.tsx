import { plyCount, positionOf, turn } from '@doushouqi/rules';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { MoveList } from './MoveList.tsx';
import styles from './Record.module.css';
import type { RoomView } from './use-room-view.ts';

/** The move list in its card, for screens that have room for it. */
export function Record({ shown, seat, over }: RoomView) {
  const { t } = useTranslation();
  const plies = plyCount(shown);
  const mine = turn(positionOf(shown)) === seat;
  const next = seat === null ? 'room.moves.watching' : mine ? 'room.moves.yours' : 'room.moves.theirs';
  return (
    <Card framed className={styles.card}>
      <h2>
        {t('room.record')}
        {plies > 0 && <span>{t('room.moves.round', { round: Math.ceil(plies / 2) })}</span>}
      </h2>
      <div className={styles.list}>
        <MoveList game={shown} waiting={over ? null : t(next)} />
      </div>
    </Card>
  );
}

interface RecordDialogProps {
  view: RoomView;
  open: boolean;
  onClose: () => void;
}

/** The same in a dialog, for phones. */
export function RecordDialog({ view, open, onClose }: RecordDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose}>
      <DialogTitle className={styles.title}>{t('room.record')}</DialogTitle>
      <div className={styles.sheet}>
        <MoveList game={view.shown} waiting={null} />
      </div>
      <Button className={styles.close} onClick={onClose}>
        {t('ui.close')}
      </Button>
    </Dialog>
  );
}
