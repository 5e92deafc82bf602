import { createOnline } from '@doushouqi/presence';
import { ONLINE_LEASE } from '@doushouqi/protocol';
import {
  createBlockMirror,
  createKept,
  defineService,
  ENV,
  keepMirrored,
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
/** Every client on the home page asks how many users are online. */
const COUNT_CACHE_MS = 5_000;

/** The social service: friends, private messages, invitations, heartbeats. */
export const service = defineService({
  name: 'social',
  environment: { MODERATION_FILE },
  files: async (env, watched) => ({
    moderator: await openModerator({ ...watched, path: env.MODERATION_FILE }),
  }),
  // Of one user, in all windows together. Heartbeats have no limit: counting would cost more than they do.
  limits: () => ({
    // Friend requests: each is shown to a user who did not ask for it.
    requests: 20,
    // Private messages; the flood rule lets fewer through to one person.
    messages: 60,
    invites: 20,
    // Answers, removals, blocks, rooms entered, conversations read.
    changes: 120,
    // Lists and counts, which windows ask for again when a friend comes or goes.
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
    onStop('mirroring', keepMirrored({ redis, logger, what: 'blocks', mirror }));
    return {
      ...socialNotifier,
      online,
      onlineCount: createKept({ ask: online.count, forMs: COUNT_CACHE_MS, now }),
      invitations: createInvitations(redis),
      blockMirror,
      fetchProfiles: createFetchProfiles(client('auth')),
    };
  },
  routes: (app, context) => mountRoutes(app, context),
});
