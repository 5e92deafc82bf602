import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { api } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import { serverNow } from '../../client/time.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FailedPuzzle, LoadingPuzzle, PlainPage } from './Missing.tsx';
import { PuzzleTable } from './PuzzleTable.tsx';
import { isRefused, rememberPuzzle, usePuzzle } from './queries.ts';
import { t } from './texts.ts';

const PAGE = { tab: 'mistakes', title: t('mistakes.title') } as const;

/** A missed puzzle again; the next one that is due follows, then the list. */
export default function MistakePage() {
  const { puzzleId = '' } = useParams();
  const client = useQueryClient();
  const userId = useSession(({ user }) => user?._id);
  const { data: puzzle, error, fetchStatus, refetch } = usePuzzle(puzzleId);
  if (!puzzle) {
    if (error && isRefused(error)) return <Unknown />;
    if (error || fetchStatus === 'paused') return <FailedPuzzle {...PAGE} onRetry={refetch} />;
    return <LoadingPuzzle {...PAGE} />;
  }
  const find = async (): Promise<string> => {
    if (userId === undefined) return '/puzzle/mistakes';
    const { mistakes } = await api.listMistakes();
    const due = mistakes.find((one) => one.dueAt <= serverNow() && one.puzzle.id !== puzzle.id);
    if (!due) return '/puzzle/mistakes';
    rememberPuzzle(client, due.puzzle);
    return `/puzzle/mistakes/${due.puzzle.id}`;
  };
  return (
    <PuzzleTable
      key={`${puzzle.id} ${userId}`}
      puzzle={puzzle}
      {...PAGE}
      next={{ label: t('actions.next'), find }}
    />
  );
}

function Unknown() {
  return (
    <PlainPage {...PAGE}>
      <EmptyState
        animal="cat"
        title={t('unknown.title')}
        text={t('unknown.text')}
        action={
          <ButtonLink tone="primary" to="/puzzle/mistakes">
            {t('actions.toMistakes')}
          </ButtonLink>
        }
      />
    </PlainPage>
  );
}
