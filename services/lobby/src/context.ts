import type { LobbyMessage } from '@doushouqi/protocol';
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

/** Parts of the service; each command names those that it needs. */
export interface LobbyContext extends LobbyModels {
  /** Last messages, newest first, cached for 1 s. */
  recent: Cached<LobbyMessage[]>;
  /** Authors of lines that others do not see, cached for 1 s: their own lists are not cached. */
  shadowed: Cached<ReadonlySet<string>>;
  config: LiveFile<LobbyConfig>;
  /** What operators set for the site. */
  site: Site;
  moderator: Moderator;
  notifier: Pick<Notifier, 'notify' | 'notifyLobby'>;
  fetchProfiles: FetchProfiles;
  /** Per user; pages of older messages per address. */
  limits: Record<'message' | 'older', RateLimiter>;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}
