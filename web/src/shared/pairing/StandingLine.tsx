import type { TimeClass } from '@doushouqi/protocol';
import { Emblem } from '../../ui/Emblem.tsx';
import { levelName } from '../../ui/level.ts';
import { mainClass, shownLevel, useStandings } from '../ratings/queries.ts';
import styles from './StandingLine.module.css';
import { t } from './texts.ts';

interface StandingLineProps {
  userId: string;
  /** Null: the one that says more. */
  timeClass: TimeClass | null;
}

/** Level and rating of somebody; the place stays empty while they are not known. */
export function StandingLine({ userId, timeClass }: StandingLineProps) {
  const { data } = useStandings(userId);
  if (!data) return <span className={styles.line} />;
  const shown = timeClass ?? mainClass(data);
  const level = shownLevel(data[shown]);
  return (
    <span className={styles.line}>
      <Emblem level={level} size={40} named />
      <span>
        <b>{levelName(level)}</b>
        <small className="tabular">
          {t(`class.${shown}`)}
          {level !== null && ` ${data[shown].rating}`}
        </small>
      </span>
    </span>
  );
}
