import { Link } from 'react-router-dom';
import { t as appText } from '../../client/texts.ts';
import { mainClass, shownLevel, useStandings } from '../../shared/ratings/queries.ts';
import { cx } from '../../ui/cx.ts';
import { Emblem } from '../../ui/Emblem.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { levelName } from '../../ui/level.ts';
import styles from './MyLevel.module.css';
import { t } from './texts.ts';

/** The level of the person who looks, and the way to their page; its words wait until the level is known. */
export function MyLevel({ userId }: { userId: string }) {
  const { data } = useStandings(userId);
  const standing = data?.[mainClass(data)];
  const level = standing ? shownLevel(standing) : null;
  return (
    <Link to={`/player/${userId}`} className={styles.level} title={appText('ownPage')}>
      <Emblem level={level} size={22} named />
      {standing ? levelName(level) : appText('ownPage')}
      {standing && level !== null && <b>{standing.rating}</b>}
    </Link>
  );
}

/** The way to the ladder. */
export function LadderLink() {
  return (
    <Link to="/ladder" className={cx(styles.level, styles.ladder)}>
      <Icon name="ranking" />
      {t('ladder')}
    </Link>
  );
}
