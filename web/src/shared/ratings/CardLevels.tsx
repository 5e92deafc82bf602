import { RATING_DEFS, TIME_CLASSES } from '@doushouqi/protocol';
import { Link } from 'react-router-dom';
import { Emblem } from '../../ui/Emblem.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { levelName } from '../../ui/level.ts';
import styles from './CardLevels.module.css';
import { shownLevel, useRatings } from './queries.ts';
import { t } from './texts.ts';

/** On a player's card: the level in each time class, and a link to the player's page. */
export function CardLevels({ userId, nickname }: { userId: string; nickname: string }) {
  const { data } = useRatings(userId);
  return (
    <Link to={`/player/${userId}`} className={styles.levels} title={t('actions.pageOf', { name: nickname })}>
      {TIME_CLASSES.map((name) => {
        const userRating = data?.[name];
        const level = userRating ? shownLevel(userRating) : null;
        return (
          <span key={name}>
            <Emblem level={level} size={28} named />
            <span>
              <small>{RATING_DEFS[name].name}</small>
              {userRating && levelName(level)}
              {userRating && level !== null && ` ${userRating.rating}`}
            </span>
          </span>
        );
      })}
      <Icon name="caret-right" />
    </Link>
  );
}
