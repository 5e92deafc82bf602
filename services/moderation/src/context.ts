import type { Online } from '@doushouqi/room-core/presence';
import type {
  FetchProfiles,
  InnerNetworks,
  InternalClient,
  Logger,
  RateLimiter,
  RedisClient,
  Transactions,
} from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { ModerationModels } from './models.ts';

export type LimitName = 'reports' | 'reportsOfDay' | 'reads' | 'changes' | 'console' | 'actions';

/** Parts of the service; each command names those that it needs. */
export interface ModerationContext extends ModerationModels {
  redis: RedisClient;
  online: Pick<Online, 'of'>;
  notifier: Pick<Notifier, 'notify' | 'sanctionsChanged' | 'originsChanged'>;
  fetchProfiles: FetchProfiles;
  /** Calls the service that answers a route. */
  ask: InternalClient['call'];
  transactions: Pick<Transactions, 'run'>;
  /** Per user. */
  limits: Record<LimitName, RateLimiter>;
  /** Address ranges of the site itself, which are never refused. */
  inner: InnerNetworks;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** The operator of an action, and the request that asks for it. */
export interface Actor {
  userId: string;
  /** Has the scope `operate`. */
  isOperator: boolean;
  requestId: string;
}
