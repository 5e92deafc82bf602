import { MAX_REASON } from '@doushouqi/protocol';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from './fields.tsx';
import styles from './ReasonForm.module.css';

interface ReasonFormProps {
  /** What the reason is asked for. */
  label: string;
  text: string;
  onText: (text: string) => void;
  /** The name of the action, on its button; `tone` of that button. */
  act: ReactNode;
  tone?: ComponentProps<typeof Button>['tone'];
  onAct: (reason: string) => void;
  cancel: string;
  onCancel: () => void;
  isRunning: boolean;
  autoFocus?: boolean;
}

/** Asks for the reason of an action, which goes to the log. */
export function ReasonForm({
  label,
  text,
  onText,
  act,
  tone,
  onAct,
  cancel,
  onCancel,
  isRunning,
  ...rest
}: ReasonFormProps) {
  const reason = text.trim();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason !== '') onAct(reason);
      }}
    >
      <TextArea
        {...rest}
        label={label}
        rows={2}
        maxLength={MAX_REASON}
        value={text}
        disabled={isRunning}
        onText={onText}
      />
      <div className={styles.buttons}>
        <Button small onClick={onCancel}>
          {cancel}
        </Button>
        <Button small type="submit" {...(tone && { tone })} disabled={reason === ''} busy={isRunning}>
          {act}
        </Button>
      </div>
    </form>
  );
}
