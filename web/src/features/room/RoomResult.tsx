import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../app/attempt.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { ResultDialog } from '../table/ResultDialog.tsx';
import { useReview } from '../table/use-review.ts';
import { useAsk, useIsAsking } from './use-offers.ts';
import { type OpenRoom, useRoom } from './use-open-room.ts';

const RatingResult = lazyPart(() => import('../standing/RatingResult.tsx'));

/** How the game of a room ended, and the way to the next one or out. */
export function RoomResult({ open }: { open: OpenRoom }) {
  const { t } = useTranslation();
  const review = useReview(open.game);
  const isAborted = useRoom(open.game, ({ header }) => header.status === 'aborted');
  return (
    <ResultDialog
      table={open.table}
      rating={<Rating {...open} />}
      next={!open.isWatching && <Rematch {...open} />}
      away={
        <>
          {!isAborted && (
            <Button tone="quiet" onClick={review}>
              {t('table.review')}
            </Button>
          )}
          <Button tone="quiet" onClick={open.onLeave}>
            {t('room.actions.leave')}
          </Button>
        </>
      }
    />
  );
}

/** What a rated game did to one's own rating. */
function Rating({ game, isWatching }: OpenRoom) {
  const { kind, gameId, winner } = useRoom(game, ({ header }) => header);
  if (kind !== 'rated' || isWatching || winner === -1 || gameId === null || game.userId === null) return null;
  return (
    <Suspense>
      <RatingResult key={gameId} userId={game.userId} gameId={gameId} />
    </Suspense>
  );
}

/** Asks for another game, or agrees when the opponent has asked. */
function Rematch({ game }: OpenRoom) {
  const { t } = useTranslation();
  const ask = useAsk(game);
  const [isAnswering, setAnswering] = useState(false);
  const isAsked = useRoom(game, ({ header }) => header.resetRequester !== null);
  const isAsking = useIsAsking(game, 'reset');
  const isGone = useRoom(game, ({ header }) => header.departed.length > 0);
  const again = async (): Promise<void> => {
    if (!isAsked) return ask('reset');
    setAnswering(true);
    await attempt(game.offers.answer('reset', true), t('room.actionFailed'));
    setAnswering(false);
  };
  const label = isGone ? 'gone' : isAsking ? 'waiting' : 'again';
  return (
    <Button tone="primary" busy={isAsking || isAnswering} disabled={isGone} onClick={() => void again()}>
      {t(`room.rematch.${label}`)}
    </Button>
  );
}
