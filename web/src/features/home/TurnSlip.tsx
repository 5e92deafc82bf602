import type { CorrespondenceGame } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import { roomPath } from '../../client/rooms.ts';
import { GameSlip } from '../../shared/correspondence/GameSlip.tsx';
import { ownTurns, useGames, useMinute } from '../../shared/correspondence/games.ts';
import { ResultSlip } from '../../shared/correspondence/ResultSlip.tsx';
import { useResults } from '../../shared/correspondence/results.ts';
import { isUrgent, leftText } from '../../shared/correspondence/time-words.ts';
import { t } from './turn-texts.ts';

/**
 * Leads to the correspondence game with the least time left, or, unless that is urgent, to one that ended while the user
 * was away. `children` is the slip that is shown without any.
 */
export default function TurnSlip({ children }: { children: ReactNode }) {
  const games = ownTurns(useGames().data?.games ?? []);
  const { results } = useResults();
  const now = useMinute();
  const [turn] = games;
  const [result] = results;
  const left = (turn?.deadline ?? now) - now;
  if (result && !(turn && isUrgent(left))) return <ResultSlip result={result} more={results.length - 1} />;
  return turn ? <Turn game={turn} left={left} more={games.length - 1} /> : children;
}

function Turn({ game, left, more }: { game: CorrespondenceGame; left: number; more: number }) {
  const { roomId, opponent } = game;
  return (
    <GameSlip
      isTurn
      to={roomPath(roomId)}
      avatar={opponent?.avatar}
      title={t('turn')}
      about={t('waits', { name: opponent?.nickname ?? '' })}
      more={more > 0 ? t('more', { count: more }) : null}
      go={t('go')}
    >
      <b>{leftText(left)}</b>
    </GameSlip>
  );
}
