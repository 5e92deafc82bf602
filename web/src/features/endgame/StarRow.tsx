import type { Stars } from '@doushouqi/endgames';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
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
