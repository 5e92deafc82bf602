import type { RouteReply } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import type { Online, Presence } from '@doushouqi/room-core/presence';
import type {
  Cached,
  FetchProfiles,
  InnerNetworks,
  InternalClient,
  Logger,
  RateLimiter,
  RedisClient,
  Transactions,
} from '@doushouqi/service-kit';
import type { Notifier } from '@doushouqi/service-kit/socket-cluster';
import type { CheckQueue } from './fair-play/queue.ts';
import type { ModerationModels } from './models.ts';

/** What `showSite` returns of the moment. */
export type LiveSite = Pick<
  RouteReply<(typeof ROUTES)['showSite']>,
  'figures' | 'health' | 'curve' | 'files'
>;

/** The services whose readiness operators see. */
export const ASKED = [
  'auth',
  'social',
  'lobby',
  'room',
  'pairing',
  'record',
  'rating',
  'tournament',
] as const;
export type AskedService = (typeof ASKED)[number];

export type LimitName = 'reports' | 'reportsOfDay' | 'reads' | 'changes' | 'console' | 'actions' | 'checks';

/** Parts of the service; each command names those that it needs. */
export interface ModerationContext extends ModerationModels {
  redis: RedisClient;
  online: Pick<Online, 'of' | 'count'>;
  presence: Pick<Presence, 'loads'>;
  notifier: Pick<Notifier, 'notify' | 'notifyAll' | 'sanctionsChanged' | 'originsChanged'>;
  fetchProfiles: FetchProfiles;
  /** Calls the service that answers a route. */
  ask: InternalClient['call'];
  /** Base addresses of services. */
  addresses: Readonly<Record<AskedService, string>>;
  /** Figures and health of the product, cached for some seconds. */
  liveSite: Cached<LiveSite>;
  checkQueue: CheckQueue;
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
