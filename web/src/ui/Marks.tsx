import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { badgeText } from './format.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-names.ts';
import styles from './Marks.module.css';

interface ChipProps {
  tone?: 'default' | 'jade' | 'red' | 'blue' | 'gold';
  icon?: IconName;
  className?: string | undefined;
  children: ReactNode;
}

/** A small fact in a tint. */
export function Chip({ tone = 'default', icon, className, children }: ChipProps) {
  return (
    <span className={cx(styles.chip, styles[tone], className)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

interface SealProps {
  tone?: 'red' | 'blue' | 'gold' | 'jade';
  children: ReactNode;
}

/** A carved seal with one character or icon: sides, ranks, dialogs. */
export function Seal({ tone = 'red', children }: SealProps) {
  return (
    <span className={styles.seal} data-tone={tone} aria-hidden="true">
      {children}
    </span>
  );
}

const STAMPS = {
  win: '胜',
  lose: '负',
  draw: '和',
  redWins: '红胜',
  blueWins: '蓝胜',
  open: '未完',
} as const;
export type StampedResult = keyof typeof STAMPS;

/**
 * The result of a game, stamped: 胜 cinnabar, 负 ink, 和 jade; of a game without an own side the winner in his color;
 * ink where nothing came of it.
 */
export function Stamp({ result, className }: { result: StampedResult; className?: string | undefined }) {
  const word = STAMPS[result];
  return (
    <span className={cx(styles.stamp, styles[result], className)}>
      {word.length > 1 ? <small>{word}</small> : word}
    </span>
  );
}

interface BadgeProps {
  count: number;
  /** What is counted, for screen readers. */
  label: string;
  className?: string | undefined;
}

/** How many things wait, capped at 99+; nothing at 0. */
export function Badge({ count, label, className }: BadgeProps) {
  const text = badgeText(count);
  if (text === null) return null;
  return (
    <span className={cx(styles.badge, className)}>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
