import { type CSSProperties, useEffect, useRef } from 'react';
import {
  OPPONENTS,
  type Opponent,
  type OpponentKey,
  opponentNamed,
} from '../../shared/device-games/opponents.ts';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { chooseOpponent } from './ai-choice.ts';
import styles from './LevelCards.module.css';
import type { Tallies } from './tally.ts';
import { scoreText } from './tally-texts.ts';
import { t } from './texts.ts';

const KEYS = OPPONENTS.map(({ key }) => key);

interface LevelCardsProps {
  current: OpponentKey | undefined;
  tallies: Tallies;
}

/**
 * The five opponents in a row; on phones the chosen one is in the middle, and the others show only their pictures.
 */
export function LevelCards({ current, tallies }: LevelCardsProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!current) return;
    const card = box.current?.querySelector<HTMLElement>('[aria-checked=true]');
    const strip = card?.parentElement;
    if (strip) strip.scrollTo({ left: card.offsetLeft - (strip.clientWidth - card.offsetWidth) / 2 });
  }, [current]);
  const nameOf = (key: OpponentKey): string => {
    const one = opponentNamed(key);
    const parts = [t(`opponent.${key}.name`), t('difficulty', one), scoreText(tallies, one)];
    return parts.join(' ');
  };
  return (
    <div ref={box}>
      <ChoiceGrid
        label={t('opponents')}
        items={KEYS}
        nameOf={nameOf}
        current={current}
        onChoose={(key) => chooseOpponent(opponentNamed(key))}
        className={styles.cards}
        itemClassName={styles.card}
      >
        {(key) => <CardFace opponent={opponentNamed(key)} chosen={key === current} tallies={tallies} />}
      </ChoiceGrid>
      <div className={styles.faces}>
        {OPPONENTS.map((one) => (
          <button
            key={one.key}
            type="button"
            aria-pressed={one.key === current}
            aria-label={t(`opponent.${one.key}.name`)}
            style={{ background: one.ground }}
            onClick={() => chooseOpponent(one)}
          >
            <img src={one.src} alt="" width={40} height={40} />
          </button>
        ))}
      </div>
    </div>
  );
}

interface CardFaceProps {
  opponent: Opponent;
  chosen: boolean;
  tallies: Tallies;
}

function CardFace({ opponent, chosen, tallies }: CardFaceProps) {
  const { key, level, src, ground } = opponent;
  return (
    <>
      {chosen && (
        <span className={styles.chosen}>
          <Icon name="check" />
        </span>
      )}
      <span className={styles.picture} style={{ '--ground': ground } as CSSProperties}>
        <img src={src} alt="" width={164} height={164} />
      </span>
      <span className={styles.name}>{t(`opponent.${key}.name`)}</span>
      <span className={styles.text}>{t(`opponent.${key}.text`)}</span>
      <Strength level={level} />
      <span className={styles.skill}>{t(`opponent.${key}.skill`)}</span>
      <Chip className={styles.tally}>{scoreText(tallies, opponent)}</Chip>
    </>
  );
}

/** Five symbols; the level is the number of filled ones. */
export function Strength({ level }: { level: number }) {
  return (
    <span className={styles.strength} aria-hidden="true">
      {OPPONENTS.map((one) => (
        <i key={one.level} data-filled={one.level <= level} />
      ))}
    </span>
  );
}
