import { Skeleton } from '../../ui/Loading.tsx';
import { Hero } from './Hero.tsx';
import styles from './HomeSkeleton.module.css';

/**
 * Home while its code loads: the same boxes in the same places, and the real hero. The build also writes it into the
 * document (`scripts/lib/first-paint.ts`), so that it is visible before any script has loaded.
 */
export function HomeSkeleton() {
  return (
    <div className={styles.home}>
      <div className={styles.main}>
        <Hero />
        <Skeleton className={styles.liveBelow} />
        <div className={styles.tiles}>
          {Array.from('abcdefgh', (key) => (
            <Skeleton key={key} className={styles.tile} />
          ))}
        </div>
      </div>
      <div className={styles.aside}>
        <Skeleton className={styles.live} />
        <Skeleton className={styles.lobby} />
      </div>
    </div>
  );
}
