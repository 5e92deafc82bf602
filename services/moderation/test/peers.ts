import type { FoundUser, PrivateMessage, RouteInput, RouteReply } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { errorOf, type HttpApp, route } from '@doushouqi/service-kit';
import { startPeer } from '@doushouqi/service-kit/testing';

/** What the other services were asked to do, in order: `route user`. `failing`: routes that do not answer. */
export interface Calls {
  done: string[];
  failing: Set<string>;
}

const DONE = { success: true } as const;
/** The devices of every user. */
export const DEVICES = ['a'.repeat(16), 'b'.repeat(16)];

/** Auth, with users whose roles a test sets. */
async function startAuth({ done, failing }: Calls) {
  const users = new Map<string, FoundUser & { role?: string }>();
  const known = (id: string) => {
    const user = users.get(id);
    if (user === undefined) throw errorOf('USER_NOT_FOUND');
    return user;
  };
  const measure = (name: 'renamePerson' | 'resetAvatar' | 'endSessionsOf') => ({
    handler: ({ body: { userId } }: { body: { userId: string } }) => {
      if (failing.has(name)) throw errorOf('UNAVAILABLE');
      known(userId);
      done.push(`${name} ${userId}`);
      return DONE;
    },
  });
  const peer = await startPeer((app) => {
    route(app, ROUTES.listProfiles, {
      handler: ({ body }) => ({ profiles: body.ids.flatMap((id) => users.get(id) ?? []) }),
    });
    route(app, ROUTES.showFile, {
      handler: ({ body }) => {
        const { username, role = 'player' } = known(body.userId);
        const related = [...users.values()]
          .filter((user) => user._id !== body.userId && user.username.startsWith('twin'))
          .map((person) => ({
            ...{ person, createdAt: 1, seenAt: 2, sameDevice: false, network: '203.0.113.0/24', accounts: 2 },
          }));
        const origins = { devices: DEVICES, ranges: ['203.0.113.0/24', '198.51.100.0/24'] };
        return { username, role, createdAt: 1, formerNicknames: [], devices: [], origins, related };
      },
    });
    route(app, ROUTES.countAccounts, {
      handler: ({ body: { value } }) => {
        done.push(`countAccounts ${value}`);
        const accounts = [...users.values()].map((person) => ({ person, createdAt: 1, seenAt: 2 }));
        return { members: 3, guests: 40, accounts };
      },
    });
    route(app, ROUTES.countNewcomers, {
      handler: () => ({
        ...{ guests: 5, registrations: 2 },
        file: { registration: 'open' as const, guests: true },
      }),
    });
    route(app, ROUTES.renamePerson, measure('renamePerson'));
    route(app, ROUTES.resetAvatar, measure('resetAvatar'));
    route(app, ROUTES.endSessionsOf, measure('endSessionsOf'));
  });
  return { ...peer, users };
}

/** Lines, messages and games that can be reported, by id. */
export interface Evidence {
  lobby: Map<string, { userId: string; content: string; tournamentId?: string }>;
  room: Map<string, { fromId: string; content: string }>;
  messages: Map<string, PrivateMessage>;
  /** Players of a game that a room still has, and of an archived one. */
  running: Map<string, string[]>;
  archived: Map<string, string[]>;
}

/** What the rating and record services know of rated games. */
export interface Play {
  /** By user, newest first. */
  games: Map<string, RouteReply<(typeof ROUTES)['listGamesToCheck']>['games']>;
  moves: Map<string, RouteReply<(typeof ROUTES)['listMoves']>['games'][number]>;
  flags: Map<string, RouteReply<(typeof ROUTES)['listRatingFlags']>['flags']>;
  /** Orders to return points. */
  returned: RouteInput<(typeof ROUTES)['returnPoints']>['body'][];
}

function addRatedGames(app: HttpApp, { games, flags, returned }: Play, { failing }: Calls): void {
  route(app, ROUTES.listGamesToCheck, {
    handler: ({ params, query: { since, limit } }) => ({
      games: (games.get(params.userId) ?? []).filter(({ at }) => at > since).slice(0, limit),
    }),
  });
  // In pages of one.
  route(app, ROUTES.listRatedUsers, {
    handler: ({ query: { after = '' } }) => {
      const [userId, next] = [...games.keys()].toSorted().filter((id) => id > after);
      return { userIds: userId === undefined ? [] : [userId], next: next === undefined ? null : userId! };
    },
  });
  route(app, ROUTES.listRatingFlags, {
    handler: ({ params, query }) => ({
      flags: (flags.get(params.userId) ?? []).filter(({ at }) => at > query.since),
    }),
  });
  route(app, ROUTES.countLostPoints, { handler: () => ({ people: 14, points: 163 }) });
  route(app, ROUTES.returnPoints, {
    handler: ({ body }) => {
      if (failing.has('returnPoints')) throw errorOf('UNAVAILABLE');
      returned.push(body);
      return DONE;
    },
  });
}

