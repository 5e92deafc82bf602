import { Dialog as Base } from '@base-ui/react/dialog';
import { type MouseEvent, type ReactNode, type RefObject, useRef } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import styles from './Dialog.module.css';
import { Scroller } from './Scroller.tsx';
import { t } from './texts.ts';
import { useCloseRequest } from './use-close-request.ts';

interface DialogProps {
  open: boolean;
  /** Called by Escape, the back gesture of a phone, and `DialogClose`; a press on the backdrop does not close. */
  onClose: () => void;
  /** Name for screen readers if the dialog has no `DialogTitle`. */
  label?: string;
  /** `alertdialog` interrupts with a question. */
  role?: 'dialog' | 'alertdialog';
  className?: string | undefined;
  initialFocus?: RefObject<HTMLElement | null>;
  /** A panel of full height whose parts scroll separately; it fills a phone's screen. */
  tall?: boolean;
  /** Blurs the page behind. Not for dialogs over a board, whose position stays readable. */
  blurred?: boolean;
  /** Drawn around the sheet, behind or above it. */
  decoration?: ReactNode;
  children: ReactNode;
}

/** A press on the backdrop leaves the focus in the dialog. */
function keepFocus(event: MouseEvent) {
  if (event.target === event.currentTarget) event.preventDefault();
}

/** A framed sheet over a dimmed page. It traps the focus and returns it on close. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    label,
    role = 'dialog',
    className,
    initialFocus,
    blurred,
    tall,
    decoration,
    children,
  } = props;
  useCloseRequest(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className={cx(styles.scrim, blurred && styles.blurred)} />
        <Base.Viewport className={styles.viewport} onMouseDown={keepFocus}>
          <Base.Popup
            role={role}
            aria-label={label}
            className={cx(styles.popup, tall && styles.tall, className)}
            {...(initialFocus && { initialFocus })}
          >
            {decoration}
            <div className={styles.sheet}>{children}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Title and description of the dialog that contains them. */
export const DialogTitle = Base.Title;
export const DialogDescription = Base.Description;

interface TextDialogProps {
  open: boolean;
  title: string;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A text dialog: title, scrolling body and a close button. */
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
