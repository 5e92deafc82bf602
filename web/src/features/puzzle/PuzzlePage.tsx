import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { choiceStore, choose } from './kept.ts';
import { FailedPuzzle, LoadingPuzzle, PlainPage } from './Missing.tsx';
import { isRefused } from './puzzle-state.ts';
import { rememberPuzzle, useNextPuzzle } from './queries.ts';
import { t } from './texts.ts';

const PAGE = { tab: 'puzzles', title: t('title') } as const;

/** Leads to a puzzle by the user's choice; the puzzle's own address survives a reload. */
export default function PuzzlePage() {
  const choice = useStore(choiceStore);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: puzzle, error, fetchStatus, refetch } = useNextPuzzle(choice);
  useEffect(() => {
    if (!puzzle) return;
    rememberPuzzle(client, puzzle);
    void navigate(`/puzzle/${puzzle.id}`, { replace: true });
  }, [puzzle, client, navigate]);
  if (error && isRefused(error)) return <NoPuzzles />;
  if (!puzzle && (error || fetchStatus === 'paused')) return <FailedPuzzle {...PAGE} onRetry={refetch} />;
  return <LoadingPuzzle {...PAGE} />;
}

/** No puzzle is left for the choice, or there are none at all. */
function NoPuzzles() {
  const choice = useStore(choiceStore);
  const isMotif = choice.motif !== null;
  return (
    <PlainPage {...PAGE}>
      <EmptyState
        animal="wolf"
        title={t(isMotif ? 'empty.motif' : 'empty.title')}
        text={t(isMotif ? 'empty.motifText' : 'empty.text')}
        action={
          isMotif ? (
            <Button tone="primary" onClick={() => choose({ ...choice, motif: null })}>
              {t('empty.all')}
            </Button>
          ) : (
            <ButtonLink tone="primary" to="/endgame">
              {t('empty.levels')}
            </ButtonLink>
          )
        }
      />
    </PlainPage>
  );
}
