import {
  type ClientToServerEvents,
  type ServerToClientEvents,
  SOCKET_RECONNECTION,
} from '@doushouqi/protocol';
import type { Socket } from 'socket.io-client';

export type GameSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** `?transport=polling` or the same in local storage keeps a browser off websockets: proxies, tests. */
const pollingOnly = (): boolean =>
  new URLSearchParams(location.search).get('transport') === 'polling' ||
  localStorage.getItem('transport') === 'polling';

/**
 * A realtime connection that is not opened yet; the library comes with the first one. Starts on polling and
 * upgrades, tries again without end (spec §4). The token is read at every attempt.
 */
export const createSocket = async (token: () => string | null): Promise<GameSocket> => {
  const { io } = await import('socket.io-client');
  const polling = pollingOnly();
  const socket: GameSocket = io({
    ...SOCKET_RECONNECTION,
    path: '/socket.io',
    autoConnect: false,
    forceNew: true,
    transports: polling ? ['polling'] : ['polling', 'websocket'],
    tryAllTransports: true,
    auth: (answer) => answer({ token: token() }),
  });
  // After a break the browser may still hold kept-alive connections that are dead and do not know it; a poll would
  // wait on one of them for its whole time. A websocket always opens a connection of its own. Should it not get
  // through, the next attempt begins the other way round.
  const begin = (first: 'websocket' | 'polling'): void => {
    if (!polling)
      socket.io.opts.transports = first === 'websocket' ? ['websocket', 'polling'] : ['polling', 'websocket'];
  };
  socket.io.on('open', () => begin('websocket'));
  socket.io.on('error', () =>
    begin(socket.io.opts.transports?.[0] === 'websocket' ? 'polling' : 'websocket'),
  );
  return socket;
};
