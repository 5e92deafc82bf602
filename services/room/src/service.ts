import { ROUTES } from '@doushouqi/protocol/server';
import { decodeRoom, type Room } from '@doushouqi/room';
import {
  createGameNotices,
  createLiveRooms,
  createPairedGames,
  createPlaces,
  createPushNotifications,
  createRematchPauses,
  createRoomCommands,
  createRoomJobs,
  createRoomMetrics,
  createRoomStore,
  createTurnNotifications,
} from '@doushouqi/room-core';
import {
  confirmOf,
  count,
  createBlockMirror,
  createFetchProfiles,
  createSite,
  defineService,
  ENV,
  openModerator,
  openRedis,
  ROOM_REQUEST_LIMIT,
} from '@doushouqi/service-kit';
import { LRUCache } from 'lru-cache';
import type { RoomContext } from './context.ts';
import { createProfiles } from './profiles.ts';
import { createMoveHistories } from './room-details.ts';
import { mountRoutes } from './routes.ts';
import { SpectatorBatches } from './spectator-batches.ts';

/** Maximum number of cached characters; a room with the longest game has about 12 000. */
const CACHE_SIZE = 2_000_000;

/** Creates a decoder that caches rooms, so that polling a long game does not replay it each time. */
function createRememberingDecoder(): (text: string) => Room {
  const cache = new LRUCache<string, Room>({
    maxSize: CACHE_SIZE,
    sizeCalculation: (_, text) => text.length,
  });
  return (text) => {
    const room = cache.get(text) ?? decodeRoom(text);
    cache.set(text, room);
    return room;
  };
}

/** Rooms omit the profiles of players after this time. */
const PROFILE_TIMEOUT_MS = 1_000;

/** The room service: live games over HTTP. */
export const service = defineService({
  name: 'room',
  environment: {
    MODERATION_FILE: ENV.MODERATION_FILE,
    GAMES_PER_ADDRESS: ENV.GAMES_PER_ADDRESS,
    ROOM_JOINS_PER_MINUTE: count(30, 'Rooms that a user may create or join in a minute.'),
    ROOM_LINES_PER_MINUTE: count(
      40,
      'Lines of chat that a user may write in a minute, in all rooms together.',
    ),
  },
  files: async (env, watched) => ({
    moderator: await openModerator({ ...watched, path: env.MODERATION_FILE }),
  }),
  limits: (env) => ({
    joins: { points: env.ROOM_JOINS_PER_MINUTE, counter: 'room-join' },
    // In all rooms together, with private messages.
    messages: { points: env.ROOM_LINES_PER_MINUTE, counter: 'room-chat' },
    roomRequests: ROOM_REQUEST_LIMIT,
    // Home and play page poll it once a minute, and at each change of a game.
    lists: 120,
    // Per address. A visitor needs 6; 200 visitors behind one address poll this often.
    reads: { points: 1_200, counter: 'room-look' },
    // Per address: rooms with all boards, which cost a hundred times as much; the web never requests them.
    boards: 60,
  }),
  open(parts) {
    const { env, redis, client, logger, metrics, now, onStop } = parts;
    const [auth, social] = [client('auth', PROFILE_TIMEOUT_MS), client('social')];
    const jobsRedis = openRedis(parts, env.REDIS_URL, 'jobs');
    const [jobs, pushNotifications] = [createRoomJobs(jobsRedis), createPushNotifications(jobsRedis, logger)];
    onStop('queues', () => Promise.all([jobs.close(), pushNotifications.close()]));
    const store = createRoomStore(redis, { decode: createRememberingDecoder(), confirm: confirmOf(redis) });
    const places = createPlaces(redis, { load: store.load, perAddress: env.GAMES_PER_ADDRESS, now });
    const pairedGames = createPairedGames(redis, confirmOf(redis));
    const turnNotifications = createTurnNotifications({ redis, pushNotifications, logger });
    const gameNotices = createGameNotices(pushNotifications);
    const site = createSite({ redis, logger, now });
    const live = createLiveRooms(redis);
    const commands = createRoomCommands({
      store,
      live,
      jobs,
      now,
      pauseOf: createRematchPauses({ redis, site, now }),
      pairedGames,
      places,
      metrics: createRoomMetrics(metrics.registry),
      onCommitted(commit) {
        turnNotifications(commit);
        gameNotices(commit);
      },
      onJobFailed: (error) => logger.warn({ err: error }, 'job not queued; the sweeper will find the room'),
    });
    return {
      store,
      site,
      live,
      jobs,
      commands,
      places,
      pairedGames,
      blocks: createBlockMirror(redis),
      histories: createMoveHistories(),
      spectators: new SpectatorBatches((roomId, came) =>
        commands.execute(roomId, { type: 'spectators', joined: came, left: [] }),
      ),
      profileOf: createProfiles({ fetchProfiles: createFetchProfiles(auth), now }),
      onUnnamed: (error, roomId) => logger.warn({ err: error, roomId }, 'names of players not stored'),
      async deliver(text, requestId) {
        await social.call(ROUTES.deliverMessage, { body: text }, { requestId });
      },
    } satisfies Partial<RoomContext>;
  },
  routes: (app, context) => mountRoutes(app, context),
});
