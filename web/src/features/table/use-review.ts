import { formatRecord, ruleSetOf } from '@doushouqi/rules';
import { useNavigate } from 'react-router-dom';
import type { GameController } from '../../game/controller.ts';

/** The way to the review of the game of a table as it stands: it begins there at once. */
export function useReview({ store }: GameController): () => void {
  const navigate = useNavigate();
  return () => {
    const { game, own } = store.getState();
    const played = { record: formatRecord(game), ruleSet: ruleSetOf(game), start: null, own };
    void navigate('/analysis', { state: { game: played, review: true } });
  };
}
