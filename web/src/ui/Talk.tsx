import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import styles from './Talk.module.css';
import type { Following } from './use-following.ts';

interface TalkMessagesProps {
  following: Following;
  /** Name of the list. */
  label: string;
  /** Of the button to new messages. */
  newsLabel: string;
  className?: string | undefined;
  listClassName?: string | undefined;
  /** Below the list. */
  note?: ReactNode;
  children: ReactNode;
}

/** A scrolling list of messages, newest below, with a button to new ones that are out of sight. */
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

/** What somebody said. */
export function Bubble({ mine, title, className, children }: BubbleProps) {
  return (
    <p className={cx(styles.bubble, mine && styles.own, className)} title={title}>
      {children}
    </p>
  );
}
