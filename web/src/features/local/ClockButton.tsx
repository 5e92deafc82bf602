import { useState } from 'react';
import { controlName, TimeControlChoice } from '../../shared/clock/TimeControlChoice.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './ClockButton.module.css';
import type { LocalGame } from './local-game.ts';
import { t } from './texts.ts';
import { useGameData } from './use-local-game.ts';

/** The time control of a game before its first move; a press changes it. */
export function ClockButton({ game }: { game: LocalGame }) {
  const { control } = useGameData(game);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button small tone="quiet" icon="timer" title={t('clock.title')} onClick={() => setOpen(true)}>
        {control ? controlName(control) : t('clock.none')}
      </Button>
      <Dialog open={isOpen} onClose={close}>
        <DialogTitle className={styles.title}>{t('clock.title')}</DialogTitle>
        <TimeControlChoice value={control} onChange={(next) => game.set({ control: next })} />
        <Button wide className={styles.close} onClick={close}>
          {uiText('ok')}
        </Button>
      </Dialog>
    </>
  );
}
