import { choiceStore } from './kept.ts';
import { PuzzleById } from './PuzzleById.tsx';
import { isRefused } from './puzzle-state.ts';
import { rememberPuzzle, requestNext } from './queries.ts';
import { t } from './texts.ts';

/** A puzzle by its id; one of the user's choice follows. */
export default function OnePuzzlePage() {
  return (
    <PuzzleById
      page={{ tab: 'puzzles', title: t('title') }}
      elsewhere={{ to: '/puzzle', label: t('unknown.next') }}
      findNext={async (puzzle, client) => {
        try {
          const next = await requestNext(choiceStore.getState(), puzzle.id);
          rememberPuzzle(client, next);
          return `/puzzle/${next.id}`;
        } catch (error) {
          // The page without an id says that none is left.
          if (isRefused(error)) return '/puzzle';
          throw error;
        }
      }}
    />
  );
}
