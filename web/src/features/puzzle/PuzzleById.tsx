import type { PuzzleView } from '@doushouqi/protocol';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { useSession } from '../../client/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FailedPuzzle, LoadingPuzzle, type PageProps, PlainPage } from './Missing.tsx';
import { PuzzleTable } from './PuzzleTable.tsx';
import { isRefused } from './puzzle-state.ts';
import { usePuzzle } from './queries.ts';
import { t } from './texts.ts';

interface PuzzleByIdProps {
  page: PageProps;
  /** The way on from an id that no puzzle has. */
  elsewhere: { to: string; label: string };
  /** Returns the address of the next puzzle. */
  findNext: (puzzle: PuzzleView, client: QueryClient) => Promise<string>;
}

/** The puzzle of the address, with its states before it is there. */
export function PuzzleById({ page, elsewhere, findNext }: PuzzleByIdProps) {
  const { puzzleId = '' } = useParams();
  const client = useQueryClient();
  const userId = useSession(({ user }) => user?._id);
  const { data: puzzle, error, fetchStatus, refetch } = usePuzzle(puzzleId);
  if (puzzle)
    return (
      <PuzzleTable
        // An attempt belongs to its user.
        key={`${puzzle.id} ${userId}`}
        puzzle={puzzle}
        {...page}
        next={{ label: t('actions.next'), find: () => findNext(puzzle, client) }}
      />
    );
  if (error && isRefused(error))
    return (
      <PlainPage {...page}>
        <EmptyState
          animal="cat"
          title={t('unknown.title')}
          text={t('unknown.text')}
          action={
            <ButtonLink tone="primary" to={elsewhere.to}>
              {elsewhere.label}
            </ButtonLink>
          }
        />
      </PlainPage>
    );
  if (error || fetchStatus === 'paused') return <FailedPuzzle {...page} onRetry={refetch} />;
  return <LoadingPuzzle {...page} />;
}
