import { ONLINE_LEASE } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { createOnline } from '@doushouqi/room-core/presence';
import { createPushNotifications } from '@doushouqi/room-core/push-notifications';
import { createRunningGames } from '@doushouqi/room-core/running-games';
import {
  createBlockMirror,
  createCached,
  createFetchProfiles,
  defineService,
  ENV,
  mirrorToRedis,
  openCollections,
  openModerator,
  openRedis,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import { z } from 'zod';
import type { Reminder } from './context.ts';
import { createInvitations } from './invitations.ts';
import { COLLECTIONS } from './models.ts';
import { createSocialNotifier, mirrorBlocks } from './notifier.ts';
import { watchDepartures } from './presence.ts';
import { callDevices } from './push/call-devices.ts';
import { PUSH_HOST, PUSH_HOSTS } from './push/endpoint.ts';
import { mirrorAllTurnNotifications } from './push/subscriptions.ts';
import { openVapid } from './push/vapid.ts';
import { createPushMetrics, startPushWorker } from './push/worker.ts';
import { mountRoutes } from './routes.ts';

const { MODERATION_FILE } = ENV;
/** Every client on the home page requests this count. */
const COUNT_CACHE_MS = 5_000;

const vapidKey = z
  .string()
  .regex(/^[\w-]+$/)
  .optional();

/** The social service: friends, private messages, invitations and heartbeats. */
export const service = defineService({
  name: 'social',
  environment: {
    MODERATION_FILE,
    PUSH_HOSTS: z
      .string()
      .transform((text) => text.split(','))
      .pipe(
        z.array(z.string().regex(PUSH_HOST, { error: '`host`, `*.host` or an origin, separated by commas' })),
      )
      .default(PUSH_HOSTS)
      .meta({
        description:
          'Hosts of allowed push services, separated by commas; an origin for one in the own network.',
        fallback: 'those of Chrome, Edge, Firefox and Safari',
      }),
    VAPID_SUBJECT: z
      .url({ protocol: /^(https|mailto)$/ })
      .default('mailto:operator@example.com')
      .meta({ description: 'Where push services reach the operator: `mailto:` or `https:`.' }),
    VAPID_PUBLIC_KEY: vapidKey.meta({
      description: 'Key pair of the installation for push services, Base64url.',
      fallback: 'made at the first start, stored',
    }),
    VAPID_PRIVATE_KEY: vapidKey.meta({ description: 'Its private key.', fallback: 'as above' }),
  },
  files: async (env, watched) => ({
    moderator: await openModerator({ ...watched, path: env.MODERATION_FILE }),
  }),
  // Per user, all windows together. Heartbeats have no limit: counting would cost more than they do.
  limits: () => ({
    // Friend requests, which other users receive unasked.
    requests: 20,
    // Private messages; the flood rule allows fewer to one user.
    messages: 60,
    invites: 20,
    // Replies, removals, blocks, entered rooms, read marks.
    changes: 120,
    // Lists and counts, which windows reload when a friend's presence changes.
    reads: 300,
  }),
  models: (connection) => openCollections(connection, COLLECTIONS),
  async open(parts) {
    const { env, redis, logger, metrics, now, client, onStop, friendships, blocks } = parts;
    const online = createOnline(redis, { leaseMs: ONLINE_LEASE });
    const socialNotifier = createSocialNotifier({
      people: { friendships },
      notifier: createNotifier(redis),
      logger,
    });
    const blockMirror = createBlockMirror(redis);
    const departures = watchDepartures({
      redis,
      online,
      notifyFriendsOf: socialNotifier.notifyFriendsOf,
      logger,
    });
    onStop('departures', departures.stop);
    const mirror = async () => {
      await mirrorBlocks({ blocks, ...socialNotifier }, blockMirror);
      await mirrorAllTurnNotifications(parts);
    };
    onStop(
      'mirroring',
      mirrorToRedis({ redis, logger, by: 'social', what: 'blocks and turn notifications', mirror }),
    );
    const pushNotifications = createPushNotifications(openRedis(parts, env.REDIS_URL, 'jobs'), logger);
    onStop('calls', () => pushNotifications.close());
    const auth = client('auth');
    const opened = {
      ...socialNotifier,
      online,
      onlineCount: createCached({ ask: online.count, ttlMs: COUNT_CACHE_MS, now }),
      invitations: createInvitations(redis),
      blockMirror,
      fetchProfiles: createFetchProfiles(auth),
      async mailReminder(body: Reminder, requestId: string) {
        await auth
          .call(ROUTES.mailReminder, { body }, { requestId })
          .catch((error: unknown) => logger.warn({ err: error }, 'a reminder was not mailed'));
      },
      games: createRunningGames(redis),
      vapid: await openVapid(parts, env),
      pushHosts: env.PUSH_HOSTS,
      pushMetrics: createPushMetrics(metrics),
      pushNotifications,
    };
    const worker = startPushWorker({
      connection: openRedis(parts, env.REDIS_URL, 'queue'),
      call: (job, { at, requestId }) =>
        callDevices({ ...parts, ...opened }, job, { at, now: now(), requestId }),
      notifyGamesChanged: socialNotifier.notifyGamesChanged,
      logger,
    });
    onStop('push worker', () => worker.close());
    return opened;
  },
  routes: (app, context) => mountRoutes(app, context),
});
