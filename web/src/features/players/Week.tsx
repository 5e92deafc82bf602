import { signed } from '../../ui/signed.ts';
import { t as playersText } from './texts.ts';
import styles from './Week.module.css';

/** What the last seven days did to a rating; nothing where nothing was played. */
export function Week({ change }: { change: number | null }) {
  if (change === null) return null;
  return (
    <span className={styles.week} data-way={Math.sign(change)} title={playersText('week')}>
      <span className="visually-hidden">{playersText('week')} </span>
      {signed(change)}
    </span>
  );
}
