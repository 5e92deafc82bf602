import { type ChosenColor, DEFAULT_TIME_CONTROL, type RoomWish, type TimeControl } from '@doushouqi/protocol';
import type { Side } from '@doushouqi/rules';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TimeControlChoice } from '../clock/TimeControlChoice.tsx';
import styles from './NewRoomDialog.module.css';
import { t } from './texts.ts';

interface NewRoomDialogProps {
  onClose: () => void;
  onCreate: (wish: RoomWish) => void;
  /** The position to play on from: its FEN and the side to move. */
  from?: { fen: string; turn: Side } | undefined;
}

const COLORS = ['red', 'blue', 'random'] as const satisfies readonly ChosenColor[];

/** Opens a friends' room with the choices of its creator. */
export default function NewRoomDialog({ onClose, onCreate, from }: NewRoomDialogProps) {
  const [color, setColor] = useState<ChosenColor>('red');
  const [timeControl, setTimeControl] = useState<TimeControl | null>(DEFAULT_TIME_CONTROL);
  const [undo, setUndo] = useState(true);
  const [spectators, setSpectators] = useState(true);
  return (
    <Dialog open onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t('title')}</DialogTitle>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onCreate({ timeControl, color, undo, spectators, ...(from && { start: from.fen }) });
        }}
      >
        {from && <p className={styles.note}>{t('start', { side: t(`side.${from.turn}`) })}</p>}
        <Choice
          legend={t('color')}
          options={COLORS.map((one) => [one, t(`colors.${one}`)])}
          value={color}
          onChange={setColor}
        />
        <TimeControlChoice value={timeControl} onChange={setTimeControl} />
        <div className={styles.allowed}>
          <Switch on={undo} onChange={setUndo}>
            {t('undo')}
          </Switch>
          <Switch on={spectators} onChange={setSpectators}>
            {t('spectators')}
          </Switch>
        </div>
        <p className={styles.swap}>{t('swap')}</p>
        <div className={styles.ways}>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" tone="primary">
            {t('submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
