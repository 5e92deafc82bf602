import { RUSH_MISTAKES } from '@doushouqi/protocol';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { MemberLine } from './MemberLine.tsx';
import { PuzzleIcon } from './PuzzleIcon.tsx';
import { useSolver } from './queries.ts';
import styles from './RushCards.module.css';
import type { RushGame } from './rush-game.ts';
import { t } from './texts.ts';

/** What a rush is, the best result, and the start. */
export function RushStart({ game }: { game: RushGame }) {
  const stage = useStore(game.store, (state) => state.stage);
  const solver = useSolver().data;
  const isStarting = stage === 'starting';
  return (
    <Card framed className={styles.card}>
      <PuzzleIcon name="lightning" className={styles.icon} />
      <h2>{t('rush.title')}</h2>
      <p>{t('rush.text')}</p>
      {solver && (
        <p className={styles.best}>
          {solver.rushBest > 0 ? t('rush.best', { count: solver.rushBest }) : t('rush.noBest')}
        </p>
      )}
      <Button tone="primary" wide busy={isStarting} onClick={() => void game.begin()}>
        {t(isStarting ? 'rush.waiting' : 'rush.start')}
      </Button>
      <MemberLine className={styles.line} />
    </Card>
  );
}

/** The rules and the best result, on the other side of a wide screen's board. */
export function RushRules() {
  const best = useSolver().data?.rushBest ?? 0;
  return (
    <Card className={styles.rules}>
      <h2>{t('rush.title')}</h2>
      <p>{t('rush.text')}</p>
      {best > 0 && <p className={styles.best}>{t('rush.best', { count: best })}</p>}
    </Card>
  );
}

/** The score beside the best, and another rush. */
export function RushEnd({ game }: { game: RushGame }) {
  const rush = useStore(game.store, (state) => state.rush);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus({ preventScroll: true }), []);
  const score = rush?.score ?? 0;
  const best = rush?.best ?? null;
  const isFull = (rush?.mistakes ?? 0) >= RUSH_MISTAKES;
  return (
    <Card ref={card} framed className={styles.card} tabIndex={-1} role="group" aria-label={t('rush.title')}>
      <p role="status">
        <span>{t(isFull ? 'rush.overMistakes' : 'rush.over')}</span>
        <b className={styles.score} aria-hidden="true">
          {score}
        </b>
        <span aria-hidden="true">{t('rush.solved')}</span>
        <span className="visually-hidden">{t('rush.result', { count: score })}</span>
      </p>
      {best !== null && best > 0 && (
        <p className={styles.best}>
          {score > 0 && score >= best ? t('rush.record') : t('rush.best', { count: best })}
        </p>
      )}
      <Button tone="primary" wide onClick={() => void game.begin()}>
        {t('rush.again')}
      </Button>
      <ButtonLink to="/puzzle">{t('rush.leave')}</ButtonLink>
      <MemberLine className={styles.line} />
    </Card>
  );
}
