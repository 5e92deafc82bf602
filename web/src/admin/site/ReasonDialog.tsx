import { useEffect, useRef, useState } from 'react';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { ReasonForm } from '../parts/ReasonForm.tsx';
import styles from './ReasonDialog.module.css';
import { t } from './texts.ts';
import type { Asked, Change } from './use-change.ts';

/** Asks for the reason of a change, which goes to the log. */
export function ReasonDialog({ change: { asked, isRunning, cancel, confirm } }: { change: Change }) {
  const [text, setText] = useState('');
  const last = useRef<Asked | null>(null);
  useEffect(() => {
    if (asked) setText('');
  }, [asked]);
  // The text stays while the dialog fades out.
  last.current = asked ?? last.current;
  const shown = last.current;
  return (
    <Dialog open={asked !== null} onClose={cancel} className={styles.dialog}>
      <div className={styles.form}>
        <DialogTitle className={styles.title}>{shown?.act}</DialogTitle>
        {shown?.hint && <p className={styles.hint}>{shown.hint}</p>}
        <ReasonForm
          label={t('reason')}
          text={text}
          onText={setText}
          act={shown?.act}
          tone="primary"
          onAct={confirm}
          cancel={t('cancel')}
          onCancel={cancel}
          isRunning={isRunning}
        />
      </div>
    </Dialog>
  );
}
