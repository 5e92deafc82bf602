import type { TimeClass } from '@doushouqi/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { RATINGS, shownLevel, useRatings } from '../../shared/ratings/queries.ts';
import { t } from '../../shared/ratings/texts.ts';
import { Emblem } from '../../ui/Emblem.tsx';
import { signed } from '../../ui/format.ts';
import { t as uiText } from '../../ui/texts.ts';
import styles from './PlayerRating.module.css';
import { useRatingNews } from './use-rating-change.ts';

interface PlayerRatingProps {
  userId: string;
  timeClass: TimeClass;
  /** The game is over, and will be rated in a moment. */
  isOver: boolean;
}

/** After its end a game is rated within the first of these times, as a rule; whoever watches is not told. Milliseconds. */
const LOOK_AGAIN = [2_500, 12_000];

function useLooking(isOver: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOver) return;
    const timers = LOOK_AGAIN.map((after) =>
      setTimeout(() => void client.invalidateQueries({ queryKey: RATINGS }), after),
    );
    return () => timers.forEach(clearTimeout);
  }, [isOver, client]);
}

/** Level and rating of a player in the bar of a rated game, and what the game did to it; nothing while not known. */
export default function PlayerRating({ userId, timeClass, isOver }: PlayerRatingProps) {
  const standing = useRatings(userId).data?.[timeClass];
  const first = useRef<number>(undefined);
  useRatingNews();
  useLooking(isOver);
  if (!standing) return null;
  const { rating, provisional } = standing;
  first.current ??= rating;
  const change = rating - first.current;
  const level = shownLevel(standing);
  return (
    <span className={styles.standing}>
      <Emblem level={level} size={20} named={level === null} />
      {level === null ? (
        uiText('level.none')
      ) : (
        <span title={provisional ? t('provisionalHint') : undefined}>
          {rating}
          {provisional && '?'}
        </span>
      )}
      {change !== 0 && <strong data-way={Math.sign(change)}>{signed(change)}</strong>}
    </span>
  );
}
