import type { FetchProfiles, RateLimiter } from '@doushouqi/service-kit';
import type { GameRecordModel } from './models/game-record.ts';
import type { History } from './models/history.ts';

/** Parts of the service; each command names those that it needs. */
export interface RecordContext extends History {
  records: GameRecordModel;
  fetchProfiles: FetchProfiles;
  limits: Record<'reads' | 'saves' | 'changes' | 'shared', RateLimiter>;
  /** Epoch ms. */
  now(): number;
}
