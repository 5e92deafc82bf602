import { session } from '../../client/session.ts';
import { t as uiText } from '../../ui/texts.ts';
import { GameSlip } from './GameSlip.tsx';
import { noteSeen } from './listed-games.ts';
import { t } from './result-texts.ts';
import type { GameResult } from './results.ts';

/** `对方认输`, `你超时`; a draw has no actor. */
function reasonText({ outcome, endReason }: GameResult): string {
  const reason = uiText(`endReason.${endReason}`);
  if (outcome === 'draw') return reason;
  const isOwn = (outcome === 'won') === (endReason === 'DEN_CAPTURED');
  return t(isOwn ? 'mine' : 'theirs', { reason });
}

interface ResultSlipProps {
  result: GameResult;
  /** Further results. */
  more?: number;
}

/** How a correspondence game ended; leads to its review, and then goes away. */
export function ResultSlip({ result, more = 0 }: ResultSlipProps) {
  const { gameId, opponent, outcome } = result;
  const see = (): void => {
    const { user } = session.store.getState();
    if (user) noteSeen(user._id, gameId);
  };
  return (
    <GameSlip
      to={`/analysis?game=${encodeURIComponent(gameId)}`}
      onClick={see}
      avatar={opponent.avatar}
      title={t(outcome)}
      about={t('against', { name: opponent.nickname })}
      more={more > 0 ? t('more', { count: more }) : null}
      go={t('go')}
    >
      <span>{reasonText(result)}</span>
    </GameSlip>
  );
}
