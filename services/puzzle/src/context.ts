import type { Logger, RateLimiter, Transactions } from '@doushouqi/service-kit';
import type { Catalog } from './catalog.ts';
import type { PuzzleModels } from './models.ts';

export type LimitName =
  | 'reads'
  | 'writes'
  | 'starts'
  | 'visitorStarts'
  | 'startsOfDay'
  | 'visitorStartsOfDay'
  | 'moves'
  | 'visitorMoves'
  | 'rushes'
  | 'visitorRushes'
  | 'changes'
  | 'levels'
  | 'levelsOfAddress';

/** Parts of the service; each command names those that it needs. */
export interface PuzzleContext extends PuzzleModels {
  catalog: Catalog;
  transactions: Pick<Transactions, 'run'>;
  limits: Record<LimitName, RateLimiter>;
  logger: Logger;
  /** In [0, 1). */
  random: () => number;
  /** Epoch ms. */
  now: () => number;
}

/** The caller of a route: a member, a guest or a bot; null for a visitor. */
export type Caller = { readonly userId: string; readonly role: string } | null;

/** Whether the caller's tries are rated. */
export function isMember(caller: Caller): boolean {
  return caller?.role === 'player';
}
