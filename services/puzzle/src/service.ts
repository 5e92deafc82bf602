import { readGames, readPuzzles } from '@doushouqi/puzzles/data';
import { defineService, openCollections, repeat, Transactions } from '@doushouqi/service-kit';
import { Catalog, type PuzzleData } from './catalog.ts';
import type { PuzzleContext } from './context.ts';
import { COLLECTIONS } from './models.ts';
import { refreshCatalog } from './refresh-catalog.ts';
import { mountRoutes } from './routes/index.ts';

const DAY_SECONDS = 86_400;

/** The puzzle service: puzzles, lessons and endgames. */
export const service = defineService({
  name: 'puzzle',
  // Without Redis the limits count in memory, and the store has everything else.
  worksWithoutRedis: true,
  constants: {
    readData: (): PuzzleData => ({ puzzles: readPuzzles(), games: readGames() }),
    /** Pause between two refreshes of the ratings that other processes have changed. */
    refreshMs: 60_000,
  },
  limits: () => ({
    // Per address, before anything else; a school is one address.
    reads: 3_000,
    writes: 6_000,
    // Per user; for visitors per address, which many may share. A fast solver starts ten puzzles a minute.
    starts: 60,
    visitorStarts: 240,
    startsOfDay: { points: 2_000, seconds: DAY_SECONDS },
    visitorStartsOfDay: { points: 10_000, seconds: DAY_SECONDS },
    moves: 240,
    visitorMoves: 1_200,
    rushes: 10,
    visitorRushes: 60,
    changes: 60,
    // Per user and per address: a result is replayed for up to 20 ms. A visitor's 72 come at once with the login.
    levels: 100,
    levelsOfAddress: 400,
  }),
  models: (connection) => openCollections(connection, COLLECTIONS),
  open({ readData, refreshMs, puzzles, tries, logger, now, onStop }) {
    const catalog = new Catalog(readData());
    const refreshing = repeat(
      () => refreshMs,
      refreshCatalog({ catalog, puzzles, now }),
      (error) => logger.warn({ err: error }, 'ratings of puzzles not refreshed; it is tried again'),
    );
    onStop('refresh of puzzles', () => refreshing.stop());
    const transactions = new Transactions(tries);
    return { catalog, transactions, random: Math.random } satisfies Partial<PuzzleContext>;
  },
  routes: (app, context) => mountRoutes(app, context),
});
