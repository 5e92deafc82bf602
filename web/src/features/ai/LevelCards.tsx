import { type CSSProperties, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { chooseOpponent } from './ai-choice.ts';
import styles from './LevelCards.module.css';
import { OPPONENTS, type Opponent, type OpponentKey, opponentNamed } from './opponents.ts';

const KEYS = OPPONENTS.map(({ key }) => key);

/** The five opponents beside each other; on phones the chosen one is in the middle, and the others by their faces. */
export function LevelCards({ current }: { current: OpponentKey | undefined }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!current) return;
    const card = box.current?.querySelector<HTMLElement>('[aria-checked=true]');
    const strip = card?.parentElement;
    if (strip) strip.scrollTo({ left: card.offsetLeft - (strip.clientWidth - card.offsetWidth) / 2 });
  }, [current]);
  return (
    <div ref={box}>
      <ChoiceGrid
        label={t('ai.opponents')}
        items={KEYS}
        nameOf={(key) => `${t(`ai.opponent.${key}.name`)} ${t('ai.difficulty', opponentNamed(key))}`}
        current={current}
        onChoose={(key) => chooseOpponent(opponentNamed(key))}
        className={styles.cards}
        itemClassName={styles.card}
      >
        {(key) => <CardFace opponent={opponentNamed(key)} chosen={key === current} />}
      </ChoiceGrid>
      <div className={styles.faces}>
        {OPPONENTS.map((one) => (
          <button
            key={one.key}
            type="button"
            aria-pressed={one.key === current}
            aria-label={t(`ai.opponent.${one.key}.name`)}
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

function CardFace({ opponent, chosen }: { opponent: Opponent; chosen: boolean }) {
  const { t } = useTranslation();
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
      <span className={styles.name}>{t(`ai.opponent.${key}.name`)}</span>
      <span className={styles.text}>{t(`ai.opponent.${key}.text`)}</span>
      <Strength level={level} />
      <span className={styles.skill}>{t(`ai.opponent.${key}.skill`)}</span>
    </>
  );
}

/** Five marks, as many filled as the level says. */
export function Strength({ level }: { level: number }) {
  return (
    <span className={styles.strength} aria-hidden="true">
      {OPPONENTS.map((one) => (
        <i key={one.level} data-filled={one.level <= level} />
      ))}
    </span>
  );
}
