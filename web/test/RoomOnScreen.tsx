import type { PublicUser, RoomHeader } from '@doushouqi/protocol';
import { roomOfSnapshot } from '@doushouqi/room-client';
import { BLUE, RED, ROOM, snapshotOf } from '@doushouqi/room-client/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { OnlineGame } from '../src/features/room/online/online-game.ts';
import { OnlineStore } from '../src/features/room/online/online-store.ts';
import { RoomScreen } from '../src/features/room/RoomScreen.tsx';

/** The screen of a room with a fixed game, which only `set` changes. */

export const LONG = { [RED]: '山里最后一只吃素的老狮子', [BLUE]: '骑着大象过河的小老鼠米粒' };

function userOf(_id: string, nickname: string): PublicUser {
  const details = { gamesPlayed: 0, wins: 0, losses: 0, draws: 0 };
  return { _id, username: nickname, nickname, avatar: '', ...details } as unknown as PublicUser;
}

interface Scene {
  /** Null for a visitor. */
  userId?: string | null;
  moves?: readonly string[];
  header?: Partial<RoomHeader>;
  /** Adds the room to the browser's history, after the current page. */
  inHistory?: boolean;
  /** How the server answers the leaving of the room. It refuses without it. */
  leave?: () => Promise<void>;
}

const ROOM_PATH = `/play/room/${ROOM}`;

export async function showRoom({
  userId = RED,
  moves = [],
  header = {},
  inHistory = false,
  leave = () => Promise.reject(new Error('no server in this test')),
}: Scene = {}) {
  const details = new OnlineStore({ userId, now: () => performance.now() });
  let v = 1;
  const set = (changes: Partial<RoomHeader>): void => {
    const room = roomOfSnapshot(snapshotOf(v++, moves, { ...header, ...changes }));
    if (!room) throw new Error('no such room');
    details.set({ phase: 'ready', connection: userId ? 'up' : 'none', local: { room, pending: null } });
  };
  details.set({ sync: { offset: 2_000 - performance.now(), roundTrip: 0 } });
  set({});
  const refuse = () => Promise.reject(new Error('no server in this test'));
  const game = {
    store: details.api,
    userId,
    serverTime: () => details.serverTime(),
    commands: new Proxy({}, { get: () => refuse }),
    offers: { ask: refuse, answer: refuse, withdraw: refuse },
    leave,
    premoves: { choose: () => {}, cancel: () => {} },
    move: () => {},
    listen: () => () => {},
    listenRoom: () => () => {},
    nudge: () => {},
    showTable: () => {},
  } as unknown as OnlineGame;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  for (const [id, name] of Object.entries(LONG)) queries.setQueryData(['user', id], userOf(id, name));
  const routes = [
    { path: ROOM_PATH, element: <RoomScreen roomId={ROOM} game={game} /> },
    { path: '*', element: null },
  ];
  const router = inHistory
    ? createBrowserRouter(routes)
    : createMemoryRouter(routes, { initialEntries: [ROOM_PATH] });
  if (inHistory) await router.navigate(ROOM_PATH);
  await render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // What comes after the first position is there.
  await expect.element(page.getByRole('main')).not.toHaveAttribute('aria-busy');
  return { set, details, queries, router };
}
