import { progressOf } from '../../shared/ratings/progress.ts';
import { Card } from '../../ui/Card.tsx';
import { FACES } from '../../ui/faces.ts';
import { levelParts } from '../../ui/level.ts';
import { t as uiText } from '../../ui/texts.ts';
import styles from './Animals.module.css';
import { t as playersText } from './texts.ts';

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
  const most = Math.max(1, ...counts);
  const mine = own === null ? null : levelParts(progressOf(own).order).animal;
  return (
    <Card role="region" aria-label={playersText('ladder.animals')} className={styles.card}>
      <h2>{playersText('ladder.animals')}</h2>
      <ul className={styles.bars}>
        {counts.map((count, n) => {
          const { animal } = levelParts(n * STEPS + 1);
          const words = { animal: uiText(`animal.${animal}`), count };
          return (
            <li key={animal} aria-current={animal === mine || undefined}>
              <span className="visually-hidden">
                {playersText('ladder.animal', words)}
                {animal === mine && ` · ${playersText('ladder.mine')}`}
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
