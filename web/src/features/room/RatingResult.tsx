import type { RatedGame, RatingClass } from '@doushouqi/protocol';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { motionAllowed } from '../../board/motion.ts';
import { changeOnBar, progressOf } from '../../shared/ratings/progress.ts';
import { shownLevel, useRatings } from '../../shared/ratings/queries.ts';
import { t } from '../../shared/ratings/texts.ts';
import { sound } from '../../shared/table/settings.ts';
import { useCounting } from '../../shared/table/use-counting.ts';
import { Emblem } from '../../ui/Emblem.tsx';
import { signed } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { levelName } from '../../ui/level.ts';
import { Chip } from '../../ui/Marks.tsx';
import styles from './RatingResult.module.css';
import { useRatingChange } from './use-rating-change.ts';

interface RatingResultProps {
  userId: string;
  gameId: string;
  ratingClass: RatingClass;
}

/** After this time the dialog stops showing that it waits for the rating. Milliseconds. */
const WAIT_TIME = 20_000;
/** Duration of the dialog's own animation; animations inside it start after it. Milliseconds. */
const DIALOG_OPENING = 900;

/** The rating change of the current user by a rated game, in the result dialog. */
export default function RatingResult({ userId, gameId, ratingClass }: RatingResultProps) {
  const change = useRatingChange(userId, gameId, ratingClass);
  const [isLate, setLate] = useState(false);
  const [stands, setStands] = useState(!motionAllowed());
  useEffect(() => {
    const timers = [
      setTimeout(() => setLate(true), WAIT_TIME),
      setTimeout(() => setStands(true), DIALOG_OPENING),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (change && stands) return <Change userId={userId} game={change} />;
  return (
    <div role="status" className={styles.waiting}>
      {isLate ? (
        t('result.late')
      ) : (
        <>
          <Skeleton className={styles.skeleton} />
          <span className="visually-hidden">{t('result.waiting')}</span>
        </>
      )}
    </div>
  );
}

/** A tick sounds every so many points. */
const POINTS_OF_TICK = 4;

/** Games whose new level was celebrated: once per game, however often the dialog is opened. */
const celebrated = createStore<{ games: readonly string[] }>(() => ({ games: [] }));

function Change({ userId, game }: { userId: string; game: RatedGame }) {
  const { before, after, gameId } = game;
  const isFirst = useRef(!celebrated.getState().games.includes(gameId)).current;
  const order = { before: progressOf(before).order, after: progressOf(after).order };
  const userRating = useRatings(userId).data?.[game.class];
  // Before the first rated game there was no level to compare with.
  const isInitial = userRating !== undefined && userRating.games <= 1;
  const isRise = order.after > order.before && !isInitial;
  const ticked = useRef(before);
  const value = useCounting(isFirst ? before : after, after, (passed) => {
    if (Math.abs(passed - ticked.current) < POINTS_OF_TICK) return;
    ticked.current = passed;
    sound('count');
  });
  useEffect(() => {
    const { games } = celebrated.getState();
    if (games.includes(gameId)) return;
    celebrated.setState({ games: [...games, gameId] });
    if (isRise) sound('level');
  }, [gameId, isRise]);
  const name = levelName(order.after);
  const change = isInitial ? 'initial' : isRise ? 'raised' : 'fallen';
  const isNamed = !isInitial && order.after === order.before;
  const title = isNamed ? name : t(`result.${change}`, { level: name });
  return (
    <section className={styles.panel} aria-label={t('result.label')} data-rise={isRise} data-first={isFirst}>
      <div className={styles.emblem}>
        {isRise && <Rays />}
        {isRise && isFirst && <Emblem level={order.before} size={96} named className={styles.before} />}
        <Emblem level={order.after} size={96} named className={styles.after} />
      </div>
      <div className={styles.words}>
        <p className={styles.head}>
          <strong className={styles.level}>{title}</strong>
          {isRise && <Chip tone="gold">{t('result.rise')}</Chip>}
          <ProvisionalChip userId={userId} game={game} />
          <span className={styles.numbers} aria-hidden="true">
            <strong>{value}</strong>
            <span data-way={Math.sign(after - before)}>{signed(after - before)}</span>
          </span>
        </p>
        <p role="status" className="visually-hidden">
          {title} {t('result.change', { before, after, change: signed(after - before) })}
        </p>
        <Bar before={before} after={after} />
      </div>
    </section>
  );
}

/** Shown for a provisional rating. */
function ProvisionalChip({ userId, game }: { userId: string; game: RatedGame }) {
  const userRating = useRatings(userId).data?.[game.class];
  if (!userRating?.provisional || shownLevel(userRating) === null) return null;
  return (
    <span title={t('provisionalHint')}>
      <Chip>{t('provisional')}</Chip>
    </span>
  );
}

/** The new level from its first point to its last: the rating before, and the points gained or lost. */
function Bar({ before, after }: { before: number; after: number }) {
  const { order, from, to } = progressOf(after);
  const { common, gained, lost } = changeOnBar(before, after);
  const placed = (part: { from: number; to: number }): CSSProperties => ({
    left: `${100 * part.from}%`,
    width: `${100 * (part.to - part.from)}%`,
  });
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        <i className={styles.common} style={placed(common)} />
        <i className={styles.gained} style={placed(gained)} />
        <i className={styles.lost} style={placed(lost)} />
      </div>
      <p className={styles.ends}>
        <span aria-hidden="true">{from}</span>
        <span>
          {to === null
            ? t('progress.top')
            : t('progress.left', { left: to - after, level: levelName(order + 1) })}
        </span>
        {to !== null && (
          <span aria-hidden="true">
            {to}
            <Emblem level={order + 1} size={20} named />
          </span>
        )}
      </p>
    </>
  );
}

const RAYS = 16;

function Rays() {
  return (
    <svg className={styles.rays} viewBox="-64 -64 128 128" aria-hidden="true">
      {Array.from({ length: RAYS }, (_, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: a ray is its angle
          key={index}
          d={index % 2 === 0 ? 'M0 -52V-62' : 'M0 -52V-58'}
          transform={`rotate(${(360 / RAYS) * index})`}
        />
      ))}
    </svg>
  );
}
