import type { ReportCase } from '@doushouqi/protocol';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/Icon.tsx';
import { agoText } from '../core/time-text.ts';
import { useKeys } from '../core/use-keys.ts';
import { useNow } from '../core/use-now.ts';
import { t as decision } from '../decision/texts.ts';
import { Key } from '../parts/Panel.tsx';
import { iconOf, isIn } from './kinds.ts';
import styles from './Queue.module.css';
import { t } from './texts.ts';

interface QueueProps {
  cases: readonly ReportCase[];
  /** Id of the person whose case is open. */
  selected: string | undefined;
  addressFor: (person: string) => string;
  move: (person: string | undefined) => void;
}

/** The persons with reports, one row each; J and K move along it. */
export function Queue({ cases, selected, addressFor, move }: QueueProps) {
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const at = cases.findIndex(({ person }) => person._id === selected);
  const step = (by: 1 | -1) => {
    const next = cases[Math.max(0, at + by)];
    if (next && next.person._id !== selected) move(next.person._id);
  };
  useKeys({ j: () => step(1), k: () => step(-1) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row of another case comes into view
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <div className={styles.queue}>
      <ul ref={list} aria-label={t('queue')} className={styles.list}>
        {cases.map((one) => (
          <li key={one.person._id}>
            <Row one={one} isOpen={one.person._id === selected} to={addressFor(one.person._id)} now={now} />
          </li>
        ))}
      </ul>
      <p className={styles.keys}>
        <Key>J</Key>
        <Key>K</Key>
        {t('keys.move')}
        <Key>E</Key>
        {t('keys.claim')}
        <Key>X</Key>
        {t('keys.release')}
      </p>
    </div>
  );
}

interface RowProps {
  one: ReportCase;
  isOpen: boolean;
  to: string;
  now: number;
}

function Row({ one, isOpen, to, now }: RowProps) {
  const { person, kinds, violation, excerpt, reporters, at, claimedBy, isMine } = one;
  const isTaken = claimedBy !== null && !isMine;
  const kind = kinds[0] === 'play' ? decision(`violation.${violation}`) : t(`kind.${kinds[0] ?? 'line'}`);
  return (
    <Link
      to={to}
      className={styles.row}
      aria-current={isOpen || undefined}
      data-engine={violation === 'engine'}
    >
      <span className={styles.icon}>
        <Icon name={iconOf(one)} />
      </span>
      <span className={styles.name}>
        {person.nickname} <small>{kind}</small>
      </span>
      <span className={styles.time}>{agoText(at, now)}</span>
      <span className={styles.excerpt}>{isIn(one, 'talk') ? t('note', { note: excerpt }) : excerpt}</span>
      <span className={styles.time}>
        {isTaken ? t('taken', { name: claimedBy }) : t('reporters', { count: reporters })}
      </span>
    </Link>
  );
}
