import { levelOf, levelStart, TOP_LEVEL } from '@doushouqi/rating/levels';

/** Where a rating is on its level. */
interface Progress {
  /** 1–24. */
  order: number;
  /** Rating at which the level begins. */
  from: number;
  /** Rating at which the next one begins; null on the last level. */
  to: number | null;
  /** The part of the way that is done, 0–1. */
  share: number;
}

/** Pure. */
export function progressOf(rating: number): Progress {
  const { order, progress } = levelOf(rating);
  const to = order < TOP_LEVEL ? levelStart(order + 1) : null;
  return { order, from: levelStart(order), to, share: progress };
}

/** A part of a bar, from 0 to 1 of its length. */
interface Part {
  from: number;
  to: number;
}

/**
 * A change of rating on the bar of the level that it led to: what stood before, what was gained and what was lost,
 * as far as that lies on this level. Pure.
 */
export function changeOnBar(before: number, after: number): { kept: Part; gained: Part; lost: Part } {
  const { from, to, share } = progressOf(after);
  const was = to === null ? 1 : Math.min(1, Math.max(0, (before - from) / (to - from)));
  return {
    kept: { from: 0, to: Math.min(was, share) },
    gained: { from: Math.min(was, share), to: share },
    lost: { from: share, to: Math.max(was, share) },
  };
}
