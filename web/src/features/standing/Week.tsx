import { useTranslation } from 'react-i18next';
import { signed } from './signed.ts';
import styles from './Week.module.css';

/** What the last seven days did to a rating; nothing where nothing was played. */
export function Week({ change }: { change: number | null }) {
  const { t } = useTranslation();
  if (change === null) return null;
  return (
    <span className={styles.week} data-way={Math.sign(change)} title={t('players.week')}>
      <span className="visually-hidden">{t('players.week')} </span>
      {signed(change)}
    </span>
  );
}
