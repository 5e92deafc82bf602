import { isLasting } from '@doushouqi/protocol';
import type { StoredSanction } from '../models.ts';
import { isShown } from './sanctions.ts';

/**
 * Effects of a sanction outside its document, in the order in which they are done. Each is idempotent. Their names differ
 * between beginning and end: a late beginning must not count as the end's.
 */
export const STEPS = [
  // First: it refuses calls everywhere, and the rest makes what is already there follow.
  'begin:mirror',
  'begin:origins',
  'begin:sessions',
  'begin:seeks',
  'begin:nickname',
  'begin:avatar',
  'begin:lines',
  'begin:points',
  'begin:letter',
  'begin:reporters',
  'end:mirror',
  'end:origins',
  'end:letter',
  'answer:letter',
] as const;
export type Step = (typeof STEPS)[number];

/** What need not be done any more when the sanction has ended before it was. */
const MOOT: ReadonlySet<Step> = new Set<Step>(['begin:sessions', 'begin:seeks']);

/** Returns whether an effect has become pointless. Pure. */
export function isMoot(step: Step, { state }: Pick<StoredSanction, 'state'>): boolean {
  return state === 'ended' && MOOT.has(step);
}

export function isStep(name: string): name is Step {
  return (STEPS as readonly string[]).includes(name);
}

type Begun = Pick<StoredSanction, 'kind' | 'hidesLines' | 'userId' | 'origins' | 'returnsPoints'>;

/** Returns the effects of a sanction that has just become active. Pure. */
export function beginSteps({ kind, hidesLines, userId, origins = [], returnsPoints = false }: Begun): Step[] {
  const hasOrigins = origins.length > 0;
  if (userId === null) return hasOrigins ? ['begin:origins'] : [];
  const due: Record<Step, boolean> = {
    'begin:mirror': isLasting(kind),
    'begin:origins': hasOrigins,
    'begin:sessions': kind === 'close',
    'begin:seeks': kind === 'close' || kind === 'unrated',
    'begin:nickname': kind === 'rename',
    'begin:avatar': kind === 'avatar',
    'begin:lines': hidesLines,
    'begin:points': returnsPoints,
    'begin:letter': isShown({ kind, state: 'active' }),
    'begin:reporters': true,
    'end:mirror': false,
    'end:origins': false,
    'end:letter': false,
    'answer:letter': false,
  };
  return STEPS.filter((step) => due[step]);
}

/** Returns the effects of the end of an active sanction before its time. Pure. */
export function endSteps({ kind, userId, origins = [] }: Omit<Begun, 'hidesLines'>): Step[] {
  const ofOrigins = origins.length > 0 ? (['end:origins'] as const) : [];
  if (userId === null) return [...ofOrigins];
  return [
    ...(isLasting(kind) ? (['end:mirror'] as const) : []),
    ...ofOrigins,
    ...(isShown({ kind, state: 'ended' }) ? (['end:letter'] as const) : []),
  ];
}
