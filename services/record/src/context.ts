import type { PublicUser } from '@doushouqi/protocol';
import type { RateLimiter } from '@doushouqi/service-kit';
import type { GameRecordModel } from './models/game-record.ts';
import type { History } from './models/history.ts';

/** Fetches nicknames and avatars by user id; unknown users are missing. */
export type FetchProfiles = (ids: string[], requestId: string) => Promise<PublicUser[]>;

/** Parts of the service; each command names those that it needs. */
export interface RecordContext extends History {
  records: GameRecordModel;
  fetchProfiles: FetchProfiles;
  limits: Record<'reads' | 'saves' | 'changes' | 'shared', RateLimiter>;
  /** Epoch ms. */
  now(): number;
}
