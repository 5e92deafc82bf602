import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './ImportDialog.module.css';
import { t } from './texts.ts';
import type { Desk } from './use-desk.ts';

/** Where the browser does not copy: the text, selected, to be copied by hand. */
export function ManualCopy({ desk: { manual, setManual } }: { desk: Desk }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      open={manual !== null}
      onClose={() => setManual(null)}
      className={styles.dialog}
      initialFocus={field}
    >
      <DialogTitle className={styles.title}>{t('position.manual')}</DialogTitle>
      <div className={styles.target}>
        <textarea
          ref={field}
          readOnly
          className={styles.text}
          value={manual ?? ''}
          aria-label={t('position.manual')}
          onFocus={(event) => event.target.select()}
        />
        <DialogDescription className={styles.hint}>{t('position.manualHint')}</DialogDescription>
        <Button onClick={() => setManual(null)}>{uiText('close')}</Button>
      </div>
    </Dialog>
  );
}
