import { Link } from 'react-router-dom';
import { cx } from '../../ui/cx.ts';
import { t as playText } from '../play/texts.ts';
import { RESUME, useSavedWays } from '../play/use-saved-ways.ts';
import styles from './MyLevel.module.css';
import { t } from './texts.ts';

/** The ways back to the games that this device stores. */
export function ResumeLinks() {
  return useSavedWays().map((way) => (
    <Link key={way} to={RESUME[way]} className={cx(styles.level, styles.ladder)}>
      {t('resume', { way: playText(way) })}
    </Link>
  ));
}
