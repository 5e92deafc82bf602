import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cx } from '../../ui/cx.ts';
import { RESUME, useSavedWays } from '../play/use-saved-ways.ts';
import styles from './MyLevel.module.css';

/** The ways back to the games that this device stores. */
export function ResumeLinks() {
  const { t } = useTranslation();
  return useSavedWays().map((way) => (
    <Link key={way} to={RESUME[way]} className={cx(styles.level, styles.ladder)}>
      {t('home.resume', { way: t(`play.${way}`) })}
    </Link>
  ));
}
