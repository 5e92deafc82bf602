import type {
  Cached,
  FetchProfiles,
  LiveFile,
  Logger,
  Moderator,
  RateLimiter,
  Site,
} from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { LobbyConfig } from './lobby-config.ts';
import type { LobbyModels } from './models.ts';
import type { Recent } from './recent.ts';

/** Parts of the service; each command names those that it needs. */
export interface LobbyContext extends LobbyModels {
  /** Last messages of each chat, newest first, cached for 1 s. */
  recent: Recent;
  /** Authors of lines that others do not see, cached for 1 s: their own lists are not cached. */
  shadowed: Cached<ReadonlySet<string>>;
  config: LiveFile<LobbyConfig>;
  /** What operators set for the site. */
  site: Site;
  moderator: Moderator;
  notifier: Pick<Notifier, 'notify' | 'notifyLobby' | 'notifyTournament'>;
  /** Throws TOURNAMENT_NOT_FOUND, and UNAVAILABLE without the tournament service. */
  requireTournament: (id: string) => Promise<void>;
  fetchProfiles: FetchProfiles;
  /** Per user; pages of older messages per address. */
  limits: Record<'message' | 'older', RateLimiter>;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}
