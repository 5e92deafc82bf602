import { useStore } from 'zustand';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { runStore } from './kept.ts';
import styles from './RunCard.module.css';
import { t } from './texts.ts';

/** The last results of this visit. `isOpen`: a puzzle is being solved, which is the last cell. */
export function RunStrip({ isOpen }: { isOpen: boolean }) {
  const { last, total, right } = useStore(runStore);
  if (total === 0 && !isOpen) return null;
  return (
    <span
      className={styles.strip}
      role="img"
      aria-label={total > 0 ? t('run.count', { total, right }) : t('run.none')}
    >
      {last.map((isRight, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: numbered from the first of this visit
        <i key={total - last.length + at} data-right={isRight}>
          <Icon name={isRight ? 'check' : 'x'} />
        </i>
      ))}
      {isOpen && <i data-open="true" />}
    </span>
  );
}

/** The results of this visit. */
export function RunCard({ isOpen }: { isOpen: boolean }) {
  const { total, right } = useStore(runStore);
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2>{t('run.title')}</h2>
        <span>{total > 0 ? t('run.count', { total, right }) : t('run.none')}</span>
      </div>
      <RunStrip isOpen={isOpen} />
    </Card>
  );
}
