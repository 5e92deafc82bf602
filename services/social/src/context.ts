import type { Online } from '@doushouqi/room-core/presence';
import type { PushNotifications } from '@doushouqi/room-core/push-notifications';
import type { RunningGames } from '@doushouqi/room-core/running-games';
import type {
  BlockMirror,
  Cached,
  FetchProfiles,
  Moderator,
  RateLimiter,
  RedisClient,
} from '@doushouqi/service-kit';
import type { Invitations } from './invitations.ts';
import type { SocialModels } from './models.ts';
import type { SocialNotifier } from './notifier.ts';
import type { Sender } from './push/send.ts';
import type { PushMetrics } from './push/worker.ts';

/** A reminder of a move in a correspondence game. */
export interface Reminder {
  userId: string;
  roomId: string;
  hoursLeft: number;
}

/** Parts of the service; each command names those that it needs. */
export interface SocialContext extends SocialModels, Sender, SocialNotifier {
  redis: RedisClient;
  games: Pick<RunningGames, 'gameIn'>;
  pushNotifications: Pick<PushNotifications, 'send'>;
  pushMetrics: PushMetrics;
  online: Online;
  /** Number of online users, cached. */
  onlineCount: Cached<number>;
  invitations: Invitations;
  /** Mirror of the blocks for rooms. */
  blockMirror: BlockMirror;
  fetchProfiles: FetchProfiles;
  /** Mails a reminder of a move through auth. Never rejects. */
  mailReminder: (reminder: Reminder, requestId: string) => Promise<void>;
  moderator: Moderator;
  limits: Record<'requests' | 'messages' | 'invites' | 'changes' | 'reads', RateLimiter>;
  /** Epoch ms. */
  now: () => number;
}
