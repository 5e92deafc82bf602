import { faceOfBot } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { badgeText } from './format.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-names.ts';
import styles from './Marks.module.css';
import { t } from './texts.ts';

interface ChipProps {
  tone?: 'default' | 'jade' | 'red' | 'blue' | 'gold';
  icon?: IconName;
  className?: string | undefined;
  children: ReactNode;
}

/** A short label on a tinted background. */
export function Chip({ tone = 'default', icon, className, children }: ChipProps) {
  return (
    <span className={cx(styles.chip, styles[tone], className)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

/** The mark after a bot's name; nothing for a person. */
export function BotChip({ avatar }: { avatar: string | undefined }) {
  if (avatar === undefined || faceOfBot(avatar) === null) return null;
  return (
    <span className={styles.bot} data-bot>
      <Icon name="robot" />
      {t('bot')}
    </span>
  );
}

/** The mark after a guest's name; nothing for others. */
export function GuestChip({ isGuest }: { isGuest: boolean | undefined }) {
  return isGuest && <Chip className={styles.guest}>{t('guest')}</Chip>;
}

interface SealProps {
  tone?: 'red' | 'blue' | 'gold' | 'jade';
  children: ReactNode;
}

/** A round seal with a character or icon, for sides, ranks and dialogs. */
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
 * The stamped result of a game: 胜 red, 负 black, 和 jade. Without an own side, it has the winner's color; an
 * unfinished game is black.
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
  /** Subject of the count, for screen readers. */
  label: string;
  className?: string | undefined;
}

/** A count, capped at 99+; hidden at 0. */
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
