import { Skeleton } from '../../ui/Loading.tsx';
import { Hero } from './Hero.tsx';
import styles from './HomeSkeleton.module.css';

/**
 * Home while its code is on the way: the same boxes in the same places, and the hero as it is. The build writes it into
 * the document too (`scripts/lib/first-paint.ts`), so that it is seen before any script has come.
 */
export function HomeSkeleton() {
  return (
    <div className={styles.home}>
      <div className={styles.main}>
        <Hero />
        <div className={styles.tiles}>
          {Array.from('abcdefgh', (key) => (
            <Skeleton key={key} className={styles.tile} />
          ))}
        </div>
      </div>
      <Skeleton className={styles.lobby} />
    </div>
  );
}
