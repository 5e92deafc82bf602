import type { SolverState } from '@doushouqi/protocol';
import { lastMove, positionOf } from '@doushouqi/rules';
import { useMemo } from 'react';
import { Thumbnail } from '../../shared/table/Thumbnail.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import styles from './DailyCard.module.css';
import { dateText, readDay, weekdayName } from './days.ts';
import { startOf } from './line.ts';
import { PuzzleIcon } from './PuzzleIcon.tsx';
import { useDaily, useSolver } from './queries.ts';
import { t } from './texts.ts';
import { sideName } from './words.ts';

type Daily = NonNullable<ReturnType<typeof useDaily>['data']>;

/** Days in a row on which the day's puzzle was solved; nothing without one. */
export function Flames({ days }: { days: number }) {
  if (days === 0) return null;
  return (
    <span className={styles.flames}>
      <PuzzleIcon name="fire-fill" />
      {t('daily.days', { count: days })}
    </span>
  );
}

/** This week from Monday: a flame for each solved day. */
export function Week({ week, today }: { week: SolverState['daily']['week']; today: string }) {
  return (
    <ol className={styles.week} aria-label={t('daily.week')}>
      {week.map(({ date, state }) => {
        const name = weekdayName(readDay(date).weekday);
        const label = t('daily.dayState', { date: dateText(date), state: t(`daily.state.${state}`) });
        return (
          <li key={date} data-state={state} data-today={date === today} aria-label={label}>
            <i aria-hidden="true">
              {state === 'solved' ? <PuzzleIcon name="fire-fill" /> : date === today ? t('daily.today') : '·'}
            </i>
            <span aria-hidden="true">{name}</span>
          </li>
        );
      })}
    </ol>
  );
}

export function playersText({ players, solvedAtOnce }: Pick<Daily, 'players' | 'solvedAtOnce'>): string {
  if (players === 0) return t('daily.noPlayers');
  if (solvedAtOnce === null) return t('daily.playersOnly', { plays: players });
  return t('daily.players', { plays: players, share: Math.round(solvedAtOnce * 100) });
}

/** Today's puzzle and the week. */
export function DailyCard() {
  const { data: daily, isError, fetchStatus } = useDaily(null);
  const solver = useSolver().data;
  const game = useMemo(() => daily && startOf(daily.puzzle), [daily]);
  if (!daily || !game) {
    return isError || fetchStatus === 'paused' ? null : <Skeleton className={styles.skeleton} />;
  }
  const { puzzle, date, solved } = daily;
  const side = t('daily.side', { side: sideName(puzzle.side)[0]! });
  return (
    <Card framed className={styles.card}>
      <div className={styles.head}>
        <h2>{t('daily.title')}</h2>
        <Flames days={solver?.daily.days ?? 0} />
      </div>
      <div className={styles.body}>
        <div className={styles.board}>
          <Thumbnail
            position={positionOf(game)}
            last={lastMove(game)}
            flipped={puzzle.side === 'blue'}
            label={side}
          />
        </div>
        <div className={styles.words}>
          <span className={styles.date}>{dateText(date)}</span>
          <b>{side}</b>
          <span>{solved ? t('daily.solved') : playersText(daily)}</span>
          <ButtonLink small to="/puzzle/daily">
            {t(solved ? 'daily.look' : 'daily.go')}
          </ButtonLink>
        </div>
      </div>
      {solver && <Week week={solver.daily.week} today={date} />}
    </Card>
  );
}

/** The same as a slip under a phone's board, for a member who has not solved today's. */
export function DailySlip() {
  const solver = useSolver().data;
  const { data: daily } = useDaily(null);
  if (!solver || !daily || daily.solved) return null;
  const { days } = solver.daily;
  return (
    <Card className={styles.slip}>
      <PuzzleIcon name={days > 0 ? 'fire-fill' : 'fire'} />
      <div>
        <b>{t('daily.open')}</b>
        <p>{days > 0 ? t('daily.openText', { count: days }) : t('daily.openFirst')}</p>
      </div>
      <ButtonLink to="/puzzle/daily">{t('daily.goShort')}</ButtonLink>
    </Card>
  );
}

/** On the day's page the slip leads to the other days. */
export function CalendarSlip({ onOpen }: { onOpen: () => void }) {
  const solver = useSolver().data;
  const { data: daily } = useDaily(null);
  if (!solver) return null;
  const { days } = solver.daily;
  return (
    <Card className={styles.slip}>
      <PuzzleIcon name={days > 0 ? 'fire-fill' : 'fire'} />
      <div>
        <b>{days > 0 ? t('daily.days', { count: days }) : t('daily.openFirst')}</b>
        <p>{daily && playersText(daily)}</p>
      </div>
      <Button onClick={onOpen}>{t('daily.calendar')}</Button>
    </Card>
  );
}
