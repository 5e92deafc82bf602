import type { TournamentDetails } from '@doushouqi/protocol';
import type { CSSProperties } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Pips.module.css';
import { pipsOf } from './state.ts';
import { t } from './texts.ts';

interface PipsProps {
  details: TournamentDetails;
  /** On the page instead of the red head. */
  isPlain?: boolean;
}

/** The rounds: done, current, to come. */
export function Pips({ details, isPlain = false }: PipsProps) {
  const { round, rounds } = details;
  const pips = pipsOf(details);
  const done = pips.filter((state) => state === 'done').length;
  return (
    <div
      className={cx(styles.pips, isPlain && styles.plain)}
      data-pips
      style={{ '--part': Math.min(1, done / Math.max(1, pips.length - 1)) } as CSSProperties}
      role="img"
      aria-label={t('pips', { round, rounds: rounds ?? 0 })}
    >
      {pips.map((state, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the round
        <i key={n} data-state={state}>
          {state === 'done' ? <Icon name="check" /> : n + 1}
        </i>
      ))}
    </div>
  );
}
