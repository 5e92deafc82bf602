import { count, createFetchProfiles, defineService, openCollections } from '@doushouqi/service-kit';
import { fileOld, markSetUps, nameLevels } from './history/filing.ts';
import { records } from './models/game-record.ts';
import { entries, tallies } from './models/history.ts';
import { mountRoutes } from './routes/index.ts';

/** The record service: archived games and histories. */
export const service = defineService({
  name: 'record',
  environment: {
    RECORD_READS_PER_MINUTE: count(
      300,
      'Pages of a history, parts of an export and games that a user may read in a minute.',
    ),
    RECORD_CHANGES_PER_MINUTE: count(60, 'Favorites, deletions and shares of a user in a minute.'),
    RECORD_SAVES_PER_MINUTE: count(30, 'Local games that a user may save in a minute.'),
  },
  // Size of a long game as a list of moves; the gateway has the same limit.
  bodyLimit: '256kb',
  worksWithoutRedis: true,
  limits: (env) => ({
    reads: env.RECORD_READS_PER_MINUTE,
    // Each local game is replayed.
    saves: env.RECORD_SAVES_PER_MINUTE,
    changes: env.RECORD_CHANGES_PER_MINUTE,
    // Shared and rated games per address.
    shared: 120,
  }),
  models: (connection) => openCollections(connection, { records, entries, tallies }),
  async prepare({ logger, signal, ...models }) {
    await nameLevels(models);
    await markSetUps({ ...models, now: Date.now });
    await fileOld({ ...models, now: Date.now }, logger, signal);
  },
  open({ client, now, logger, signal, records, entries, tallies }) {
    return {
      fetchProfiles: createFetchProfiles(client('auth')),
      /** Resolves when the histories contain all games of earlier versions; requests do not wait for it. */
      filed: fileOld({ records, entries, tallies, now }, logger, signal),
    };
  },
  routes: (app, context) => mountRoutes(app, context),
});
