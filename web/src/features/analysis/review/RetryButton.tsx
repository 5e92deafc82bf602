import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { Desk } from '../use-desk.ts';
import styles from './Retry.module.css';
import { retriedFaults } from './retry.ts';
import { t } from './texts.ts';
import { beginRetry } from './use-retry.ts';
import type { ReviewView } from './use-review-view.ts';

/** The way to one's own mistakes, with their number; pale where there are none. */
export function RetryButton({ desk, view: { review } }: { desk: Desk; view: ReviewView }) {
  const button = useRef<HTMLButtonElement>(null);
  const { game, own } = desk.retry;
  useEffect(() => {
    if (game.store.getState().isBack) button.current?.focus({ preventScroll: true });
  }, [game]);
  if (!review.summary) return null;
  const faults = retriedFaults(review, own);
  const isMixed = new Set(faults.map(({ move }) => move.side)).size > 1;
  return (
    <Button
      ref={button}
      tone="primary"
      icon="target"
      className={styles.open}
      disabled={faults.length === 0}
      title={faults.length === 0 ? t('retry.none') : undefined}
      onClick={() => (isMixed ? game.choose() : beginRetry(desk, own))}
    >
      {t('retry.title')}
      <span className={styles.count}>{faults.length}</span>
    </Button>
  );
}
