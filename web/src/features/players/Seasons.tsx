import type { SeasonRecord } from '@doushouqi/protocol';
import { t } from '../../shared/ratings/texts.ts';
import { Emblem } from '../../ui/Emblem.tsx';
import { levelName } from '../../ui/level.ts';
import styles from './Seasons.module.css';
import { seasonName } from './season.ts';
import { t as playersText } from './texts.ts';

/** The best level of each season that had one, newest first; those before the last one when asked. */
export function Seasons({ seasons }: { seasons: readonly SeasonRecord[] }) {
  const [last, ...older] = seasons.filter(({ best }) => best !== null).toReversed();
  if (!last) return null;
  return (
    <div className={styles.seasons}>
      <Season season={last} />
      {older.length > 0 && (
        <details>
          <summary>{playersText('seasons.older', { count: older.length })}</summary>
          <ul>
            {older.map((season) => (
              <li key={season.season}>
                <Season season={season} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Season({ season: { season, best, wins, losses } }: { season: SeasonRecord }) {
  return (
    <p className={styles.season}>
      <Emblem level={best} size={20} named />
      <span>{t('best', { season: seasonName(season), level: levelName(best) })}</span>
      <small>{playersText('seasons.results', { wins, losses })}</small>
    </p>
  );
}
