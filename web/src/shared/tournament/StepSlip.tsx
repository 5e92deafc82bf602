import { Link } from 'react-router-dom';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import { countdownText } from './countdown.ts';
import { faceOf } from './face.ts';
import styles from './StepSlip.module.css';
import { t } from './texts.ts';
import type { OwnTournament } from './use-own-tournament.ts';

/** In the last minute the number is red. Milliseconds. */
const LAST = 60_000;

interface StepSlipProps extends OwnTournament {
  className?: string | undefined;
}

/** What comes next in the user's tournament, with the time until then. The whole slip is a link to it. */
export function StepSlip({ tournament, step: { what, until }, now, className }: StepSlipProps) {
  const { id, name, players } = tournament;
  const left = until === null ? null : until - now;
  return (
    <Link to={`/tournament/${id}`} className={cx(styles.slip, className)} data-step={what}>
      <img src={FACES[faceOf(tournament)]} alt="" width={34} height={34} />
      <span className={styles.words}>
        <strong>{name}</strong>
        <span>{t(`step.${what}`, { players })}</span>
      </span>
      {left !== null && what !== 'others' && (
        <span className={styles.left}>
          {left > 0 ? (
            <>
              <b data-last={left <= LAST}>{countdownText(left)}</b> {t(`after.${what}`)}
            </>
          ) : (
            t('now')
          )}
        </span>
      )}
      <span className={styles.go} aria-hidden="true">
        {t(`go.${what}`)}
      </span>
    </Link>
  );
}
