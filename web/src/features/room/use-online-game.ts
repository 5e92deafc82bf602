import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { api } from '../../app/api.ts';
import { session } from '../../app/session.ts';
import { createSocket } from '../../game/connection.ts';
import { OnlineGame } from '../../game/online-game.ts';
import type { OnlineState } from '../../game/online-state.ts';
import { i18n } from '../../i18n/setup.ts';
import { toast } from '../../ui/toast-store.ts';

/** The connection was refused for its login: the same as a refused call (spec §7). */
const onUnauthorized = (): void => {
  if (!session.store.getState().user) return;
  session.logout();
  toast.warning(i18n.t('auth.login.expired'));
  session.requestLogin(window.location.pathname + window.location.search);
};

/** 32 hex digits. `crypto.randomUUID` would not exist on a plain http address in a local network. */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const createGame = (roomId: string, userId: string | null): OnlineGame =>
  new OnlineGame({
    roomId,
    userId,
    api,
    connect: () => createSocket(session.token),
    onUnauthorized,
    now: () => performance.now(),
    random: Math.random,
    randomId,
  });

/** The game of a room for as long as the component lives; null for the first moment. */
export const useOnlineGame = (roomId: string, userId: string | null): OnlineGame | null => {
  const [game, setGame] = useState<OnlineGame | null>(null);
  useEffect(() => {
    const created = createGame(roomId, userId);
    setGame(created);
    void created.start();
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
      created.stop();
    };
  }, [roomId, userId]);
  return game;
};

/** What a component needs of a game. */
export const useGame = <T>(game: OnlineGame, select: (state: OnlineState) => T): T =>
  useStore(game.store, select);
