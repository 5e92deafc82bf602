import { useNavigate } from 'react-router-dom';
import { roomPath } from '../../client/rooms.ts';
import { ownTurns, useGames } from '../../shared/correspondence/games.ts';
import { Action } from '../../shared/table/TableActions.tsx';
import { t } from './correspondence-texts.ts';

/** Leads to the next correspondence game that waits for the user. */
export function NextGame({ roomId }: { roomId: string }) {
  const navigate = useNavigate();
  const others = ownTurns(useGames().data?.games ?? []).filter((game) => game.roomId !== roomId);
  const [next] = others;
  return (
    <Action
      icon="skip-forward"
      label={t('next')}
      count={others.length}
      disabled={!next}
      onClick={() => next && navigate(roomPath(next.roomId))}
    />
  );
}
