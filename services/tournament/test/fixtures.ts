import {
  type ExportedGame,
  type RouteInput,
  type RouteReply,
  type Routes,
  unknownUser,
} from '@doushouqi/protocol';
import { type NewTournament, ROUTES } from '@doushouqi/protocol/server';
import {
  endGame,
  formatRecord,
  type Game,
  legalGameMoves,
  newGame,
  ONLINE_RULE_SET,
  play,
} from '@doushouqi/rules';
import { errorOf, route } from '@doushouqi/service-kit';
import { PLENTY, startPeer, type TestUser, testService } from '@doushouqi/service-kit/testing';
import { vi } from 'vitest';
import { service } from '../src/service.ts';

/** 30 November 2026, noon in China. */
export const NOON = Date.UTC(2026, 10, 30, 4);
export const MINUTE = 60_000;

type AssignedGame = RouteInput<Routes['beginAssignedGames']>['body']['games'][number];
type BeginState = 'begun' | 'busy' | 'refused' | 'unknown';

/** Tries until it does not throw any more. */
export function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  return vi.waitFor<T>(attempt, { timeout: 30_000, interval: 20 });
}

/** The pairing service as tournaments call it. */
export async function startPairing() {
  /** Games in the order of their first call. */
  const games = new Map<string, AssignedGame>();
  const calls = new Map<string, number>();
  const state = {
    offline: new Set<string>(),
    answer: (_: AssignedGame): BeginState => 'begun',
    busy: [] as string[],
  };
  const peer = await startPeer((app) => {
    route(app, ROUTES.listFreePlayers, {
      handler: ({ body: { userIds } }) => ({ userIds: userIds.filter((id) => !state.offline.has(id)) }),
    });
    route(app, ROUTES.beginAssignedGames, {
      handler: ({ body }) => ({
        games: body.games.map((game) => {
          calls.set(game.gameId, (calls.get(game.gameId) ?? 0) + 1);
          const begun = state.answer(game);
          if (begun === 'begun' && !games.has(game.gameId)) games.set(game.gameId, game);
          return { gameId: game.gameId, state: begun, busy: begun === 'busy' ? state.busy : [] };
        }),
      }),
    });
  });
  return { ...peer, games, calls, state };
}

/** A rating service; the rating of a user is 1500, or as set. */
export async function startRatings() {
  const ratings = new Map<string, { rating?: number; games?: number; order?: number }>();
  /** Pairs that were flagged, in calls, and whether that fails. */
  const flags = { calls: [] as RouteInput<(typeof ROUTES)['flagEarlyPairs']>['body'][], isDown: false };
  const peer = await startPeer((app) => {
    route(app, ROUTES.flagEarlyPairs, {
      handler: ({ body }) => {
        if (flags.isDown) throw errorOf('UNAVAILABLE');
        flags.calls.push(body);
        return { success: true as const };
      },
    });
    route(app, ROUTES.getRatings, {
      handler: ({ params: { userId } }): RouteReply<Routes['getRatings']> => {
        const { rating = 1_500, games = 20, order = 12 } = ratings.get(userId) ?? {};
        const one = {
          ...{ rating, deviation: 80, games, provisional: false, week: null, seasons: [], rank: null },
          level: { order, id: 'wolf-3' },
        };
        return { fast: one, slow: { ...one, games: 0 } };
      },
    });
  });
  return { ...peer, ratings, flags };
}

/** A short game that red won. */
const PLAYED = endGame(
  Array.from({ length: 4 }).reduce<Game>((game) => {
    const after = play(game, legalGameMoves(game)[0]!);
    return after.ok ? after.value : game;
  }, newGame(ONLINE_RULE_SET)),
  'red',
  'SURRENDER',
);

function exportOf({ gameId, players, timeControl }: AssignedGame): ExportedGame {
  const [red, blue] = players.map((id) => ({ ...unknownUser(id), nickname: id }));
  return {
    ...{ _id: gameId, type: 'online', players: { red: red!, blue: blue! }, ruleSet: ONLINE_RULE_SET },
    ...{ start: null, timeControl, rated: true, ratings: null, aiType: null, aiLevel: null },
    // In the evening of this day in China, whatever the time zone of the machine.
    ...{ startTime: Date.UTC(2026, 10, 30, 15, 59), endTime: NOON },
    ...{ record: formatRecord(PLAYED), moveTimes: [1_000, 2_000, 3_000, 4_000], comment: null },
  };
}

