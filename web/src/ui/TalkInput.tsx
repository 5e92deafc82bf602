import { type FormEvent, type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { isComposing } from './composing.ts';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import styles from './Talk.module.css';

interface TalkInputProps {
  text: string;
  onText: (text: string) => void;
  /** Characters at most. */
  limit: number;
  /** Says what was typed, without the space around it; whether it was said. What was not stays in the input. */
  onSay: (content: string) => boolean | Promise<boolean>;
  placeholder: string;
  sendLabel: string;
  disabled?: boolean;
  /** Id of a note about the input. */
  describedBy?: string;
  className?: string | undefined;
  /** Above the input. */
  children?: ReactNode;
}

/** Where a message is written; Enter sends it. */
export function TalkInput(props: TalkInputProps) {
  const { text, onText, limit, onSay, placeholder, sendLabel, disabled = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const content = text.trim();
  const unfit = disabled || content === '' || text.length > limit;
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    input.current?.focus();
    if (unfit || !(await onSay(content))) return;
    // What was typed meanwhile is not lost.
    if (input.current?.value === text) onText('');
  };
  return (
    <form className={cx(styles.form, props.className)} onSubmit={(event) => void send(event)}>
      {props.children}
      <input
        ref={input}
        className={styles.input}
        value={text}
        maxLength={limit}
        disabled={disabled}
        aria-label={placeholder}
        aria-describedby={props.describedBy}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="send"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
        }}
      />
      <Button type="submit" tone="jade" aria-label={sendLabel} disabled={unfit} className={styles.send}>
        <Icon name="paper-plane-tilt" />
      </Button>
    </form>
  );
}
