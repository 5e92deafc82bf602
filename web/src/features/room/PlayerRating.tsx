import type { RatingClass } from '@doushouqi/protocol';
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
  ratingClass: RatingClass;
  /** The game is over and is rated shortly. */
  isOver: boolean;
}

/**
 * Delays of the two reloads after the end of a game: it is usually rated within the first. Spectators get no
 * notification. Milliseconds.
 */
const RELOAD_DELAYS = [2_500, 12_000];

function useReload(isOver: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isOver) return;
    const timers = RELOAD_DELAYS.map((after) =>
      setTimeout(() => void client.invalidateQueries({ queryKey: RATINGS }), after),
    );
    return () => timers.forEach(clearTimeout);
  }, [isOver, client]);
}

/**
 * Level and rating of a player in the bar of a rated game, and the change by this game. Renders nothing until loaded.
 */
export default function PlayerRating({ userId, ratingClass, isOver }: PlayerRatingProps) {
  const userRating = useRatings(userId).data?.[ratingClass];
  const first = useRef<number>(undefined);
  useRatingNews();
  useReload(isOver);
  if (!userRating) return null;
  const { rating, provisional } = userRating;
  first.current ??= rating;
  const change = rating - first.current;
  const level = shownLevel(userRating);
  return (
    <span className={styles.userRating}>
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
