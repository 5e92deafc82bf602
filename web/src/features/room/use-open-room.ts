import type { PublicUser } from '@doushouqi/protocol';
import { mayAbort, seatOf } from '@doushouqi/room';
import { SIDES } from '@doushouqi/rules';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { session } from '../../client/session.ts';
import { usePlayers } from '../../shared/people/queries.ts';
import { type Table, useTable } from '../../shared/table/use-table.ts';
import type { OnlineGame } from './online/online-game.ts';
import type { OnlineState } from './online/online-state.ts';
import type { WatchedRoom } from './online/watched-room.ts';
import { useLeaving } from './use-leaving.ts';

/** The room on the screen, as its parts share it. */
export interface OpenRoom {
  roomId: string;
  game: OnlineGame;
  table: Table;
  /** Of the players, red first; absent while on their way. */
  users: readonly (PublicUser | undefined)[];
  /** Neither of the players. */
  isWatching: boolean;
  isWaiting: boolean;
  isOver: boolean;
  /** A player in a running game: leaving loses it. */
  isStaking: boolean;
  /** The chat of small screens, which is not always in sight. */
  isChatOpen: boolean;
  setChatOpen: (open: boolean) => void;
  /** Visitors only. */
  onLogin: (() => void) | null;
  onLeave: () => void;
}

/** What a component needs of an online game. */
export function useOnline<T>(game: OnlineGame, select: (state: OnlineState) => T): T {
  return useStore(game.store, useShallow(select));
}

/** What a component needs of a room that is there: the parts of its screen are shown no sooner. */
export function useRoom<T>(game: OnlineGame, select: (room: WatchedRoom) => T): T {
  return useOnline(game, ({ local }) => select(local.room!));
}

function requestLogin(): void {
  session.requestLogin(window.location.pathname + window.location.search, { why: 'watch' });
}

/** The user on one of the seats. */
export function userOf(
  { users }: Pick<OpenRoom, 'users'>,
  header: Parameters<typeof seatOf>[0],
  userId: string,
): PublicUser | undefined {
  const seat = seatOf(header, userId);
  return seat === null ? undefined : users[SIDES.indexOf(seat)];
}

/** Puts together what the screen of a room shows. */
export function useOpenRoom(roomId: string, game: OnlineGame): OpenRoom {
  const players = useRoom(game, ({ header }) => header.players);
  const own = useOnline(game, (state) => state.own);
  const status = useOnline(game, (state) => state.status);
  const users = usePlayers(players);
  const [red, blue] = users;
  const table = useTable(game, { red: red?.nickname ?? null, blue: blue?.nickname ?? null });
  const isStaking = status === 'playing' && own !== null;
  const isEarly = useRoom(game, (room) => own !== null && mayAbort(room, own));
  const [isChatOpen, setChatOpen] = useState(false);
  return {
    roomId,
    game,
    table,
    users,
    isWatching: own === null,
    isWaiting: status === 'waiting',
    isOver: status === 'over',
    isStaking,
    isChatOpen,
    setChatOpen,
    onLogin: game.userId === null ? requestLogin : null,
    onLeave: useLeaving(game, isStaking, isEarly),
  };
}
