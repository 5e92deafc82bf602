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
  return io({
    ...SOCKET_RECONNECTION,
    path: '/socket.io',
    autoConnect: false,
    forceNew: true,
    transports: pollingOnly() ? ['polling'] : ['polling', 'websocket'],
    auth: (answer) => answer({ token: token() }),
  });
};
