import { POLICIES } from '@doushouqi/protocol';
import { useEffect, useState } from 'react';
import { shallow } from 'zustand/shallow';
import { api } from '../../client/api.ts';
import { currentRoom } from '../../client/current-room.ts';
import { forgetRoom, rememberRoom } from '../../client/own-room.ts';
import { randomId } from '../../client/random-id.ts';
import { realtime } from '../../client/realtime.ts';
import { OnlineGame } from './online/online-game.ts';
import type { OnlineState } from './online/online-state.ts';

function createGame(roomId: string, userId: string | null): OnlineGame {
  return new OnlineGame({
    roomId,
    userId,
    api,
    connect: () => realtime.connect(),
    now: () => performance.now(),
    random: Math.random,
    randomId,
  });
}

/** Tells the app that this window shows a room, and whether the person is busy playing there. */
function report(roomId: string, userId: string | null, state: OnlineState): void {
  const member = userId !== null && state.phase === 'ready';
  const playing = state.status === 'playing' && state.own !== null;
  const { room } = state.local;
  const rated = playing && room !== null && POLICIES[room.header.kind].rated;
  const now = { roomId: member ? roomId : null, playing, rated };
  if (shallow(currentRoom.getState(), now)) return;
  currentRoom.setState(now);
  if (!member) return;
  if (playing) rememberRoom(userId, roomId);
  else forgetRoom(roomId);
}

/** The game of a room, made if it may be, for as long as the component lives; null for the first moment. */
export function useOnlineGame(roomId: string, userId: string | null, create: boolean): OnlineGame | null {
  const [game, setGame] = useState<OnlineGame | null>(null);
  useEffect(() => {
    const created = createGame(roomId, userId);
    setGame(created);
    const silence = created.store.subscribe((state) => report(roomId, userId, state));
    // The way to the room's node opens beside the calls that enter the room.
    if (userId !== null) void realtime.connectInto(roomId);
    void created.start(create);
    const refresh = (): void => {
      if (!document.hidden) created.refresh();
    };
    document.addEventListener('visibilitychange', refresh);
    window.addEventListener('online', refresh);
    // A page that the browser had put to sleep whole comes back with this alone.
    window.addEventListener('pageshow', refresh);
    return () => {
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('online', refresh);
      window.removeEventListener('pageshow', refresh);
      silence();
      currentRoom.setState({ roomId: null, playing: false, rated: false });
      created.stop();
    };
  }, [roomId, userId, create]);
  return game;
}
