import { Link } from 'react-router-dom';
import { usePlayNumbers } from '../../shared/pairing/play-numbers.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Hero.module.css';
import { t } from './texts.ts';

export function WaitingNumber() {
  const count = usePlayNumbers()?.waiting ?? 0;
  return count > 0 ? <small className="tabular">{t('waitingCount', { count })}</small> : null;
}

export function PlayingNumber() {
  const count = usePlayNumbers()?.games ?? 0;
  return count > 0 ? (
    <li>
      <Link to="/watch" className={styles.way}>
        <Icon name="eye" />
        {t('playingCount', { count })}
      </Link>
    </li>
  ) : null;
}
