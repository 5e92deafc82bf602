import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cx } from '../../ui/cx.ts';
import { Emblem } from '../../ui/Emblem.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { levelName } from '../../ui/level.ts';
import { mainClass, shownLevel, useStandings } from '../standing/queries.ts';
import styles from './MyLevel.module.css';

/** The level of the person who looks, and the way to their page; its words wait until the level is known. */
export function MyLevel({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data } = useStandings(userId);
  const standing = data?.[mainClass(data)];
  const level = standing ? shownLevel(standing) : null;
  return (
    <Link to={`/player/${userId}`} className={styles.level} title={t('app.ownPage')}>
      <Emblem level={level} size={22} named />
      {standing ? levelName(t, level) : t('app.ownPage')}
      {standing && level !== null && <b>{standing.rating}</b>}
    </Link>
  );
}

/** The way to the ladder. */
export function LadderLink() {
  const { t } = useTranslation();
  return (
    <Link to="/ladder" className={cx(styles.level, styles.ladder)}>
      <Icon name="ranking" />
      {t('home.ladder')}
    </Link>
  );
}
