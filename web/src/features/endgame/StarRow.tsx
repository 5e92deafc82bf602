import { MOST_STARS, type Progress, type Stars, totalStars } from '@doushouqi/endgames';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import styles from './StarRow.module.css';
import { t } from './texts.ts';

const THREE = [1, 2, 3] as const;

/** Three stars, so many of them filled. */
export function StarRow({ stars, className }: { stars: Stars; className?: string | undefined }) {
  return (
    <span role="img" className={cx(styles.stars, className)} aria-label={t('starsOfLevel', { count: stars })}>
      {THREE.map((star) => (
        <Icon
          key={star}
          name={star <= stars ? 'star-fill' : 'star'}
          className={star <= stars ? styles.lit : undefined}
        />
      ))}
    </span>
  );
}

/** The sum of the user's stars. */
export function StarCount({ progress, short = false }: { progress: Progress; short?: boolean }) {
  const count = totalStars(progress);
  return (
    <Chip tone="gold" className={styles.count}>
      <Icon name="star-fill" className={styles.lit} />
      <span className="visually-hidden">{t('starsLabel', { count, most: MOST_STARS })}</span>
      <span aria-hidden="true">{short ? count : t('stars', { count, most: MOST_STARS })}</span>
    </Chip>
  );
}
