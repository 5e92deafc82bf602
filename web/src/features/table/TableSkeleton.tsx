import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/Loading.tsx';
import styles from './RoomScreen.module.css';

/** Blocks of paper where the room will be. */
export function RoomSkeleton() {
  const { t } = useTranslation();
  return (
    <main className={styles.main} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('room.loading')}
      </p>
      <div className={styles.opponent}>
        <Skeleton className={styles.barBlock} />
      </div>
      <div className={styles.stage}>
        <Skeleton className={styles.boardBlock} />
      </div>
      <div className={styles.middle}>
        <Skeleton className={styles.listBlock} />
      </div>
      <div className={styles.own}>
        <Skeleton className={styles.barBlock} />
      </div>
    </main>
  );
}
