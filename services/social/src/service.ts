import { createOnline } from '@doushouqi/presence';
import { ONLINE_LEASE } from '@doushouqi/protocol';
import {
  createBlockMirror,
  createCached,
  defineService,
  ENV,
  mirrorToRedis,
  openModerator,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import { createInvitations } from './invitations.ts';
import { openModels } from './models.ts';
import { createSocialNotifier, mirrorBlocks } from './notifier.ts';
import { createFetchProfiles } from './people.ts';
import { watchDepartures } from './presence.ts';
import { mountRoutes } from './routes.ts';

const { MODERATION_FILE } = ENV;
/** Every client on the home page requests this count. */
const COUNT_CACHE_MS = 5_000;

/** The social service: friends, private messages, invitations and heartbeats. */
export const service = defineService({
  name: 'social',
  environment: { MODERATION_FILE },
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
  models: openModels,
  open({ redis, logger, now, client, onStop, friendships, blocks }) {
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
    const mirror = () => mirrorBlocks({ blocks, ...socialNotifier }, blockMirror);
    onStop('mirroring', mirrorToRedis({ redis, logger, what: 'blocks', mirror }));
    return {
      ...socialNotifier,
      online,
      onlineCount: createCached({ ask: online.count, ttlMs: COUNT_CACHE_MS, now }),
      invitations: createInvitations(redis),
      blockMirror,
      fetchProfiles: createFetchProfiles(client('auth')),
    };
  },
  routes: (app, context) => mountRoutes(app, context),
});