function addLines(app: HttpApp, { lobby }: Evidence, { done, failing }: Calls): void {
  route(app, ROUTES.showLobbyFile, { handler: () => ({ announcement: '按文件', groupNumber: '12 34' }) });
  route(app, ROUTES.showLobbyLine, {
    handler: ({ body: { messageId } }) => {
      const said = lobby.get(messageId);
      if (said === undefined) throw errorOf('NOT_FOUND');
      const { tournamentId = null, ...own } = said;
      const line = { _id: messageId, nickname: '坏名字', avatar: 'rat.png', timestamp: 5_000, ...own };
      const before = { ...line, _id: 'e'.repeat(24), content: '前一句', timestamp: 4_000 };
      return { line, around: [before, line], tournamentId };
    },
  });
  route(app, ROUTES.hideLobbyLines, {
    handler: ({ body }) => {
      if (failing.has('hideLobbyLines')) throw errorOf('UNAVAILABLE');
      done.push(`hideLobbyLines ${body.messageIds.join()}`);
      return DONE;
    },
  });
}

function addRooms(app: HttpApp, { room, running }: Evidence, { done, failing }: Calls): void {
  route(app, ROUTES.countRooms, {
    handler: () => {
      if (failing.has('countRooms')) throw errorOf('UNAVAILABLE');
      return { games: 4, backlog: 1, unarchived: 38 };
    },
  });
  route(app, ROUTES.showLine, {
    handler: ({ body: { roomId, lineId } }) => {
      const said = room.get(`${roomId}:${lineId}`);
      if (said === undefined) throw errorOf('NOT_FOUND');
      const line = { id: lineId, ply: 3, timestamp: 6_000, ...said };
      return { line, around: [line], gameId: 'game-7', fen: 'a position' };
    },
  });
  route(app, ROUTES.hideLines, {
    handler: ({ body }) => {
      done.push(`hideLines ${body.roomId} ${body.lineIds.join()}`);
      return DONE;
    },
  });
  route(app, ROUTES.showPlayedGame, {
    handler: ({ body: { gameId, userId } }) => {
      const players = running.get(gameId);
      if (!players?.includes(userId)) return { game: null };
      return { game: { roomId: 'R7', players, ply: 9, fen: 'live' } };
    },
  });
}

/** The other services, with what a test puts into them. */
export async function startPeers() {
  const calls: Calls = { done: [], failing: new Set() };
  const evidence: Evidence = {
    ...{ lobby: new Map(), room: new Map(), messages: new Map() },
    ...{ running: new Map(), archived: new Map() },
  };
  const play: Play = { games: new Map(), moves: new Map(), flags: new Map(), returned: [] };
  const auth = await startAuth(calls);
  const peers = {
    auth,
    lobby: await startPeer((app) => addLines(app, evidence, calls)),
    room: await startPeer((app) => addRooms(app, evidence, calls)),
    social: await startPeer((app) => {
      route(app, ROUTES.showReceived, {
        handler: ({ body: { userId, messageId, withAround } }) => {
          const message = evidence.messages.get(messageId);
          if (message?.toId !== userId) throw errorOf('NOT_FOUND');
          const { fromId: toId, toId: fromId } = message;
          const answer = {
            ...message,
            _id: 'd'.repeat(24),
            fromId,
            toId,
            content: '别这样',
            timestamp: 8_000,
          };
          return { message, around: withAround ? [message, answer] : [message] };
        },
      });
      route(app, ROUTES.countBlockers, { handler: () => ({ count: 3 }) });
    }),
    record: await startPeer((app) => {
      route(app, ROUTES.showArchived, {
        handler: ({ params: { gameId } }) => {
          const players = evidence.archived.get(gameId);
          return { game: players ? { players, ply: 40, fen: 'last', at: 7_000 } : null };
        },
      });
      route(app, ROUTES.countGames, { handler: () => ({ games: 12 }) });
      route(app, ROUTES.listMoves, {
        handler: ({ body }) => ({ games: body.gameIds.flatMap((id) => play.moves.get(id) ?? []) }),
      });
      route(app, ROUTES.listGamesOf, { handler: () => ({ games: [] }) });
    }),
    rating: await startPeer((app) => {
      addRatedGames(app, play, calls);
      route(app, ROUTES.countOffences, {
        handler: () => ({ aborted: 1, left: 2, early_surrender: 0 }),
      });
      route(app, ROUTES.getRatings, {
        handler: () => ({ fast: RATING, slow: { ...RATING, games: 0 } }),
      });
    }),
    tournament: await startPeer((app) => {
      route(app, ROUTES.showSeriesFile, { handler: () => ({ dailyArena: true, series: [] }) });
      route(app, ROUTES.nameTournament, {
        handler: ({ params: { id } }) => {
          if (id !== 'arena-1') throw errorOf('TOURNAMENT_NOT_FOUND');
          return { name: '夜猫擂台' };
        },
      });
      route(app, ROUTES.stopTournament, {
        handler: ({ params: { id } }) => {
          if (id === 'begun') throw errorOf('TOURNAMENT_BEGUN');
          calls.done.push(`stopTournament ${id}`);
          return { name: '小雪杯' };
        },
      });
    }),
    pairing: await startPeer((app) => {
      route(app, ROUTES.countWaiting, { handler: () => ({ waiting: 3, longest: 9_000 }) });
      route(app, ROUTES.dropSeeks, {
        handler: ({ body: { userId, onlyRated } }) => {
          calls.done.push(`dropSeeks ${userId}${onlyRated ? ' rated' : ''}`);
          return DONE;
        },
      });
    }),
  };
  return { peers, calls, evidence, play, users: auth.users };
}

const RATING = {
  ...{ rating: 1_310, deviation: 80, games: 412, provisional: false },
  ...{ level: { order: 9, id: 'dog-3' }, week: null, seasons: [], rank: null },
};
