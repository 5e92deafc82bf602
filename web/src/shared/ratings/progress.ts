import { levelOf, levelStart, TOP_LEVEL } from '@doushouqi/rating/levels';

/** Position of a rating on its level. */
interface Progress {
  /** 1–24. */
  order: number;
  /** First rating of the level. */
  from: number;
  /** First rating of the next level; null on the last level. */
  to: number | null;
  /** Fraction of the level, 0–1. */
  share: number;
}

/** Pure. */
export function progressOf(rating: number): Progress {
  const { order, progress } = levelOf(rating);
  const to = order < TOP_LEVEL ? levelStart(order + 1) : null;
  return { order, from: levelStart(order), to, share: progress };
}

/** A section of a bar, as fractions of its length. */
interface Part {
  from: number;
  to: number;
}

/**
 * Returns a change of rating on the bar of the new level: the common part, the gain and the loss, as far as they lie
 * on
 * this level. Pure.
 */
export function changeOnBar(before: number, after: number): { common: Part; gained: Part; lost: Part } {
  const { from, to, share } = progressOf(after);
  const was = to === null ? 1 : Math.min(1, Math.max(0, (before - from) / (to - from)));
  return {
    common: { from: 0, to: Math.min(was, share) },
    gained: { from: Math.min(was, share), to: share },
    lost: { from: share, to: Math.max(was, share) },
  };
}
