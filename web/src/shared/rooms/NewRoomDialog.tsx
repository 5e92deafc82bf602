import { type ChosenColor, type RoomWish, TIME_CONTROL_BOUNDS, TIME_CONTROLS } from '@doushouqi/protocol';
import type { Side } from '@doushouqi/rules';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './NewRoomDialog.module.css';
import { t } from './texts.ts';

interface NewRoomDialogProps {
  onClose: () => void;
  onCreate: (wish: RoomWish) => void;
  /** The position to play on from: its FEN and the side to move. */
  from?: { fen: string; turn: Side } | undefined;
}

const COLORS = ['red', 'blue', 'random'] as const satisfies readonly ChosenColor[];
const PRESETS = TIME_CONTROLS.map((control) => ({
  control,
  name: `${control.initial} + ${control.increment}`,
}));
const OWN = 'own';
const NONE = 'none';

/** Opens a friends' room with the choices of its creator. */
export default function NewRoomDialog({ onClose, onCreate, from }: NewRoomDialogProps) {
  const [color, setColor] = useState<ChosenColor>('red');
  const [time, setTime] = useState('5 + 3');
  const [own, setOwn] = useState({ initial: 20, increment: 10 });
  const [undo, setUndo] = useState(true);
  const [spectators, setSpectators] = useState(true);
  const times = [
    ...PRESETS.map(({ name }) => [name, name] as const),
    [OWN, t('own')],
    [NONE, t('untimed')],
  ] as const;
  const timeControl = time === NONE ? null : (PRESETS.find(({ name }) => name === time)?.control ?? own);
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
        <Choice legend={t('time')} options={times} value={time} onChange={setTime} className={styles.times} />
        {time === OWN && <OwnTime {...own} onChange={setOwn} />}
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

interface OwnTimeProps {
  initial: number;
  increment: number;
  onChange: (control: { initial: number; increment: number }) => void;
}

/** A time control that is no preset. */
function OwnTime({ initial, increment, onChange }: OwnTimeProps) {
  const minutes = t('minutes', { count: initial });
  const seconds = t('seconds', { count: increment });
  return (
    <div className={styles.own}>
      <output>{minutes}</output>
      <Slider
        label={t('minutesLabel')}
        valueText={minutes}
        value={initial}
        step={1}
        {...TIME_CONTROL_BOUNDS.initial}
        onChange={(value) => onChange({ initial: value, increment })}
      />
      <output>{seconds}</output>
      <Slider
        label={t('secondsLabel')}
        valueText={seconds}
        value={increment}
        step={1}
        {...TIME_CONTROL_BOUNDS.increment}
        onChange={(value) => onChange({ initial, increment: value })}
      />
    </div>
  );
}
