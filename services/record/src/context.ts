import type { PublicUser } from '@doushouqi/protocol';
import type { RateLimiter } from '@doushouqi/service-kit';
import type { GameRecordModel } from './models/game-record.ts';
import type { History } from './models/history.ts';

/** Names and avatars by user id; unknown users are missing. */
export type FetchProfiles = (ids: string[], requestId: string) => Promise<PublicUser[]>;

/** What the commands work with; each names the part that it needs. */
export interface RecordContext extends History {
  records: GameRecordModel;
  fetchProfiles: FetchProfiles;
  limits: Record<'reads' | 'saves' | 'changes' | 'shared', RateLimiter>;
  /** Epoch ms. */
  now(): number;
}
