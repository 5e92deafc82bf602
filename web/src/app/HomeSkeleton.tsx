import { Skeleton } from '../ui/Loading.tsx';
import styles from './HomeSkeleton.module.css';

/** Home while its code is on the way: the same boxes in the same places. */
export function HomeSkeleton() {
  return (
    <div className={styles.home}>
      <div>
        <Skeleton className={styles.hero} />
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
