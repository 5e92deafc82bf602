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
import { watchDepartures } from './departures.ts';
import { createInvitations } from './invitations.ts';
import { mirrorBlocks } from './mirror-blocks.ts';
import { openPeople } from './models/people.ts';
import { openTalks } from './models/talks.ts';
import { createFetchProfiles } from './profiles.ts';
import { mountRoutes } from './routes/index.ts';
import { createTellers } from './tellers.ts';

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
  models: async (connection) => ({ ...(await openPeople(connection)), ...(await openTalks(connection)) }),
  open({ redis, logger, now, client, onStop, friendships, blocks }) {
    const online = createOnline(redis, { leaseMs: ONLINE_LEASE });
    const tellers = createTellers({ people: { friendships }, notifier: createNotifier(redis), logger });
    const blockMirror = createBlockMirror(redis);
    const departures = watchDepartures({ redis, online, tellFriends: tellers.tellFriends, logger });
    onStop('departures', departures.stop);
    const mirror = () => mirrorBlocks({ blocks, ...tellers }, blockMirror);
    onStop('mirroring', keepMirrored({ redis, logger, what: 'blocks', mirror }));
    return {
      ...tellers,
      online,
      onlineCount: createKept({ ask: online.count, forMs: COUNT_CACHE_MS, now }),
      invitations: createInvitations(redis),
      blockMirror,
      fetchProfiles: createFetchProfiles(client('auth')),
    };
  },
  routes: (app, context) => mountRoutes(app, context),
});
