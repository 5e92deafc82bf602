import { useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './ConfirmDialog.module.css';
import { answerConfirm, type ConfirmOptions } from './confirm-store.ts';
import { Dialog, DialogDescription, DialogTitle } from './Dialog.tsx';
import { Icon } from './Icon.tsx';
import { Seal } from './Marks.tsx';
import { t } from './texts.ts';

const TONES = { warning: 'gold', error: 'red', info: 'blue' } as const;

/** The confirmation dialog; closed while `options` is null. The safe answer has the focus. */
export default function ConfirmDialog({ options }: { options: ConfirmOptions | null }) {
  const cancel = useRef<HTMLButtonElement>(null);
  const last = useRef<ConfirmOptions>({});
  // The text stays while the dialog fades out.
  if (options) last.current = options;
  const { title, message, confirmText, cancelText, type = 'warning' } = last.current;
  return (
    <Dialog
      open={options !== null}
      onClose={() => answerConfirm(false)}
      role="alertdialog"
      initialFocus={cancel}
    >
      <div className={styles.head}>
        <Seal tone={TONES[type]}>
          <Icon name={type === 'info' ? 'info' : 'warning'} />
        </Seal>
        <DialogTitle className={styles.title}>{title ?? t('confirmTitle')}</DialogTitle>
      </div>
      {message && <DialogDescription className={styles.message}>{message}</DialogDescription>}
      <div className={styles.actions}>
        <Button ref={cancel} onClick={() => answerConfirm(false)}>
          {cancelText ?? t('cancel')}
        </Button>
        <Button tone="primary" onClick={() => answerConfirm(true)}>
          {confirmText ?? t('ok')}
        </Button>
      </div>
    </Dialog>
  );
}
