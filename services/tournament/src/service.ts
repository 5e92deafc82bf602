import { join } from 'node:path';
import { createPushNotifications } from '@doushouqi/room-core/push-notifications';
import {
  createPauseMirror,
  createSite,
  defineService,
  ENV,
  openCollections,
  openLiveFile,
  openModerator,
  openRedis,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import { z } from 'zod';
import { Background } from './background.ts';
import { createCalls } from './calls.ts';
import type { TournamentContext } from './context.ts';
import { COLLECTIONS } from './models.ts';
import { createPeers } from './peers.ts';
import { createStandings } from './presenters/standings.ts';
import { mountRoutes } from './routes.ts';
import { parseSeries } from './series.ts';
import { seriesNow } from './series-events.ts';
import { createCatalog } from './store/catalog.ts';
import { Ledger } from './store/ledger.ts';
import { createMarks } from './store/marks.ts';

/** A call that begins fifty games makes as many rooms. */
const PAIRING_TIMEOUT_MS = 8_000;

/** The tournament service: arenas and Swiss tournaments. */
export const service = defineService({
  name: 'tournament',
  environment: {
    TOURNAMENT_CONFIG_FILE: z
      .string()
      .min(1)
      .default(join(import.meta.dirname, '..', 'config', 'tournaments.json'))
      .meta({
        description:
          'The daily arena with house bots (`dailyArena`) and series of tournaments, as JSON. Reloaded on change.',
        fallback: 'services/tournament/config/tournaments.json',
      }),
    MODERATION_FILE: ENV.MODERATION_FILE,
  },
  files: async (env, watched) => ({
    series: await openLiveFile({ ...watched, path: env.TOURNAMENT_CONFIG_FILE, parse: parseSeries }),
    moderator: await openModerator({ ...watched, path: env.MODERATION_FILE }),
  }),
  constants: {
    /** Intervals of the look at due tournaments, at changes for spectators, and at the series. */
    tickMs: 1_000,
    /** While none is due: a new one starts in ten minutes at the earliest. */
    idleTickMs: 5_000,
    publishMs: 250,
    seriesMs: 2_000,
    eventsMs: 60_000,
    /** Interval of the waves of an arena. */
    waveMs: 3_000,
  },
  // A finished game brings the time of each of its moves.
  bodyLimit: '64kb',
  limits: () => ({
    // Per address, which many spectators may share.
    reads: 3_000,
    // Each page replays fifty games.
    exports: 120,
    // Ids that do not exist, per address: links of private tournaments are not guessed.
    guesses: 60,
    // Wrong passwords, per user and per address.
    passwords: { points: 20, seconds: 600 },
    // Per user.
    entries: 30,
    creations: 10,
  }),
  models: (connection) => openCollections(connection, COLLECTIONS),
  open(parts) {
    const { tournaments, games, results, redis, client, logger, limits, moderator, waveMs, now, onStop } =
      parts;
    const pushNotifications = createPushNotifications(openRedis(parts, parts.env.REDIS_URL, 'jobs'), logger);
    onStop('calls', () => pushNotifications.close());
    const site = createSite({ redis, logger, now });
    const opened: TournamentContext = {
      tournaments,
      games,
      results,
      moderator,
      limits,
      waveMs,
      logger,
      now,
      ledger: new Ledger(redis, now),
      marks: createMarks(redis),
      catalog: createCatalog({ tournaments }, now),
      standings: createStandings(now),
      peers: createPeers(client, now),
      pairing: client('pairing', PAIRING_TIMEOUT_MS),
      records: client('record'),
      ratings: client('rating'),
      notifier: createNotifier(redis),
      calls: createCalls({ redis, pushNotifications, now }),
      pauses: createPauseMirror(redis),
      site,
      seriesFile: parts.series,
    };
    const background = new Background(opened, redis, { ...parts, series: () => seriesNow(opened) });
    onStop('background work', () => background.stop());
    return opened;
  },
  routes: (app, context) => mountRoutes(app, context),
});
