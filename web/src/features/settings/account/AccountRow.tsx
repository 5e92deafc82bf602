import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import styles from './Account.module.css';

interface AccountRowProps {
  title: string;
  note: ReactNode;
  /** The note is a warning. */
  isBad?: boolean;
  action: string;
  tone?: 'danger';
  /** Null: not possible now; the note says why. */
  onAction: (() => void) | null;
}

/** A property of the account, and the button that changes it. */
export function AccountRow({ title, note, isBad = false, action, tone, onAction }: AccountRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <b>{title}</b>
        <p className={cx(isBad && styles.bad)}>{note}</p>
      </div>
      <Button small {...(tone && { tone })} disabled={onAction === null} onClick={onAction ?? undefined}>
        {action}
      </Button>
    </div>
  );
}
