import { formatRecord, ruleSetOf } from '@doushouqi/rules';
import { useNavigate } from 'react-router-dom';
import type { Table } from './use-table.ts';

/** Returns a function that opens the review of the table's game, with the players' names and the user's side. */
export function useReview({ controller, nicknames }: Pick<Table, 'controller' | 'nicknames'>): () => void {
  const navigate = useNavigate();
  return () => {
    const { game, own } = controller.store.getState();
    const players = { red: { nickname: nicknames.red }, blue: { nickname: nicknames.blue } };
    const played = { record: formatRecord(game), ruleSet: ruleSetOf(game), start: null, own, players };
    void navigate('/analysis', { state: { game: played, review: true } });
  };
}
