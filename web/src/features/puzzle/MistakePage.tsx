import { api } from '../../client/api.ts';
import { session } from '../../client/session.ts';
import { serverNow } from '../../client/time.ts';
import { PuzzleById } from './PuzzleById.tsx';
import { rememberPuzzle } from './queries.ts';
import { t } from './texts.ts';

const LIST = '/puzzle/mistakes';

/** A missed puzzle again; the next one that is due follows, then the list. */
export default function MistakePage() {
  return (
    <PuzzleById
      page={{ tab: 'mistakes', title: t('mistakes.title') }}
      elsewhere={{ to: LIST, label: t('actions.toMistakes') }}
      findNext={async (puzzle, client) => {
        if (session.store.getState().user === null) return LIST;
        const { mistakes } = await api.listMistakes();
        const due = mistakes.find((one) => one.dueAt <= serverNow() && one.puzzle.id !== puzzle.id);
        if (!due) return LIST;
        rememberPuzzle(client, due.puzzle);
        return `${LIST}/${due.puzzle.id}`;
      }}
    />
  );
}
