import { Skeleton } from '../ui/Loading.tsx';
import styles from './HomeSkeleton.module.css';

/** Home while its code is on the way: the same boxes in the same places. */
export function HomeSkeleton() {
  return (
    <div className={styles.home}>
      <Skeleton className={styles.hero} />
      <div className={styles.tiles}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className={styles.tile} />
        ))}
      </div>
    </div>
  );
}
