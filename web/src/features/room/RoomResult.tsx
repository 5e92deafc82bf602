import { POLICIES, PROMPT_GRACE, ratingClassOf, TIME_CONTROLS } from '@doushouqi/protocol';
import { Suspense, useState } from 'react';
import { attempt } from '../../client/attempt.ts';
import { attemptRated } from '../../shared/pairing/attempt-rated.ts';
import { ResultDialog } from '../../shared/table/ResultDialog.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { useReview } from '../../shared/table/use-table.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useGrace } from '../../ui/use-timers.ts';
import { t } from './texts.ts';
import { useAsk, useIsAsking } from './use-offers.ts';
import { type OpenRoom, useRoom } from './use-open-room.ts';

const RatingResult = lazyPart(() => import('./RatingResult.tsx'));

/** How the game of a room ended, with links to the next game and out of the room. */
export function RoomResult({ open }: { open: OpenRoom }) {
  const review = useReview(open.table);
  const isAborted = useRoom(open.game, ({ header }) => header.status === 'aborted');
  return (
    <ResultDialog
      table={open.table}
      rating={<Rating {...open} />}
      next={!open.isWatching && <Rematch {...open} />}
      away={
        <>
          {!open.isWatching && <OtherOpponent {...open} />}
          {!isAborted && (
            <Button tone="quiet" onClick={review}>
              {tableText('review')}
            </Button>
          )}
          <Button tone="quiet" onClick={open.onLeave}>
            {t('actions.leave')}
          </Button>
        </>
      }
    />
  );
}

/** The own rating change by a rated game. */
function Rating({ game, isWatching }: OpenRoom) {
  const { kind, timeControl, gameId, winner } = useRoom(game, ({ header }) => header);
  const ratingClass = ratingClassOf(kind, timeControl);
  if (ratingClass === null || isWatching || winner === null || gameId === null || game.userId === null)
    return null;
  return (
    <Suspense>
      <RatingResult key={gameId} userId={game.userId} {...{ gameId, ratingClass }} />
    </Suspense>
  );
}

/** Requests another game, or accepts the opponent's request. */
function Rematch({ game }: OpenRoom) {
  const ask = useAsk(game);
  const [isAnswering, setAnswering] = useState(false);
  const isAsking = useIsAsking(game, 'reset');
  const requester = useRoom(game, ({ header }) => header.resetRequester);
  const isAsked = requester !== null && !isAsking;
  // Ignores a press that was aimed at the element before it.
  const isReady = useGrace(requester, PROMPT_GRACE);
  const isGone = useRoom(game, ({ header }) => header.departed.length > 0);
  const answer = async (accept: boolean): Promise<void> => {
    setAnswering(true);
    await attemptRated(game.offers.answer('reset', accept), t('actionFailed'));
    setAnswering(false);
  };
  const label = isGone ? 'gone' : isAsking ? 'waiting' : isAsked ? 'agree' : 'again';
  return (
    <>
      <Button
        tone={isAsked ? 'jade' : 'primary'}
        busy={isAsking || isAnswering}
        disabled={isGone}
        onClick={() => void (isAsked ? answer(true) : ask('reset'))}
      >
        {t(`rematch.${label}`)}
      </Button>
      {isAsked && (
        <Button aria-disabled={!isReady || isAnswering} onClick={() => isReady && void answer(false)}>
          {t('prompt.rematch.reject')}
        </Button>
      )}
    </>
  );
}

/**
 * Leaves the table and joins the pool of this game. Renders nothing for a game without a pool, as after some
 * challenges.
 */
function OtherOpponent({ game, onLeave }: OpenRoom) {
  const { kind, timeControl } = useRoom(game, ({ header }) => header);
  const pool = TIME_CONTROLS.find(
    ({ initial, increment }) => initial === timeControl?.initial && increment === timeControl.increment,
  );
  const { returnsTo, rated } = POLICIES[kind];
  if (returnsTo !== 'pool' || !pool) return null;
  const leaveAndSeek = async (): Promise<void> => {
    const { seek } = await import('../../shared/pairing/search.ts');
    seek({ ...pool, rated });
    onLeave();
  };
  return (
    <Button onClick={() => void attempt(leaveAndSeek(), t('actionFailed'))}>{t('rematch.other')}</Button>
  );
}
