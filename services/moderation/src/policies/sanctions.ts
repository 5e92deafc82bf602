import {
  APPEAL_DAYS,
  FOR_EVER,
  isLasting,
  MAX_ORIGIN_DAYS,
  needsSecondOperator,
  type SanctionKind,
  type Sanctions,
} from '@doushouqi/protocol';
import type { StoredSanction } from '../models.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Roles that are not sanctioned: an operator has to end the office first; the operators run the bots. */
const NOT_SANCTIONABLE = new Set(['moderator', 'operator', 'bot']);

export function isSanctionable(role: string): boolean {
  return !NOT_SANCTIONABLE.has(role);
}

/** Returns the end of a sanction that begins at `from`, epoch ms; null for ever, and for one without an end. Pure. */
export function untilOf(kind: SanctionKind, hours: number | null, from: number): number | null {
  return isLasting(kind) && hours !== null ? from + hours * HOUR_MS : null;
}

type Lasting = Pick<StoredSanction, 'kind' | 'state' | 'until'>;

/** Returns whether a sanction restricts the person now. */
export function isInForce({ kind, state, until }: Lasting, now: number): boolean {
  return state === 'active' && isLasting(kind) && (until === null || until > now);
}

/** Returns the ends of the sanctions that are in force, the latest of each kind. Pure. */
export function endsOf(sanctions: readonly Lasting[], now: number): Sanctions {
  const ends: Sanctions = {};
  for (const sanction of sanctions) {
    const { kind, until } = sanction;
    if (isLasting(kind) && isInForce(sanction, now))
      ends[kind] = Math.max(ends[kind] ?? 0, until ?? FOR_EVER);
  }
  return ends;
}

/** Returns until when an active sanction stops its address ranges and devices, epoch ms. Pure. */
export function originEndOf({ from, until }: Pick<StoredSanction, 'from' | 'until'>): number {
  return Math.min(until ?? FOR_EVER, from + MAX_ORIGIN_DAYS * DAY_MS);
}

/** Whether the person may know of the sanction. */
export function isShown({ kind, state }: Pick<StoredSanction, 'kind' | 'state'>): boolean {
  return kind !== 'shadow' && (state === 'active' || state === 'ended');
}

/** Returns until when the person may appeal, epoch ms; null if not, or not any more. Pure. */
export function appealUntilOf(
  {
    kind,
    state,
    from,
    appeal,
    userId,
  }: Pick<StoredSanction, 'kind' | 'state' | 'from' | 'appeal' | 'userId'>,
  now: number,
): number | null {
  const until = from + APPEAL_DAYS * DAY_MS;
  if (userId === null) return null;
  return isShown({ kind, state }) && state === 'active' && appeal === null && now < until ? until : null;
}

/** Whether only operators may end it: two of them decided it. */
export function isOfTwo({
  kind,
  hours,
  returnsPoints,
}: Pick<StoredSanction, 'kind' | 'hours' | 'returnsPoints'>): boolean {
  return needsSecondOperator(kind, hours, returnsPoints);
}
