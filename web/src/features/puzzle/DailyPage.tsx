import { useParams } from 'react-router-dom';
import { useSession } from '../../client/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Calendar } from './Calendar.tsx';
import { readDay } from './days.ts';
import { FailedPuzzle, LoadingPuzzle, PlainPage } from './Missing.tsx';
import { PuzzleTable } from './PuzzleTable.tsx';
import { isRefused } from './puzzle-state.ts';
import { useDaily } from './queries.ts';
import { t } from './texts.ts';

const PAGE = { tab: 'daily', title: t('daily.title') } as const;

/** The puzzle of today, or of the day in the address, with the calendar of the others. */
export default function DailyPage() {
  const { date = null } = useParams();
  const userId = useSession(({ user }) => user?._id);
  const today = useDaily(null);
  const { data: daily, error, fetchStatus, refetch } = useDaily(date);
  if (!daily) {
    if (error && isRefused(error)) return <NoDaily isToday={date === null} />;
    if (error || fetchStatus === 'paused') return <FailedPuzzle {...PAGE} onRetry={refetch} />;
    return <LoadingPuzzle {...PAGE} />;
  }
  const { month, day } = readDay(daily.date);
  const title = date === null ? PAGE.title : t('daily.ofDay', { month, day });
  return (
    <PuzzleTable
      key={`${daily.date} ${userId}`}
      puzzle={daily.puzzle}
      tab="daily"
      title={title}
      next={{ label: t('actions.more'), find: async () => '/puzzle' }}
      calendar={<Calendar key={daily.date} shown={daily.date} today={today.data?.date ?? daily.date} />}
    />
  );
}

function NoDaily({ isToday }: { isToday: boolean }) {
  return (
    <PlainPage {...PAGE}>
      <EmptyState
        animal="wolf"
        title={t(isToday ? 'empty.title' : 'daily.noneTitle')}
        text={t(isToday ? 'empty.text' : 'daily.noneText')}
        action={
          <ButtonLink tone="primary" to={isToday ? '/endgame' : '/puzzle/daily'}>
            {t(isToday ? 'empty.levels' : 'daily.toToday')}
          </ButtonLink>
        }
      />
    </PlainPage>
  );
}
