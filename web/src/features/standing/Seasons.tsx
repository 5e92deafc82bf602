import type { SeasonRecord } from '@doushouqi/protocol';
import { useTranslation } from 'react-i18next';
import { Emblem } from '../../ui/Emblem.tsx';
import { levelName } from '../../ui/level.ts';
import styles from './Seasons.module.css';
import { seasonName } from './season.ts';

/** The best level of each season that had one, newest first; those before the last one when asked. */
export function Seasons({ seasons }: { seasons: readonly SeasonRecord[] }) {
  const { t } = useTranslation();
  const [last, ...older] = seasons.filter(({ best }) => best !== null).toReversed();
  if (!last) return null;
  return (
    <div className={styles.seasons}>
      <Season season={last} />
      {older.length > 0 && (
        <details>
          <summary>{t('players.seasons.older', { count: older.length })}</summary>
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
  const { t } = useTranslation();
  return (
    <p className={styles.season}>
      <Emblem level={best} size={20} named />
      <span>{t('standing.best', { season: seasonName(t, season), level: levelName(t, best) })}</span>
      <small>{t('players.seasons.results', { wins, losses })}</small>
    </p>
  );
}
