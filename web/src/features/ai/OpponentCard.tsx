import type { CSSProperties } from 'react';
import { type AiSetting, HINTS } from '../../shared/device-games/ai-game-state.ts';
import type { Opponent } from '../../shared/device-games/opponents.ts';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { Strength } from './LevelCards.tsx';
import styles from './OpponentCard.module.css';
import { t } from './texts.ts';

/** Whom one plays against, and what was agreed upon, where the screen has room for it. */
export function OpponentCard({ opponent, setting }: { opponent: Opponent; setting: AiSetting }) {
  const { key, level, src, ground } = opponent;
  const { control, undo, hints } = setting;
  return (
    <Card className={styles.card}>
      <span className={styles.picture} style={{ '--ground': ground } as CSSProperties}>
        <img src={src} alt="" width={150} height={150} />
      </span>
      <h2>{t(`opponent.${key}.name`)}</h2>
      <p>{t(`opponent.${key}.text`)}</p>
      <Strength level={level} />
      <div className={styles.agreed}>
        <Chip icon="timer">{control ? t('time.control', { ...control }) : t('time.untimed')}</Chip>
        {undo && <Chip icon="arrow-counter-clockwise">{t('allow.undo')}</Chip>}
        {hints && <Chip icon="lightbulb">{t('allow.hintsNote', { count: HINTS })}</Chip>}
      </div>
    </Card>
  );
}