/** The record service as tournaments call it. It has archived the games that pairing began, unless they are missing. */
export async function startRecords(games: ReadonlyMap<string, AssignedGame>) {
  const missing = new Set<string>();
  const peer = await startPeer((app) =>
    route(app, ROUTES.exportGames, {
      handler: ({ body: { gameIds } }) => ({
        games: gameIds
          .filter((gameId) => !missing.has(gameId))
          .map((gameId) => ({ gameId, game: exportOf(games.get(gameId)!) })),
      }),
    }),
  );
  return { ...peer, missing };
}

export const ARENA: NewTournament & { kind: 'arena' } = {
  kind: 'arena',
  name: '夜猫擂台',
  timeControl: { initial: 5, increment: 3 },
  startsAt: NOON + 20 * MINUTE,
  rated: true,
  private: false,
  minutes: 30,
};
export const SWISS: NewTournament & { kind: 'swiss' } = {
  kind: 'swiss',
  name: '小雪杯',
  timeControl: { initial: 10, increment: 5 },
  startsAt: NOON + 20 * MINUTE,
  rated: true,
  private: false,
  rounds: 3,
  checkIn: false,
  breakSeconds: 60,
};

/** A clock that goes on from the time to which it was set, as caches need it. Epoch ms. */
function createClock(start: number) {
  let ahead = start - Date.now();
  return {
    get now() {
      return Date.now() + ahead;
    },
    set now(ms) {
      ahead = ms - Date.now();
    },
  };
}

/** How a game ended, for `report`. */
interface End {
  winner?: -1 | 0 | 1 | 2;
  plies?: number;
  abortedBy?: string;
}

/** Two processes of the service; the services that it calls speak by the contract. */
export async function testTournament(
  limits: Partial<Record<'reads' | 'exports' | 'guesses' | 'entries' | 'creations', number>> = {},
) {
  const [pairing, rating] = await Promise.all([startPairing(), startRatings()]);
  const record = await startRecords(pairing.games);
  const clock = createClock(NOON);
  const first = await testService(service, {
    peers: { pairing, rating, record },
    given: {
      ...{ tickMs: 20, idleTickMs: 20, publishMs: 20, seriesMs: 20, eventsMs: 1_000, waveMs: 50 },
      now: () => clock.now,
      series: async () => ({ dailyArena: false, series: [] }),
    } as object,
    limits: {
      reads: PLENTY,
      exports: PLENTY,
      guesses: PLENTY,
      entries: PLENTY,
      creations: PLENTY,
      ...limits,
    },
  });
  const processes = [first, await first.another()] as const;
  const { tournaments, games } = first.context;
  let users = 0;
  const newUser = async (): Promise<TestUser> => {
    users += 1;
    const { id } = await first.user(users);
    return { id, api: processes[users % 2]!.as(id) };
  };
  const create = async (wish: NewTournament, host?: TestUser): Promise<string> => {
    const { api } = host ?? (await newUser());
    const { tournament } = await api.createTournament({ body: wish });
    return tournament.id;
  };
  return {
    ...first,
    clock,
    processes,
    pairing,
    rating,
    record,
    tournaments,
    games,
    newUser,
    create,
    newUsers: (count: number) => Promise.all(Array.from({ length: count }, newUser)),
    /** Returns the running games of a tournament. */
    async running(id: string) {
      const { games: list } = await first.as(null).listTournamentGames({ params: { id } });
      return list.filter(({ result }) => result === null);
    },
    /** Reports the end of a game as the timekeeper does. */
    async report(gameId: string, { winner = 1, plies = 40, abortedBy }: End = {}, which: 0 | 1 = 0) {
      const game = pairing.games.get(gameId)!;
      await processes[which].internal.call(ROUTES.endTournamentGame, {
        body: {
          gameId,
          context: game.context,
          winner: abortedBy === undefined ? winner : -1,
          endReason: abortedBy === undefined ? 'DEN_CAPTURED' : 'NONE',
          moveTimes: Array.from({ length: plies }, (_, n) => n),
          endTime: clock.now,
          players: game.players,
          kind: game.kind as 'arena',
          ...(abortedBy !== undefined && { abortedBy }),
        },
      });
    },
    show: (id: string, user?: TestUser) => (user?.api ?? first.as(null)).getTournament({ params: { id } }),
  };
}
