import type { TimeClass } from '@doushouqi/protocol';
import { useTranslation } from 'react-i18next';
import { Emblem } from '../../ui/Emblem.tsx';
import { levelName } from '../../ui/level.ts';
import { mainClass, shownLevel, useStandings } from '../standing/queries.ts';
import styles from './StandingLine.module.css';

interface StandingLineProps {
  userId: string;
  /** Null: the one that says more. */
  timeClass: TimeClass | null;
}

/** Level and rating of somebody; the place stays empty while they are not known. */
export function StandingLine({ userId, timeClass }: StandingLineProps) {
  const { t } = useTranslation();
  const { data } = useStandings(userId);
  if (!data) return <span className={styles.line} />;
  const shown = timeClass ?? mainClass(data);
  const level = shownLevel(data[shown]);
  return (
    <span className={styles.line}>
      <Emblem level={level} size={40} named />
      <span>
        <b>{levelName(t, level)}</b>
        <small className="tabular">
          {t(`pairing.class.${shown}`)}
          {level !== null && ` ${data[shown].rating}`}
        </small>
      </span>
    </span>
  );
}
