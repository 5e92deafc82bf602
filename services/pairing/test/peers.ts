import type { RoomKind, RoomSnapshot, RouteReply, Routes } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { emptyRoom, snapshotOf } from '@doushouqi/room';
import { errorOf, route } from '@doushouqi/service-kit';
import { startPeer } from '@doushouqi/service-kit/testing';

interface Made {
  gameId: string;
  players: readonly string[];
  kind: RoomKind;
  isArranged: boolean;
  over: boolean;
}

/** The room service, as far as it makes and shows rooms. */
export async function startRooms(serviceToken: string) {
  const made = new Map<string, Made>();
  /** Rooms by number, by a user who plays there. */
  const running = new Map<string, string>();
  const state: { answer: 'make' | 'refuse' | 'fail' | 'make and fail'; calls: number } = {
    answer: 'make',
    calls: 0,
  };
  const snapshot = (roomId: string, { gameId, players, over }: Made): RoomSnapshot => {
    const room = emptyRoom(roomId, 'casual');
    const status = over ? 'draw' : 'playing';
    return { ...snapshotOf(room, Date.now()), gameId, players: [...players], status };
  };
  const peer = await startPeer(serviceToken, (app) => {
    route(app, ROUTES.createPairedRoom, {
      handler: ({ body: { roomId, gameId, players, kind, isArranged = false } }) => {
        state.calls += 1;
        if (state.answer === 'refuse') throw errorOf('ROOM_TAKEN');
        if (state.answer === 'fail') throw errorOf('UNAVAILABLE');
        const known = made.get(roomId);
        if (known !== undefined && known.gameId !== gameId) throw errorOf('ROOM_TAKEN');
        made.set(roomId, known ?? { gameId, players, kind, isArranged, over: false });
        if (state.answer === 'make and fail') throw errorOf('UNAVAILABLE');
        return { roomId, v: 1 };
      },
    });
    route(app, ROUTES.getRunningRoom, {
      handler: ({ params: { userId } }) => ({ roomId: running.get(userId) ?? null }),
    });
    route(
      app,
      { ...ROUTES.getRoom, auth: 'public' },
      {
        handler: ({ params: { roomId } }) => {
          const room = made.get(roomId);
          if (room === undefined) throw errorOf('ROOM_NOT_FOUND');
          return snapshot(roomId, room);
        },
      },
    );
  });
  return {
    ...peer,
    made,
    running,
    state,
    reset() {
      made.clear();
      running.clear();
      state.answer = 'make';
      state.calls = 0;
    },
  };
}

function standing(rating: number, provisional: boolean): RouteReply<Routes['getRatings']>['fast'] {
  const level = { order: 12, id: 'wolf-3' };
  return {
    rating,
    deviation: provisional ? 200 : 80,
    games: 20,
    provisional,
    level,
    week: null,
    seasons: [],
    rank: null,
  };
}

/** The rating service, as far as it says how strong somebody is. */
export async function startStandings(serviceToken: string) {
  const ratings = new Map<string, { rating: number; provisional?: boolean }>();
  const peer = await startPeer(serviceToken, (app) =>
    route(app, ROUTES.getRatings, {
      handler: ({ params: { userId } }) => {
        const { rating = 1_500, provisional = false } = ratings.get(userId) ?? {};
        return { fast: standing(rating, provisional), slow: standing(rating - 100, provisional) };
      },
    }),
  );
  return { ...peer, ratings, reset: () => ratings.clear() };
}
