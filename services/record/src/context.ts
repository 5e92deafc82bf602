import type { PublicUser } from '@doushouqi/protocol';
import type { RateLimiter } from '@doushouqi/service-kit';
import type { GameRecordModel } from './models/game-record.ts';

/** Names and avatars by user id; unknown users are missing. */
export type FetchProfiles = (ids: string[], requestId: string) => Promise<PublicUser[]>;

/** What the commands work with; each names the part that it needs. */
export interface RecordContext {
  records: GameRecordModel;
  fetchProfiles: FetchProfiles;
  /** By user. */
  limits: { reads: RateLimiter };
}
