import type { TournamentDetails } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import { useNow } from '../../../client/use-now.ts';
import { timeText } from '../../../ui/format.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { MEDIA } from '../../../ui/media.ts';
import { useMedia } from '../../../ui/use-browser.ts';
import { roughDuration } from '../create/draft.ts';
import { stepOf } from './state.ts';
import styles from './Track.module.css';
import { t } from './texts.ts';

type StepState = 'done' | 'current' | 'coming';

/** Returns the states of entry, check-in (if there is one) and rounds before the start. Pure. */
export function trackStates(
  { checkInAt }: Pick<TournamentDetails, 'checkInAt'>,
  now: number,
): { enter: StepState; checkIn: StepState } {
  if (checkInAt === null || now < checkInAt) return { enter: 'current', checkIn: 'coming' };
  return { enter: 'done', checkIn: 'current' };
}

/** Entry, check-in, rounds and the end, with their times. */
export function Track({ details }: { details: TournamentDetails }) {
  const { players, checkInAt, checkedIn, startsAt, endsAt } = details;
  const isPhone = useMedia(MEDIA.phone);
  const states = trackStates(details, useNow());
  return (
    <ol className={styles.track} aria-label={t('track.label')}>
      <Step state={states.enter} mark={t('track.enter.mark')} name={t('track.enter.name')}>
        {t('track.players', { count: players })}
      </Step>
      {checkInAt !== null && (
        <Step state={states.checkIn} mark={t('track.checkIn.mark')} name={t('track.checkIn.name')}>
          {states.checkIn === 'current' ? t('track.checkedIn', { count: checkedIn }) : timeText(checkInAt)}
        </Step>
      )}
      {isPhone ? (
        <Step state="coming" mark={details.rounds} name={t('track.rounds', { count: details.rounds ?? 0 })}>
          {timeText(startsAt)}
        </Step>
      ) : (
        <Rounds details={details} />
      )}
      <Step state="coming" mark={<Icon name="trophy" />} name={t('track.end')}>
        {t('track.about', { time: timeText(endsAt) })}
      </Step>
    </ol>
  );
}

/** The first two rounds, and the others together. */
function Rounds({ details }: { details: TournamentDetails }) {
  const { startsAt, rounds } = details;
  const step = stepOf(details);
  const last = rounds ?? 2;
  return (
    <>
      <Step state="coming" mark={1} name={t('track.round', { round: 1 })}>
        {timeText(startsAt)}
      </Step>
      <Step state="coming" mark={2} name={t('track.round', { round: 2 })}>
        {t('track.about', { time: timeText(startsAt + step) })}
      </Step>
      <Step
        state="coming"
        mark={last === 3 ? 3 : '…'}
        name={last === 3 ? t('track.round', { round: 3 }) : t('track.more', { from: 3, to: last })}
      >
        {t('track.each', { time: roughDuration(step) })}
      </Step>
    </>
  );
}

interface StepProps {
  state: StepState;
  mark: ReactNode;
  name: string;
  children: ReactNode;
}

function Step({ state, mark, name, children }: StepProps) {
  return (
    <li data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
      <i aria-hidden="true">{state === 'done' ? <Icon name="check" /> : mark}</i>
      <b>{name}</b>
      <span>{children}</span>
      {state === 'done' && <span className="visually-hidden">{t('track.done')}</span>}
    </li>
  );
}
