import type { LobbyMessage, PublicUser } from '@doushouqi/protocol';
import type { Kept, LiveFile, Logger, Moderator, RateLimiter } from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { LobbyConfig } from './lobby-config.ts';
import type { LobbyMessageModel, ReportModel } from './models.ts';

/** What the commands work with; each names the part that it needs. */
export interface LobbyContext {
  messages: LobbyMessageModel;
  reports: ReportModel;
  /** The last messages, newest first, at most a second old. */
  recent: Kept<LobbyMessage[]>;
  config: LiveFile<LobbyConfig>;
  moderator: Moderator;
  notifier: Pick<Notifier, 'tellLobby'>;
  /** Name and avatar by auth; undefined for a user who is gone. */
  fetchProfile: (userId: string, requestId: string) => Promise<PublicUser | undefined>;
  /** By user; pages of older messages by address. */
  limits: Record<'message' | 'report' | 'older', RateLimiter>;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}
