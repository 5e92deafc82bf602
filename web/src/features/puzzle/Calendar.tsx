import { useState } from 'react';
import { Link } from 'react-router-dom';
import { IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import styles from './Calendar.module.css';
import { dateText, daysOf, monthAfter, readDay, weekdayName } from './days.ts';
import { PuzzleIcon } from './PuzzleIcon.tsx';
import { useDailyMonth } from './queries.ts';
import { t } from './texts.ts';

interface CalendarProps {
  /** The day whose puzzle is shown, and today. */
  shown: string;
  today: string;
}

const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

/** The days of a month: each with a puzzle leads to it. */
export function Calendar({ shown, today }: CalendarProps) {
  const [month, setMonth] = useState(shown.slice(0, 7));
  const { data } = useDailyMonth(month);
  const known = new Map((data?.days ?? []).map(({ date, solved }) => [date, solved]));
  const { year, month: number } = readDay(`${month}-01`);
  return (
    <Card framed className={styles.card}>
      <div className={styles.head}>
        <IconButton
          icon="caret-left"
          label={t('daily.previous')}
          disabled={data !== undefined && month <= data.first.slice(0, 7)}
          onClick={() => setMonth(monthAfter(month, -1))}
        />
        <h2 aria-live="polite">{t('daily.month', { year, month: number })}</h2>
        <IconButton
          icon="caret-right"
          label={t('daily.following')}
          disabled={month >= today.slice(0, 7)}
          onClick={() => setMonth(monthAfter(month, 1))}
        />
      </div>
      <div className={styles.names} aria-hidden="true">
        {WEEK.map((weekday) => (
          <span key={weekday}>{weekdayName(weekday)}</span>
        ))}
      </div>
      <ul className={styles.days} aria-label={t('daily.calendar')}>
        {daysOf(month).map((date, at) => (
          <li key={date ?? at}>{date && <DayCell {...{ date, shown, today }} solved={known.get(date)} />}</li>
        ))}
      </ul>
    </Card>
  );
}

/** `solved`: undefined for a day without a puzzle. */
function DayCell({
  date,
  shown,
  today,
  solved,
}: CalendarProps & { date: string; solved: boolean | undefined }) {
  const { day } = readDay(date);
  const state = date > today ? t('daily.state.future') : solved === undefined ? t('daily.none') : null;
  if (state !== null) {
    return (
      <span className={styles.day} data-state="none">
        <span aria-hidden="true">{day}</span>
        <span className="visually-hidden">{t('daily.dayState', { date: dateText(date), state })}</span>
      </span>
    );
  }
  const label = t(solved ? 'daily.state.solved' : 'daily.unsolved');
  return (
    <Link
      to={date === today ? '/puzzle/daily' : `/puzzle/daily/${date}`}
      className={styles.day}
      data-state={solved ? 'solved' : 'open'}
      data-today={date === today}
      aria-current={date === shown ? 'date' : undefined}
      aria-label={t('daily.dayState', { date: dateText(date), state: label })}
    >
      {day}
      {solved && <PuzzleIcon name="fire-fill" />}
    </Link>
  );
}
