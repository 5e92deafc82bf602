import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/Card.tsx';
import { FACES } from '../../ui/faces.ts';
import { levelParts } from '../../ui/level.ts';
import styles from './Animals.module.css';
import { progressOf } from './progress.ts';

interface AnimalsProps {
  /** How many are ranked at the levels of each animal, rat first. */
  counts: readonly number[];
  /** Rating of the person who looks; null without one. */
  own: number | null;
}

/** Levels of an animal. */
const STEPS = 3;

/** How the levels are spread: a bar for each animal, with the person's own one in gold. */
export function Animals({ counts, own }: AnimalsProps) {
  const { t } = useTranslation();
  const most = Math.max(1, ...counts);
  const mine = own === null ? null : levelParts(progressOf(own).order).animal;
  return (
    <Card role="region" aria-label={t('players.ladder.animals')} className={styles.card}>
      <h2>{t('players.ladder.animals')}</h2>
      <ul className={styles.bars}>
        {counts.map((count, n) => {
          const { animal } = levelParts(n * STEPS + 1);
          const words = { animal: t(`board.animal.${animal}`), count };
          return (
            <li key={animal} aria-current={animal === mine || undefined}>
              <span className="visually-hidden">
                {t('players.ladder.animal', words)}
                {animal === mine && ` · ${t('players.ladder.mine')}`}
              </span>
              <span aria-hidden="true">{count}</span>
              <i style={{ height: `${4 + (60 * count) / most}px` }} />
              <img src={FACES[animal]} alt="" width={28} height={28} loading="lazy" />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
