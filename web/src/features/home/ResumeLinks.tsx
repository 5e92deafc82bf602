import { Link } from 'react-router-dom';
import { RESUME, useSavedWays } from '../../shared/device-games/use-saved-ways.ts';
import { cx } from '../../ui/cx.ts';
import styles from './MyLevel.module.css';
import { t } from './texts.ts';

/** The ways back to the games that this device stores. */
export function ResumeLinks() {
  return useSavedWays().map((way) => (
    <Link key={way} to={RESUME[way]} className={cx(styles.level, styles.ladder)}>
      {t('resume', { way: t(`modes.${way}`) })}
    </Link>
  ));
}
