import { MOTIFS } from '@doushouqi/puzzles';
import { useStore } from 'zustand';
import { Card } from '../../ui/Card.tsx';
import { choiceStore, choose, LEVELS, type PuzzleChoice } from './kept.ts';
import styles from './PracticeCard.module.css';
import { t } from './texts.ts';

interface PracticeCardProps {
  /** Called after a choice. */
  onChoose: () => void;
  /** Whether the puzzle on the screen stays, since it has begun. */
  isLater: boolean;
}

/** What is practiced: a motif and how hard. */
export function PracticeCard({ onChoose, isLater }: PracticeCardProps) {
  const choice = useStore(choiceStore);
  const change = (next: Partial<PuzzleChoice>): void => {
    choose({ ...choice, ...next });
    onChoose();
  };
  return (
    <Card className={styles.card}>
      <fieldset>
        <legend>{t('practice.title')}</legend>
        <div className={styles.motifs}>
          {[null, ...MOTIFS].map((motif) => (
            <label key={motif}>
              <input
                type="radio"
                name="motif"
                checked={choice.motif === motif}
                onChange={() => change({ motif })}
              />
              <span>{t(`motif.${motif ?? 'all'}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t('practice.level')}</legend>
        <p className={styles.hint}>{t(isLater ? 'practice.nextOne' : 'practice.byRating')}</p>
        <div className={styles.levels}>
          {LEVELS.map((level) => (
            <label key={level}>
              <input
                type="radio"
                name="level"
                checked={choice.level === level}
                onChange={() => change({ level })}
              />
              <span>{t(`practice.${level}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </Card>
  );
}
