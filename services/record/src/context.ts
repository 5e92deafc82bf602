import type { PublicUser } from '@doushouqi/protocol';
import type { GameRecordModel } from './models/game-record.ts';
import type { History } from './models/history.ts';
import type { Limits } from './policies/limits.ts';

/** Names and avatars by user id; unknown users are missing. */
export type FetchProfiles = (ids: string[], requestId: string) => Promise<PublicUser[]>;

/** What the commands work with; each names the part that it needs. */
export interface RecordContext extends History {
  records: GameRecordModel;
  fetchProfiles: FetchProfiles;
  limits: Limits;
  /** Epoch ms. */
  now(): number;
}
