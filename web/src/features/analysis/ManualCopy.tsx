import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import styles from './ImportDialog.module.css';
import type { Desk } from './use-desk.ts';

/** Where the browser does not copy: the text, selected, to be copied by hand. */
export function ManualCopy({ desk: { manual, setManual } }: { desk: Desk }) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      open={manual !== null}
      onClose={() => setManual(null)}
      className={styles.dialog}
      initialFocus={field}
    >
      <DialogTitle className={styles.title}>{t('analysis.position.manual')}</DialogTitle>
      <div className={styles.target}>
        <textarea
          ref={field}
          readOnly
          className={styles.text}
          value={manual ?? ''}
          aria-label={t('analysis.position.manual')}
          onFocus={(event) => event.target.select()}
        />
        <DialogDescription className={styles.hint}>{t('analysis.position.manualHint')}</DialogDescription>
        <Button onClick={() => setManual(null)}>{t('ui.close')}</Button>
      </div>
    </Dialog>
  );
}
