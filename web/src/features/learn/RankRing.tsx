import type { PieceName } from '@doushouqi/rules';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { type Animal, FACES } from '../../ui/faces.ts';
import { t as uiText } from '../../ui/texts.ts';
import styles from './RankRing.module.css';
import { t } from './texts.ts';

/** In descending order; the last one takes the first. */
const RING: readonly Animal[] = ['elephant', 'lion', 'tiger', 'leopard', 'wolf', 'dog', 'cat', 'rat'];

interface RankRingProps {
  /** Marked in gold; absent: none. */
  pair: readonly [PieceName, PieceName] | undefined;
}

/** The ranks: eight faces in a ring, each takes the next, the pair in question in gold. On phones a row. */
export function RankRing({ pair }: RankRingProps) {
  const layout = useTableLayout();
  const isWide = layout === 'wide' || layout === 'columns';
  return (
    <Card className={cx(styles.card, !isWide && styles.row)}>
      <div className={styles.head} aria-hidden="true">
        <h2>{t('ranks.title')}</h2>
        <span>{t('ranks.note')}</span>
      </div>
      <div className={styles.ring} role="img" aria-label={t('ranks.label')}>
        {RING.map((animal, index) => {
          const next = RING[(index + 1) % RING.length];
          const isPair = pair?.[0] === animal && pair[1] === next;
          return (
            <span
              key={animal}
              className={cx(styles.place, pair?.includes(animal) && styles.meant)}
              data-place={index}
            >
              <img src={FACES[animal]} alt="" width={42} height={42} />
              <b>{uiText(`animal.${animal}`)}</b>
              <i
                className={cx(styles.arrow, index === RING.length - 1 && styles.back, isPair && styles.gold)}
              />
            </span>
          );
        })}
      </div>
    </Card>
  );
}
