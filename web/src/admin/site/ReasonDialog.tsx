import { MAX_REASON } from '@doushouqi/protocol';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { TextArea } from '../parts/fields.tsx';
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
  const reason = text.trim();
  return (
    <Dialog open={asked !== null} onClose={cancel} className={styles.dialog}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason !== '') confirm(reason);
        }}
      >
        <DialogTitle className={styles.title}>{shown?.act}</DialogTitle>
        {shown?.hint && <p className={styles.hint}>{shown.hint}</p>}
        <TextArea
          label={t('reason')}
          rows={2}
          maxLength={MAX_REASON}
          value={text}
          disabled={isRunning}
          onText={setText}
        />
        <div className={styles.buttons}>
          <Button small onClick={cancel}>
            {t('cancel')}
          </Button>
          <Button small type="submit" tone="primary" disabled={reason === ''} busy={isRunning}>
            {shown?.act}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
