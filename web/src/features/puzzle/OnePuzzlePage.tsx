import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { useSession } from '../../client/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { choiceStore } from './kept.ts';
import { FailedPuzzle, LoadingPuzzle, PlainPage } from './Missing.tsx';
import { PuzzleTable } from './PuzzleTable.tsx';
import { isRefused, rememberPuzzle, requestNext, usePuzzle } from './queries.ts';
import { t } from './texts.ts';

const PAGE = { tab: 'puzzles', title: t('title') } as const;

/** A puzzle by its id. */
export default function OnePuzzlePage() {
  const { puzzleId = '' } = useParams();
  const client = useQueryClient();
  const userId = useSession(({ user }) => user?._id);
  const { data: puzzle, error, fetchStatus, refetch } = usePuzzle(puzzleId);
  if (!puzzle) {
    if (error && isRefused(error)) return <UnknownPuzzle />;
    if (error || fetchStatus === 'paused') return <FailedPuzzle {...PAGE} onRetry={refetch} />;
    return <LoadingPuzzle {...PAGE} />;
  }
  const find = async (): Promise<string> => {
    try {
      const next = await requestNext(choiceStore.getState(), puzzle.id);
      rememberPuzzle(client, next);
      return `/puzzle/${next.id}`;
    } catch (error) {
      // The page without an id says that none is left.
      if (isRefused(error)) return '/puzzle';
      throw error;
    }
  };
  return (
    <PuzzleTable
      // An attempt belongs to its user.
      key={`${puzzle.id} ${userId}`}
      puzzle={puzzle}
      {...PAGE}
      next={{ label: t('actions.next'), find }}
    />
  );
}

function UnknownPuzzle() {
  return (
    <PlainPage {...PAGE}>
      <EmptyState
        animal="cat"
        title={t('unknown.title')}
        text={t('unknown.text')}
        action={
          <ButtonLink tone="primary" to="/puzzle">
            {t('unknown.next')}
          </ButtonLink>
        }
      />
    </PlainPage>
  );
}
