import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogTitle } from './Dialog.tsx';
import { Scroller } from './Scroller.tsx';
import styles from './TextDialog.module.css';
import { t } from './texts.ts';

interface TextDialogProps {
  open: boolean;
  title: string;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog to read: a title, a body that scrolls, and a button that closes it. */
export function TextDialog({ open, title, wide = false, onClose, children }: TextDialogProps) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog open={open} onClose={onClose} initialFocus={close} className={wide ? styles.wide : undefined}>
      <DialogTitle className={styles.title}>{title}</DialogTitle>
      <Scroller className={styles.body}>{children}</Scroller>
      <Button ref={close} wide className={styles.close} onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  );
}
