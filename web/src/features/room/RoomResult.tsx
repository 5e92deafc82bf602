import {
  isRatedGame,
  POLICIES,
  PROMPT_GRACE,
  ratingClassOf,
  TIME_CONTROLS,
  type TimeControl,
} from '@doushouqi/protocol';
import { mayReset } from '@doushouqi/room';
import { Suspense, useState } from 'react';
import { attempt } from '../../client/attempt.ts';
import { attemptRated } from '../../shared/pairing/attempt-rated.ts';
import type { PoolChoice } from '../../shared/pairing/pools.ts';
import type { Step } from '../../shared/table/NextStep.tsx';
import { ResultDialog } from '../../shared/table/ResultDialog.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { useKeepStep } from '../../shared/table/use-keep-step.tsx';
import { useReview } from '../../shared/table/use-table.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Seal } from '../../ui/Marks.tsx';
import { useGrace } from '../../ui/use-timers.ts';
import { abortText, forfeitTitle } from './abort-text.ts';
import type { OnlineGame } from './online/online-game.ts';
import { t as resultText } from './result-texts.ts';
import { t } from './texts.ts';
import { useAsk, useIsAsking } from './use-offers.ts';
import { type OpenRoom, useOnline, useRoom } from './use-open-room.ts';

const RatingResult = lazyPart(() => import('./RatingResult.tsx'));

/** How the game of a room ended, with links to the next game and out of the room. */
export default function RoomResult({ open }: { open: OpenRoom }) {
  const review = useReview(open.table);
  const isAborted = useRoom(open.game, ({ header }) => header.status === 'aborted');
  const why = useOnline(open.game, ({ local: { room }, own }) => (isAborted ? abortText(room!, own) : null));
  const title = useOnline(open.game, ({ local: { room }, own }) => forfeitTitle(room!, own));
  const step = useStep(open);
  const policy = POLICIES[useRoom(open.game, ({ header }) => header.kind)];
  const isOfTournament = policy.returnsTo === 'context';
  return (
    <ResultDialog
      table={open.table}
      title={title}
      details={why}
      rating={<Rating {...open} />}
      step={open.isWatching || isAborted || isOfTournament ? null : step}
      next={
        isOfTournament ? (
          <Button tone="primary" onClick={open.onLeave}>
            {resultText('toTournament')}
          </Button>
        ) : (
          !open.isWatching && mayReset(policy, true) && <Rematch {...open} />
        )
      }
      away={
        <>
          {!isAborted && <Button onClick={review}>{tableText('review')}</Button>}
          {!open.isWatching && <OtherOpponent {...open} />}
          {!isOfTournament && <Button onClick={open.onLeave}>{t('actions.leave')}</Button>}
        </>
      }
    />
  );
}

/** A guest registers and keeps this game; a member who has won a casual game goes on with a rated one. */
function useStep(open: OpenRoom): Step | null {
  const keep = useKeepStep();
  const own = useOnline(open.game, (state) => state.own);
  const isWon = useRoom(open.game, ({ header }) => header.winner === own);
  const isRated = useRoom(open.game, ({ header }) => isRatedGame(header));
  const pool = usePool(open.game);
  const seekRated = useSeek(open, pool && { ...pool, rated: true });
  if (keep || !isWon || isRated || !pool) return keep;
  return {
    kind: 'rated',
    picture: <Seal tone="gold">{t('rematch.rank')}</Seal>,
    title: t('rematch.rated'),
    text: t('rematch.ratedText', { ...pool }),
    onTake: seekRated,
  };
}

/** The own rating change by a rated game. */
function Rating({ game, isWatching }: OpenRoom) {
  const header = useRoom(game, (room) => room.header);
  const { gameId, winner } = header;
  const ratingClass = ratingClassOf(header);
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
function OtherOpponent(open: OpenRoom) {
  const { returnsTo, rated } = POLICIES[useRoom(open.game, ({ header }) => header.kind)];
  const pool = usePool(open.game);
  const seek = useSeek(open, pool && { ...pool, rated });
  return returnsTo === 'pool' && pool && <Button onClick={seek}>{t('rematch.other')}</Button>;
}

/** Returns the time control of the game if there are pools for it. */
function usePool(game: OnlineGame): TimeControl | undefined {
  return useRoom(game, ({ header: { timeControl } }) =>
    TIME_CONTROLS.find(
      ({ initial, increment }) => initial === timeControl?.initial && increment === timeControl.increment,
    ),
  );
}

/** Returns a function that leaves the table and joins a pool. */
function useSeek({ onLeave }: OpenRoom, pool: PoolChoice | undefined): () => void {
  const leaveAndSeek = async (): Promise<void> => {
    const { seek } = await import('../../shared/pairing/search.ts');
    if (pool) seek(pool);
    onLeave();
  };
  return () => void attempt(leaveAndSeek(), t('actionFailed'));
}
