import { ROUTES } from '@doushouqi/protocol/server';
import {
  createFetchProfiles,
  createPauseMirror,
  defineService,
  inBatches,
  mirrorToRedis,
  openCollections,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import type { RatingContext } from './context.ts';
import { fillLadder } from './fill-ladder.ts';
import { createLadder } from './ladder.ts';
import { COLLECTIONS } from './models/ratings.ts';
import { mountRoutes } from './routes/index.ts';

/** Writes all pauses to Redis after it lost them. */
async function mirrorPauses({
  conducts,
  pauses,
  now,
}: Pick<RatingContext, 'conducts' | 'pauses' | 'now'>): Promise<void> {
  const paused = conducts.find({ pauseUntil: { $gt: now() } }).lean();
  await inBatches(paused.cursor(), (batch) =>
    Promise.all(batch.map(({ _id, pauseUntil }) => pauses.set(_id, pauseUntil, now()))),
  );
}

/** The rating service: ratings, ladders and conduct. */
export const service = defineService({
  name: 'rating',
  // Size of the longest game with times and lags.
  bodyLimit: '128kb',
  limits: () => ({
    // Pages of players and ladders per address.
    reads: 600,
  }),
  models: (connection) => openCollections(connection, COLLECTIONS),
  open({ redis, client, logger, now, onStop, ratings, conducts }) {
    const record = client('record');
    const ladder = createLadder(redis);
    const opened = {
      ladder,
      fillLadder: () => fillLadder({ ratings, ladder }),
      pauses: createPauseMirror(redis),
      notifier: createNotifier(redis),
      fetchProfiles: createFetchProfiles(client('auth')),
      archiveGame: (game) => record.call(ROUTES.archiveGame, { body: game }, { requestId: game.gameId }),
    } satisfies Partial<RatingContext>;
    const mirror = async () => {
      await opened.fillLadder();
      await mirrorPauses({ ...opened, conducts, now });
    };
    onStop('mirroring', mirrorToRedis({ redis, logger, by: 'rating', what: 'ladder and pauses', mirror }));
    return opened;
  },
  routes: (app, context) => mountRoutes(app, context),
});
