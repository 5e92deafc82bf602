import { type FormEvent, type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import styles from './Talk.module.css';
import type { Following } from './use-following.ts';

interface TalkMessagesProps {
  following: Following;
  /** Label of the list. */
  label: string;
  /** Label of the button to new messages. */
  newsLabel: string;
  className?: string | undefined;
  listClassName?: string | undefined;
  /** Content below the list. */
  note?: ReactNode;
  children: ReactNode;
}

/** A scrolling list of messages, newest at the bottom, with a button to new messages out of sight. */
export function TalkMessages(props: TalkMessagesProps) {
  const { following, label, newsLabel, className, listClassName, note, children } = props;
  const { list, news, toEnd, onScroll } = following;
  return (
    <div className={cx(styles.lines, className)}>
      <div
        ref={list}
        role="log"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className={cx(styles.list, listClassName)}
        onScroll={onScroll}
      >
        {children}
      </div>
      {note}
      {news && (
        <button type="button" className={styles.news} onClick={toEnd}>
          <Icon name="caret-down" />
          {newsLabel}
        </button>
      )}
    </div>
  );
}

interface BubbleProps {
  mine: boolean;
  title?: string;
  className?: string | undefined;
  children: string;
}

/** A message. */
export function Bubble({ mine, title, className, children }: BubbleProps) {
  return (
    <p className={cx(styles.bubble, mine && styles.own, className)} title={title}>
      {children}
    </p>
  );
}

interface TalkInputProps {
  text: string;
  onText: (text: string) => void;
  /** Maximum number of characters. */
  limit: number;
  /** Sends the trimmed text. Returns whether it was sent; text that was not sent stays in the input. */
  onSay: (content: string) => boolean | Promise<boolean>;
  placeholder: string;
  sendLabel: string;
  disabled?: boolean;
  /** Id of a note about the input. */
  describedBy?: string;
  className?: string | undefined;
  /** Content above the input. */
  children?: ReactNode;
}

/** An input for messages; Enter sends. */
export function TalkInput(props: TalkInputProps) {
  const { text, onText, limit, onSay, placeholder, sendLabel, disabled = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const content = text.trim();
  const unfit = disabled || content === '' || text.length > limit;
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    input.current?.focus();
    if (unfit || !(await onSay(content))) return;
    // Text typed in the meantime stays.
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
      />
      <Button type="submit" tone="jade" aria-label={sendLabel} disabled={unfit} className={styles.send}>
        <Icon name="paper-plane-tilt" />
      </Button>
    </form>
  );
}
