import { formatFen, formatMoveList, formatRecord, plyCount, positionOf, turn } from '@doushouqi/rules';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { copyText } from './clipboard.ts';
import { MoveList } from './MoveList.tsx';
import styles from './Record.module.css';
import type { RoomView } from './use-room-view.ts';

/** The moves, with what is awaited at the end. */
export function RecordBody({ shown, seat, over }: Pick<RoomView, 'shown' | 'seat' | 'over'>) {
  const { t } = useTranslation();
  const mine = turn(positionOf(shown)) === seat;
  const next = seat === null ? 'room.moves.watching' : mine ? 'room.moves.yours' : 'room.moves.theirs';
  return (
    <div className={styles.list}>
      <MoveList game={shown} waiting={over ? null : t(next)} />
    </div>
  );
}

/** The move list in its card, for screens that have room for it. */
export function Record(view: RoomView) {
  const { t } = useTranslation();
  const plies = plyCount(view.shown);
  return (
    <Card framed className={styles.card}>
      <h2 className={styles.head}>
        {t('room.record')}
        {plies > 0 && <span>{t('room.moves.round', { round: Math.ceil(plies / 2) })}</span>}
      </h2>
      <RecordBody {...view} />
    </Card>
  );
}

interface RecordDialogProps {
  view: RoomView;
  open: boolean;
  onClose: () => void;
}

/** The move notation modal (spec §2): the list, and the game in the three forms in which it can be taken along. */
export function RecordDialog({ view, open, onClose }: RecordDialogProps) {
  const { t } = useTranslation();
  const { room, shown } = view;
  const { gameId } = room.header;
  return (
    <Dialog open={open} onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t('room.record')}</DialogTitle>
      <div className={styles.sheet}>
        <MoveList game={shown} waiting={null} />
      </div>
      <Code
        name={t('room.notation.fen')}
        done={t('room.notation.fenCopied')}
        text={formatFen(positionOf(shown))}
      />
      <Code
        name={t('room.notation.record')}
        done={t('room.notation.recordCopied')}
        text={formatRecord(room.game)}
      />
      <div className={styles.buttons}>
        <Button
          icon="copy"
          disabled={gameId === null}
          onClick={() => void copyText(formatMoveList(room.game), t('room.notation.listCopied'))}
        >
          {t('room.notation.copyList')}
        </Button>
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </div>
    </Dialog>
  );
}

/** A form of notation that can be copied by the button and, where that is forbidden, by hand. */
function Code({ name, done, text }: { name: string; done: string; text: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.code}>
      <span>{name}</span>
      <input readOnly value={text} aria-label={name} onFocus={(event) => event.target.select()} />
      <Button
        small
        icon="copy"
        aria-label={t('room.notation.copy', { name })}
        onClick={() => void copyText(text, done)}
      />
    </div>
  );
}
